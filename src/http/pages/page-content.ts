import { createHash } from 'node:crypto'
import favicon from './assets/favicon.svg?text'
import pageStyle from './assets/page.css?text'
import pageScript from './assets/page.js?text'
import { guidePage } from './guide-page.js'
import { homePage } from './home-page.js'
import { GUIDES, type Guide } from './page-paths.js'
import { referencePage, START_SCRIPT } from './reference-page.js'
import type { SandboxInfo } from './sandbox-info.js'

export interface Page {
  type: string
  body: string
}

const html = (body: string): Page => ({ type: 'text/html', body })
const json = (body: unknown): Page => ({ type: 'application/json', body: JSON.stringify(body) })
const yaml = (body: string): Page => ({ type: 'application/yaml', body })
const plain = (body: string): Page => ({ type: 'text/plain', body })
const script = (body: string): Page => ({ type: 'text/javascript', body })
const style = (body: string): Page => ({ type: 'text/css', body })

type TextLoader = () => Promise<{ default: string }>

// Texts are bundled as modules, so a request path never becomes a file system path.
const GUIDE_LOADERS: Record<Guide, [html: TextLoader, markdown: TextLoader]> = {
  api: [() => import('../../../docs/api.md?html'), () => import('../../../docs/api.md?text')],
  dashboard: [() => import('../../../docs/dashboard.md?html'), () => import('../../../docs/dashboard.md?text')],
  configuration: [
    () => import('../../../docs/configuration.md?html'),
    () => import('../../../docs/configuration.md?text'),
  ],
  scenarios: [() => import('../../../docs/scenarios.md?html'), () => import('../../../docs/scenarios.md?text')],
  fixtures: [() => import('../../../docs/fixtures.md?html'), () => import('../../../docs/fixtures.md?text')],
  'control-plane': [
    () => import('../../../docs/control-plane.md?html'),
    () => import('../../../docs/control-plane.md?text'),
  ],
  cli: [() => import('../../../docs/cli.md?html'), () => import('../../../docs/cli.md?text')],
  library: [() => import('../../../docs/library.md?html'), () => import('../../../docs/library.md?text')],
  testing: [() => import('../../../docs/testing.md?html'), () => import('../../../docs/testing.md?text')],
  webhooks: [() => import('../../../docs/webhooks.md?html'), () => import('../../../docs/webhooks.md?text')],
  ern: [() => import('../../../docs/ern.md?html'), () => import('../../../docs/ern.md?text')],
  money: [() => import('../../../docs/money.md?html'), () => import('../../../docs/money.md?text')],
  data: [() => import('../../../docs/data.md?html'), () => import('../../../docs/data.md?text')],
  journal: [() => import('../../../docs/journal.md?html'), () => import('../../../docs/journal.md?text')],
  report: [() => import('../../../docs/report.md?html'), () => import('../../../docs/report.md?text')],
  errors: [() => import('../../../docs/errors.md?html'), () => import('../../../docs/errors.md?text')],
  limits: [() => import('../../../docs/limits.md?html'), () => import('../../../docs/limits.md?text')],
  fidelity: [() => import('../../../docs/fidelity.md?html'), () => import('../../../docs/fidelity.md?text')],
}

export interface Assets {
  /** Hash of all assets together. It is part of their URLs, so browsers may cache them forever. */
  hash: string
  files: ReadonlyMap<string, Page>
}

async function readAssets(): Promise<Assets> {
  const { VIEWER_SCRIPT, VIEWER_STYLE } = await import('./viewer.js')
  const files = new Map([
    ['viewer.js', script(VIEWER_SCRIPT)],
    ['viewer.css', style(VIEWER_STYLE)],
    ['start.js', script(START_SCRIPT)],
  ])
  const hash = createHash('sha256')
  for (const { body } of files.values()) hash.update(body)
  return { hash: hash.digest('hex').slice(0, 16), files }
}

let assets: Promise<Assets> | undefined
export const loadAssets = (): Promise<Assets> => (assets ??= readAssets())

/** Every page by its path. */
export const PAGES: Readonly<Record<string, (info: SandboxInfo) => Page | Promise<Page>>> = {
  '/': (info) => html(homePage(info, '')),
  '/docs/home': (info) => html(homePage(info, '../')),
  '/docs': async (info) => html(referencePage('service', info, (await loadAssets()).hash)),
  '/_sandbox/docs': async (info) => html(referencePage('control', info, (await loadAssets()).hash)),
  '/docs/viewer.txt': async () => plain((await import('./viewer.js')).LICENCES),
  '/openapi.json': ({ documents }) => json(documents.service),
  '/_sandbox/openapi.json': ({ documents }) => json(documents.control),
  '/openapi.yaml': async () => yaml((await import('../../../openapi.yaml?text')).default),
  '/_sandbox/openapi.yaml': async () => yaml((await import('../../../control.openapi.yaml?text')).default),
  '/docs/page.css': () => style(pageStyle),
  '/docs/page.js': () => script(pageScript),
  '/docs/favicon.svg': () => ({ type: 'image/svg+xml', body: favicon }),
  ...Object.fromEntries(
    GUIDES.flatMap((guide) => {
      const [loadHtml, loadMarkdown] = GUIDE_LOADERS[guide]
      return [
        [`/docs/${guide}`, async () => html(guidePage((await loadHtml()).default))],
        [`/docs/${guide}.md`, async () => plain((await loadMarkdown()).default)],
      ]
    }),
  ),
}
