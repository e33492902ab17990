import { cpus } from 'node:os'

const HEAD = ['', 'ours', 'floor', 'ratio', 'target', '']

function verdict(ratio, { atLeast, atMost }) {
  if (atLeast !== undefined) return [`>= ${atLeast}`, ratio >= atLeast ? 'met' : 'missed']
  return [`<= ${atMost}`, ratio <= atMost ? 'met' : 'missed']
}

export function machine() {
  const all = cpus()
  return `node ${process.version}, ${process.platform} ${process.arch}, ${all[0]?.model.trim()}, ${all.length} cores`
}

/** Collects what the sections find, to be printed as one table at the end. */
export function createReport() {
  const rows = []
  const notes = []
  const warnings = []
  return {
    row: (words, ours, floor, ratio, target) =>
      rows.push([words, ours, floor, ratio.toFixed(2), ...verdict(ratio, target)]),
    note: (text) => notes.push(text),
    warn: (text) => warnings.push(text),
    print() {
      const table = [HEAD, ...rows]
      const widths = HEAD.map((_, i) => Math.max(...table.map((row) => row[i].length)))
      const pad = (cell, i) => (i === 0 || i === 5 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))
      const lines = table.map((row) => row.map(pad).join('  ').trimEnd())
      const rule = '-'.repeat(Math.max(...lines.map((line) => line.length)))
      console.log([machine(), '', lines[0], rule, ...lines.slice(1), '', ...notes].join('\n'))
      for (const warning of warnings) console.log(`\n!!! WARNING: ${warning}`)
    },
  }
}
