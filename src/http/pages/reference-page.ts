import type { SandboxInfo } from './about.js'

const TITLES = { service: 'API reference', control: 'Control plane reference' }

/** Links are relative, so that the pages also work where the sandbox is mounted below another path. */
const LINKS = {
  service: { home: './', viewer: 'docs/', other: '_sandbox/docs' },
  control: { home: '../', viewer: '../docs/', other: '../docs' },
}

/** The reference of one of the two documents; the viewer can call the service too, with the demo world's key. */
export function referencePage(document: 'service' | 'control', { keys }: SandboxInfo): string {
  const { home, viewer, other } = LINKS[document]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${TITLES[document]} · mds-sandbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${viewer}viewer.css">
<style>
  body { margin: 0 }
  nav { padding: .75rem 1.25rem; font: 14px system-ui, sans-serif; background: #1b1b1f }
  nav a { color: #9ecbff; margin-right: 1.25rem }
  html.dark-mode { background: #1b1b1f }
</style>
</head>
<body>
<nav><a href="${home}">mds-sandbox</a><a href="${other}">${TITLES[document === 'service' ? 'control' : 'service']}</a><a href="openapi.json">openapi.json</a><a href="openapi.yaml">openapi.yaml</a></nav>
<main id="viewer" data-document="openapi.json" data-key="${keys.standard}"><noscript>The reference needs JavaScript; <a href="openapi.yaml">openapi.yaml</a> does not.</noscript></main>
<script src="${viewer}viewer.js"></script>
<script src="${viewer}start.js"></script>
</body>
</html>
`
}

/** Runs in the browser. A file, because the policy of the pages forbids scripts inside them. */
export const START_SCRIPT = `const place = document.getElementById('viewer')
const { document: url, key } = place.dataset
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
  onComplete: () => viewer.preauthorizeApiKey('apiKey', key),
})
`
