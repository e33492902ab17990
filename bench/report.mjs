import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { COLUMNS, OURS, PEERS } from './peers.mjs'
import { REASONS } from './reasons.mjs'

const NONE = '–'

function machine() {
  const all = cpus()
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GB`
  return `${all[0]?.model.trim()}, ${all.length} cores, ${memory}, ${type()} ${release()} ${process.arch}`
}

const versions = () =>
  [
    `Node ${process.version.slice(1)}`,
    ...Object.entries(PEERS).map(([name, { version }]) => `${name} ${version}`),
  ].join(', ')

const line = (cells) => `| ${cells.join(' | ')} |`
const table = (head, rows) =>
  [line(head), line(head.map((_, i) => (i === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n')
const list = (items) => items.map((item) => `- ${item}`).join('\n')

/** Two digits that say something. */
const ratioText = (n) => (n >= 10 ? n.toFixed(0) : n >= 0.1 ? n.toFixed(2) : n.toFixed(3))

function cell(name, { format, values, ratios }) {
  const value = values.get(name)
  if (value === undefined) return NONE
  if (name === OURS) return format(value)
  const ratio = ratios?.get(name) ?? values.get(OURS) / value
  return `${format(value)} (${ratioText(ratio)})`
}

/** Every row in which another server is ahead, with the reason. Rows with the same reason share a line. */
function behind(rows) {
  const rowsByReason = new Map()
  for (const { id, words, better, values, ratios } of rows)
    for (const name of COLUMNS.slice(1)) {
      if (!values.has(name)) continue
      const ratio = ratios?.get(name) ?? values.get(OURS) / values.get(name)
      if (better === 'more' ? ratio >= 1 : ratio <= 1) continue
      const why = REASONS[id]?.[name] ?? '**unexplained**: fix it, unless the machine was busy'
      const reason = `compared with ${name}: ${why}.`
      rowsByReason.set(reason, [...(rowsByReason.get(reason) ?? []), words])
    }
  return [...rowsByReason].map(([reason, all]) => `**${all.join('; ')}** ${reason}`)
}

/** Collects the results of the sections. A section that fails is reported and does not affect the others. */
export function createReport() {
  // Not our own, which comes only now.
  const [load] = loadavg()
  const rows = []
  const targets = []
  const notes = []
  const warnings = []
  const skipped = new Map()
  return {
    row: (id, words, row) => rows.push({ id, words, ...row }),
    target(words, ratio, { atLeast, atMost }) {
      const isMet = atLeast === undefined ? ratio <= atMost : ratio >= atLeast
      const wanted = atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`
      targets.push([words, ratioText(ratio), wanted, isMet ? 'met' : '**missed**'])
    },
    note: (text) => notes.push(text),
    warn: (text) => warnings.push(text),
    skip: (name, why) => skipped.set(name, why),
    markdown() {
      const parts = [
        `Measured on ${new Date().toISOString().slice(0, 10)} on ${machine()}. System load at the start: ${load.toFixed(1)}. ${versions()}.`,
      ]
      if (rows.length > 0) {
        parts.push(
          table(
            ['', ...COLUMNS],
            rows.map((row) => [row.words, ...COLUMNS.map((name) => cell(name, row))]),
          ),
        )
      }
      if (skipped.size > 0) parts.push(list([...skipped].map(([name, why]) => `${name} was left out: ${why}.`)))
      if (warnings.length > 0) parts.push(list(warnings.map((warning) => `**Warning:** ${warning}.`)))
      if (targets.length > 0) parts.push('### Targets', table(['ratio', 'measured', 'target', 'result'], targets))
      const slower = behind(rows)
      if (slower.length > 0) parts.push('### Where mds-sandbox is behind', list(slower))
      if (notes.length > 0) parts.push('### Notes', list(notes))
      return parts.join('\n\n')
    },
  }
}
