/** What the server writes into the page. */
interface PageSettings {
  /** The path below which the sandbox is mounted; empty at the root. */
  root: string
  version: string
  keys: { standard: string; enterprise: string }
}

const content = document.querySelector('meta[name=mds-sandbox]')?.getAttribute('content') ?? '{}'

export const settings: PageSettings = {
  root: '',
  version: '',
  keys: { standard: 'sk_sandbox_standard_demo', enterprise: 'sk_sandbox_enterprise_demo' },
  ...(JSON.parse(content) as Partial<PageSettings>),
}

/** The path of the application. */
export const BASE = `${settings.root}/_sandbox/ui`
