import type { Incoming, Outgoing } from '../pipeline/exchange.js'
import { type About, GUIDES, type Guide } from './about.js'
import { homePage } from './home.js'
import { referencePage, START } from './reference.js'

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
const GUIDE_TEXTS: Record<Guide, () => Promise<{ default: string }>> = {
  library: () => import('../../../docs/library.md?text'),
  scenarios: () => import('../../../docs/scenarios.md?text'),
  webhooks: () => import('../../../docs/webhooks.md?text'),
  money: () => import('../../../docs/money.md?text'),
  errors: () => import('../../../docs/errors.md?text'),
  fidelity: () => import('../../../docs/fidelity.md?text'),
}

const viewer = () => import('./viewer.js')

const pages: Record<string, (about: About) => Page | Promise<Page>> = {
  '/': (about) => html(homePage(about)),
  '/docs': (about) => html(referencePage('service', about)),
  '/_sandbox/docs': (about) => html(referencePage('control', about)),
  '/docs/start.js': () => script(START),
  '/docs/viewer.js': async () => script((await viewer()).VIEWER),
  '/docs/viewer.css': async () => style((await viewer()).STYLE),
  '/docs/viewer.txt': async () => plain((await viewer()).LICENCES),
  '/openapi.json': ({ documents }) => json(documents.service),
  '/_sandbox/openapi.json': ({ documents }) => json(documents.control),
  '/openapi.yaml': async () => yaml((await import('../../../openapi.yaml?text')).default),
  '/_sandbox/openapi.yaml': async () => yaml((await import('../../../control.openapi.yaml?text')).default),
}
for (const guide of GUIDES) pages[`/docs/${guide}.md`] = async () => plain((await GUIDE_TEXTS[guide]()).default)

/** Nothing from any other host, no script but our own, in nobody's frame. Styles of the viewer stand in its elements. */
const POLICY = [
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
const WRITTEN = 'http://127.0.0.1:4010'

/** Whoever reads a page here reaches the service here too, whatever the port. */
const addressOf = (host: unknown) =>
  typeof host === 'string' && /^[\w.:[\]-]+$/.test(host) ? `http://${host}` : WRITTEN

export async function servePage({ target, headers }: Incoming, about: About): Promise<Outgoing> {
  const page = pages[target.replace(/[?#].*$/s, '')] as (typeof pages)[string]
  const { type, body } = await page(about)
  const isText = type !== 'text/javascript' && type !== 'text/css'
  return {
    status: 200,
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Security-Policy': POLICY,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': 'no-cache',
    },
    body: isText ? body.replaceAll(WRITTEN, addressOf(headers.host)) : body,
  }
}
