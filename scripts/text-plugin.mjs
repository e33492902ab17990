import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'

const SUFFIX = '?text'
const PREFIX = '\0text:'

/**
 * Lets a module import any file as text, with `?text` after its name. Such a module gets a name of its own: what looks
 * like a file of node_modules, test runners leave to Node to run. And no name tells where the package was built.
 */
export function text() {
  const paths = new Map()
  return {
    name: 'text',
    // Before Vite's own resolver, which leaves the suffix in the name.
    enforce: 'pre',
    resolveId: {
      filter: { id: /\?text$/ },
      async handler(source, importer) {
        const found = await this.resolve(source.slice(0, -SUFFIX.length), importer, { skipSelf: true })
        if (!found) throw new Error(`${source} leads nowhere`)
        const id =
          PREFIX +
          relative(process.cwd(), found.id)
            .replace(/^.*node_modules\//, '')
            .replaceAll(/\W+/g, '-')
        paths.set(id, found.id)
        return id
      },
    },
    load: {
      filter: { id: /^\0text:/ },
      async handler(id) {
        const content = await readFile(paths.get(id), 'utf8')
        return { code: `export default ${JSON.stringify(content)}`, moduleType: 'js', map: null }
      },
    },
  }
}
