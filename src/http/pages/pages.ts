import type { Incoming, Outgoing } from '../pipeline/exchange.js'
import { GUIDES, type Guide, type SandboxInfo } from './about.js'
import { homePage } from './home-page.js'
import { referencePage, START_SCRIPT } from './reference-page.js'

interface Page {
  type: string
  body: string
}

const html = (body: string): Page => ({ type: 'text/html', body })
const json = (body: unknown): Page => ({ type: 'application/json', body: JSON.stringify(body) })
const yaml = (body: string): Page => ({ type: 'application/yaml', body })
const plain = (body: string): Page => ({ type: 'text/plain', body })
const script = (body: string): Page => ({ type: 'text/javascript', body })
const style = (body: string): Page => ({ type: 'text/css', body })

// Texts are modules of their own: no path of a request ever becomes a path of the file system.
const GUIDE_LOADERS: Record<Guide, () => Promise<{ default: string }>> = {
  library: () => import('../../../docs/library.md?text'),
  scenarios: () => import('../../../docs/scenarios.md?text'),
  webhooks: () => import('../../../docs/webhooks.md?text'),
  money: () => import('../../../docs/money.md?text'),
  errors: () => import('../../../docs/errors.md?text'),
  fidelity: () => import('../../../docs/fidelity.md?text'),
}

const loadViewer = () => import('./viewer.js')

const pages: Record<string, (info: SandboxInfo) => Page | Promise<Page>> = {
  '/': (info) => html(homePage(info)),
  '/docs': (info) => html(referencePage('service', info)),
  '/_sandbox/docs': (info) => html(referencePage('control', info)),
  '/docs/start.js': () => script(START_SCRIPT),
  '/docs/viewer.js': async () => script((await loadViewer()).VIEWER_SCRIPT),
  '/docs/viewer.css': async () => style((await loadViewer()).VIEWER_STYLE),
  '/docs/viewer.txt': async () => plain((await loadViewer()).LICENCES),
  '/openapi.json': ({ documents }) => json(documents.service),
  '/_sandbox/openapi.json': ({ documents }) => json(documents.control),
  '/openapi.yaml': async () => yaml((await import('../../../openapi.yaml?text')).default),
  '/_sandbox/openapi.yaml': async () => yaml((await import('../../../control.openapi.yaml?text')).default),
}
for (const guide of GUIDES) pages[`/docs/${guide}.md`] = async () => plain((await GUIDE_LOADERS[guide]()).default)

/** Nothing from any other host, no script but our own, in nobody's frame. Styles of the viewer stand in its elements. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Where the documents say that the service is. */
const DOCUMENTED_URL = 'http://127.0.0.1:4010'

/** Whoever reads a page here reaches the service here too, whatever the port. */
const baseUrlOf = (host: unknown) =>
  typeof host === 'string' && /^[\w.:[\]-]+$/.test(host) ? `http://${host}` : DOCUMENTED_URL

export async function servePage({ target, headers }: Incoming, info: SandboxInfo): Promise<Outgoing> {
  const render = pages[target.replace(/[?#].*$/s, '')] as (typeof pages)[string]
  const { type, body } = await render(info)
  const isText = type !== 'text/javascript' && type !== 'text/css'
  return {
    status: 200,
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': 'no-cache',
    },
    body: isText ? body.replaceAll(DOCUMENTED_URL, baseUrlOf(headers.host)) : body,
  }
}
