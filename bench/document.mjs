import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PEERS } from './peers.mjs'

const PATH = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url))

/** Puts text between the marks of a name, in place of what was there. */
function put(text, name, content) {
  const [begin, end] = [`<!-- ${name}: made by npm run bench -->\n`, `\n<!-- end of ${name} -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/benchmarks.md has lost its marks of ${name}`)
  return `${text.slice(0, from + begin.length)}\n${content}\n${text.slice(to)}`
}

export function writeDocument(figures) {
  const peers = Object.entries(PEERS).map(([name, { package: what, does }]) => `- **${name}** (\`${what}\`) ${does}.`)
  const text = put(readFileSync(PATH, 'utf8'), 'peers', peers.join('\n'))
  writeFileSync(PATH, put(text, 'figures', figures))
}
