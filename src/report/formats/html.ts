import { type ClientReport, DIMENSIONS, type RuleVerdict } from '../client-report.js'
import type { GateResult } from '../gate.js'
import { escapeHtml } from './escape.js'
import { brokenRules, describeEvidence, describeGate, describeScope, pluralize } from './text.js'

const STYLE = `
:root { color-scheme: light dark; --error: #b3261e; --warning: #8a5300; --kept: #146c2e; --line: #8886; }
@media (prefers-color-scheme: dark) { :root { --error: #ffb4ab; --warning: #ffb95c; --kept: #7fdb95; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid var(--line); }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
.error { color: var(--error); } .warning { color: var(--warning); } .kept { color: var(--kept); }
section { break-inside: avoid; }
@media print { body { margin: 0; max-width: none; } }
`

/** One file without scripts and without references to other files, for a browser or for print. */
export function formatHtml(report: ClientReport, gate: GateResult): string {
  const broken = brokenRules(report)
  const others = report.rules.filter(({ result }) => result !== 'broken')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Client report: ${gate.isPassed ? 'passed' : 'failed'}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Client report</h1>
<p>${escapeHtml(describeScope(report))}. mds-sandbox ${escapeHtml(report.version)}, contract ${escapeHtml(report.contract)}.</p>
${describeGate(gate)
  .map((line) => `<p class="${gate.isPassed ? 'kept' : 'error'}">${escapeHtml(line)}</p>`)
  .join('\n')}
${report.notes.map((note) => `<p>${escapeHtml(note)}</p>`).join('\n')}
<h2>Broken rules</h2>
${broken.length === 0 ? '<p>None.</p>' : broken.map(formatRule).join('\n')}
<h2>Other rules</h2>
<table>
<thead><tr><th scope="col">Rule</th><th scope="col">Result</th><th scope="col">What would try it</th></tr></thead>
<tbody>
${others
  .map(
    ({ id, result, title, try_it }) =>
      `<tr><td><code>${escapeHtml(id)}</code><br>${escapeHtml(title)}</td><td class="${result}">${result === 'kept' ? 'kept' : 'not tried'}</td><td>${result === 'kept' ? '' : `<code>${escapeHtml(try_it)}</code>`}</td></tr>`,
  )
  .join('\n')}
</tbody>
</table>
<h2>Coverage</h2>
<table>
<thead><tr><th scope="col">Dimension</th><th scope="col">Covered</th><th scope="col">Only met</th><th scope="col">Missing</th></tr></thead>
<tbody>
${DIMENSIONS.map((dimension) => {
  const { covered, partial, missing } = report.coverage[dimension]
  const total = covered.length + partial.length + missing.length
  return `<tr><th scope="row">${dimension}</th><td>${covered.length} of ${total}</td><td>${escapeHtml(partial.join(', '))}</td><td>${escapeHtml(missing.join(', '))}</td></tr>`
}).join('\n')}
</tbody>
</table>
</main>
</body>
</html>
`
}

function formatRule({ id, severity, title, count, evidence, remedy, guide }: RuleVerdict): string {
  const rows = evidence.map(
    (piece) => `<li>${escapeHtml(piece.what)}<br><code>${escapeHtml(describeEvidence(piece))}</code></li>`,
  )
  return `<section>
<h3 id="${escapeHtml(id)}"><code>${escapeHtml(id)}</code> <span class="${severity}">${severity}, ${pluralize(count, 'time')}</span></h3>
<p>${escapeHtml(title)}. ${escapeHtml(remedy)} See <code>${escapeHtml(guide)}</code>.</p>
<ul>
${rows.join('\n')}
</ul>
</section>`
}
