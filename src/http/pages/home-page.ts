import { escapeHtml } from './escape-html.js'
import { GUIDES, type Guide } from './page-paths.js'
import type { SandboxInfo } from './sandbox-info.js'

const GUIDE_DESCRIPTIONS: Record<Guide, string> = {
  api: 'keys, worlds, uploads, retries',
  dashboard: 'see what happens in a browser, and act on it',
  configuration: 'flags, environment variables, time, rate limits, Docker',
  scenarios: 'built-in scenarios, and how to write your own',
  fixtures: 'your own catalogue, stores and accounts',
  'control-plane': 'clock, faults, snapshots and events over HTTP',
  cli: 'the same on the command line',
  library: 'a sandbox inside your tests',
  testing: 'one command in CI, waiting, helpers for tests',
  webhooks: 'receiving and verifying events',
  ern: 'DDEX messages, for enterprise accounts',
  money: 'how amounts are calculated',
  data: 'snapshots, and worlds on disk',
  journal: 'a reproducible run for a bug report',
  report: 'let CI judge your client',
  errors: 'every error code',
  limits: 'how large requests, worlds and streams can be',
  fidelity: 'what the sandbox assumes about the service',
}

const describeClock = ({ clock, speed }: SandboxInfo) =>
  clock === 'manual'
    ? 'manual: it moves only when you advance it'
    : `live, waits divided by ${Number.isFinite(speed) ? speed : 'max'}`

/** What the sandbox is and where its documents are, without JavaScript. `root` leads from the page to the root. */
export function homePage(info: SandboxInfo, root: '' | '../'): string {
  const { standard, enterprise } = info.keys
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>mds-sandbox</title>
<link rel="icon" href="${root}docs/favicon.svg">
<link rel="stylesheet" href="${root}docs/page.css">
</head>
<body>
<h1>mds-sandbox</h1>
<p>A local stand-in for the Music Distribution Service. It keeps state, follows the contract, and is deterministic. All
data is fictional. The sandbox sends nothing to other machines except to the webhook endpoints that you register.</p>

<h2>This sandbox</h2>
<dl>
<dt>standard key</dt><dd><code>${standard}</code></dd>
<dt>enterprise key</dt><dd><code>${enterprise}</code></dd>
<dt>scenario</dt><dd>${escapeHtml(info.scenario)}: ${escapeHtml(info.summary)}</dd>
<dt>clock</dt><dd>${describeClock(info)}</dd>
</dl>
<p>Replace <code>demo</code> with any name to get a separate world. Give every test job its own key.</p>
<pre><code>curl http://127.0.0.1:4010/v1/releases -H 'X-API-Key: ${standard}'</code></pre>

<p><a href="${root}_sandbox/ui">Open the dashboard</a> to watch requests and events, and to move the clock.</p>

<h2>Reference</h2>
<ul>
<li><a href="${root}docs">The service's API</a> (<a href="${root}openapi.json">openapi.json</a>, <a href="${root}openapi.yaml">openapi.yaml</a>)</li>
<li><a href="${root}_sandbox/docs">The control plane</a>: clock, scenario, events, snapshots, faults (<a href="${root}_sandbox/openapi.json">openapi.json</a>, <a href="${root}_sandbox/openapi.yaml">openapi.yaml</a>)</li>
</ul>

<h2>Guides</h2>
<ul>
${GUIDES.map((guide) => `<li><a href="${root}docs/${guide}">${guide}</a>: ${GUIDE_DESCRIPTIONS[guide]}</li>`).join('\n')}
</ul>

<footer>mds-sandbox ${escapeHtml(info.version)}</footer>
<script src="${root}docs/page.js"></script>
</body>
</html>
`
}
