import { GUIDES, type Guide } from './page-paths.js'
import type { SandboxInfo } from './sandbox-info.js'

const HTML_ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (value: string) => value.replaceAll(/[&<>"']/g, (character) => HTML_ESCAPES[character] as string)

const GUIDE_DESCRIPTIONS: Record<Guide, string> = {
  library: 'a sandbox inside your tests',
  scenarios: 'what can happen, and how to write your own',
  webhooks: 'receiving and verifying events',
  money: 'how the figures are made',
  errors: 'every error code',
  fidelity: 'what the sandbox had to assume',
}

const describeClock = ({ clock, speed }: SandboxInfo) =>
  clock === 'manual'
    ? 'manual: it moves when told to'
    : `live, waits divided by ${Number.isFinite(speed) ? speed : 'max'}`

/** The way in for somebody who opens the sandbox in a browser. Needs no script. */
export function homePage(info: SandboxInfo): string {
  const { standard, enterprise } = info.keys
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>mds-sandbox</title>
<link rel="icon" href="data:,">
<style>
  :root { color-scheme: light dark }
  body { max-width: 44rem; margin: 3rem auto; padding: 0 1.25rem; font: 16px/1.55 system-ui, sans-serif }
  h1 { margin-bottom: .25rem }
  h2 { margin: 2rem 0 .5rem; font-size: 1.1rem }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.25rem; margin: 0 }
  dd { margin: 0; overflow-wrap: anywhere }
  ul { margin: 0; padding-left: 1.25rem }
  pre { padding: .75rem 1rem; overflow-x: auto; border: 1px solid #8885; border-radius: .4rem }
  footer { margin-top: 2.5rem; opacity: .75; font-size: .9rem }
</style>
</head>
<body>
<h1>mds-sandbox</h1>
<p>A local stand-in for the Music Distribution Service: it keeps state, plays by the contract, and gives the same bytes
every time. Nothing here is real, and nothing leaves this machine but the webhooks that you register.</p>

<h2>This sandbox</h2>
<dl>
<dt>standard key</dt><dd><code>${standard}</code></dd>
<dt>enterprise key</dt><dd><code>${enterprise}</code></dd>
<dt>scenario</dt><dd>${escapeHtml(info.scenario)}: ${escapeHtml(info.summary)}</dd>
<dt>clock</dt><dd>${describeClock(info)}</dd>
</dl>
<p>Any name in place of <code>demo</code> is a world of its own: give every test job its own key.</p>
<pre><code>curl http://127.0.0.1:4010/v1/releases -H 'X-API-Key: ${standard}'</code></pre>

<h2>Reference</h2>
<ul>
<li><a href="docs">The service's API</a> (<a href="openapi.json">openapi.json</a>, <a href="openapi.yaml">openapi.yaml</a>)</li>
<li><a href="_sandbox/docs">The control plane</a>: clock, scenario, events, snapshots, faults (<a href="_sandbox/openapi.json">openapi.json</a>, <a href="_sandbox/openapi.yaml">openapi.yaml</a>)</li>
</ul>

<h2>Guides</h2>
<ul>
${GUIDES.map((guide) => `<li><a href="docs/${guide}.md">${guide}</a>: ${GUIDE_DESCRIPTIONS[guide]}</li>`).join('\n')}
</ul>

<footer>mds-sandbox ${escapeHtml(info.version)}</footer>
</body>
</html>
`
}
