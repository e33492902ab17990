import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'

const SUFFIX = '?text'
const PREFIX = '\0text:'

/**
 * Imports any file as text, with `?text` after its name. The module gets a virtual id, because test runners let Node load
 * files of node_modules, and because ids must not contain the path of the build.
 */
export function text() {
  const paths = new Map()
  return {
    name: 'text',
    // For the list of bundled packages.
    api: { filesOf: (id) => (paths.has(id) ? [paths.get(id)] : []) },
    // Runs before Vite's resolver, which would keep the suffix in the id.
    enforce: 'pre',
    resolveId: {
      filter: { id: /\?text$/ },
      async handler(source, importer) {
        const resolved = await this.resolve(source.slice(0, -SUFFIX.length), importer, { skipSelf: true })
        if (!resolved) throw new Error(`Cannot resolve ${source}`)
        const id =
          PREFIX +
          relative(process.cwd(), resolved.id)
            .replace(/^.*node_modules\//, '')
            .replaceAll(/\W+/g, '-')
        paths.set(id, resolved.id)
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
