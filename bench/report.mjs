import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { COLUMNS, OURS, PEERS } from './peers.mjs'
import { REASONS } from './reasons.mjs'

const NOT_MEASURED = '–'

function describeMachine() {
  const all = cpus()
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GB`
  return `${all[0]?.model.trim()}, ${all.length} cores, ${memory}, ${type()} ${release()} ${process.arch}`
}

const listVersions = () =>
  [
    `Node ${process.version.slice(1)}`,
    ...Object.entries(PEERS).map(([name, { version }]) => `${name} ${version}`),
  ].join(', ')

const tableLine = (cells) => `| ${cells.join(' | ')} |`
const table = (head, rows) =>
  [tableLine(head), tableLine(head.map((_, i) => (i === 0 ? '---' : '--:'))), ...rows.map(tableLine)].join('\n')
const list = (items) => items.map((item) => `- ${item}`).join('\n')

/** Two significant decimals. */
const formatRatio = (n) => (n >= 10 ? n.toFixed(0) : n >= 0.1 ? n.toFixed(2) : n.toFixed(3))

function formatCell(name, { format, values, ratios }) {
  const value = values.get(name)
  if (value === undefined) return NOT_MEASURED
  if (name === OURS) return format(value)
  const ratio = ratios?.get(name) ?? values.get(OURS) / value
  return `${format(value)} (${formatRatio(ratio)})`
}

/** Every row in which another server is ahead, with the reason. Rows with the same reason share a line. */
function listSlowerRows(rows) {
  const rowsByReason = new Map()
  for (const { id, label, better, values, ratios } of rows)
    for (const name of COLUMNS.slice(1)) {
      if (!values.has(name)) continue
      const ratio = ratios?.get(name) ?? values.get(OURS) / values.get(name)
      if (better === 'more' ? ratio >= 1 : ratio <= 1) continue
      const why = REASONS[id]?.[name] ?? '**unexplained**: fix it, unless the machine was busy'
      const reason = `compared with ${name}: ${why}.`
      rowsByReason.set(reason, [...(rowsByReason.get(reason) ?? []), label])
    }
  return [...rowsByReason].map(([reason, all]) => `**${all.join('; ')}** ${reason}`)
}

/** Collects the results of the sections. A section that fails is reported and does not affect the others. */
export function createReport() {
  // The load before the benchmark itself starts.
  const [load] = loadavg()
  const rows = []
  const targets = []
  const notes = []
  const warnings = []
  const skipped = new Map()
  return {
    addRow: (id, label, row) => rows.push({ id, label, ...row }),
    addTarget(label, ratio, { atLeast, atMost }) {
      const isMet = atLeast === undefined ? ratio <= atMost : ratio >= atLeast
      const wanted = atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`
      targets.push([label, formatRatio(ratio), wanted, isMet ? 'met' : '**missed**'])
    },
    addNote: (text) => notes.push(text),
    addWarning: (text) => warnings.push(text),
    skipServer: (name, reason) => skipped.set(name, reason),
    markdown() {
      const sections = [
        `Measured on ${new Date().toISOString().slice(0, 10)} on ${describeMachine()}. System load at the start: ${load.toFixed(1)}. ${listVersions()}.`,
      ]
      if (rows.length > 0) {
        sections.push(
          table(
            ['', ...COLUMNS],
            rows.map((row) => [row.label, ...COLUMNS.map((name) => formatCell(name, row))]),
          ),
        )
      }
      if (skipped.size > 0)
        sections.push(list([...skipped].map(([name, reason]) => `${name} was left out: ${reason}.`)))
      if (warnings.length > 0) sections.push(list(warnings.map((warning) => `**Warning:** ${warning}.`)))
      if (targets.length > 0) sections.push('### Targets', table(['ratio', 'measured', 'target', 'result'], targets))
      const slower = listSlowerRows(rows)
      if (slower.length > 0) sections.push('### Where mds-sandbox is behind', list(slower))
      if (notes.length > 0) sections.push('### Notes', list(notes))
      return sections.join('\n\n')
    },
  }
}
