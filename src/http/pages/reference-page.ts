import type { SandboxInfo } from './sandbox-info.js'

const TITLES = { service: 'API reference', control: 'Control plane reference' }

/** Relative links, so that the pages also work when the sandbox is mounted below another path. */
const LINKS = {
  service: { home: './', favicon: 'docs/favicon.svg', assets: 'docs/assets/', other: '_sandbox/docs' },
  control: { home: '../', favicon: '../docs/favicon.svg', assets: '../docs/assets/', other: '../docs' },
}

/** The reference of one of the two documents. The viewer can also call the sandbox, with the key of the demo world. */
export function referencePage(document: 'service' | 'control', { keys }: SandboxInfo, assetsHash: string): string {
  const { home, favicon, assets, other } = LINKS[document]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${TITLES[document]} · mds-sandbox</title>
<link rel="icon" href="${favicon}">
<link rel="stylesheet" href="${assets}${assetsHash}/viewer.css">
<style>
  body { margin: 0 }
  nav { padding: .75rem 1.25rem; font: 14px system-ui, sans-serif; background: #1b1b1f }
  nav a { color: #9ecbff; margin-right: 1.25rem }
  html.dark-mode { background: #1b1b1f }
</style>
</head>
<body>
<nav><a href="${home}">mds-sandbox</a><a href="${other}">${TITLES[document === 'service' ? 'control' : 'service']}</a><a href="openapi.json">openapi.json</a><a href="openapi.yaml">openapi.yaml</a></nav>
<main id="viewer" data-document="openapi.json" data-contract="${document}" data-key="${keys.standard}"><noscript>The reference needs JavaScript; <a href="openapi.yaml">openapi.yaml</a> does not.</noscript></main>
<script src="${assets}${assetsHash}/viewer.js"></script>
<script src="${assets}${assetsHash}/start.js"></script>
</body>
</html>
`
}

/** Runs in the browser. It is a separate file because the content security policy forbids inline scripts. */
export const START_SCRIPT = `const place = document.getElementById('viewer')
const { document: url, key } = place.dataset
const service = place.dataset.contract === 'service'
// crypto.randomUUID exists only in secure contexts, and the sandbox may be reached by a name over plain HTTP.
const randomUuid = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6] & 0x0f) | 0x40
  bytes[8] = (bytes[8] & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
const dark = matchMedia('(prefers-color-scheme: dark)')
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', paint)
paint()
const viewer = SwaggerUIBundle({
  url,
  domNode: place,
  deepLinking: true,
  displayOperationId: true,
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  validatorUrl: null,
  // Every write gets a new key unless you enter one.
  requestInterceptor: (request) => {
    const isWrite = request.method === 'POST' || request.method === 'PATCH'
    const isToken = new URL(request.url, location.href).pathname.endsWith('/v1/oauth/token')
    if (service && isWrite && !isToken) request.headers['Idempotency-Key'] ??= randomUuid()
    return request
  },
  onComplete: () => viewer.preauthorizeApiKey('apiKey', key),
})
`
