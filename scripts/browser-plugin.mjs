import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { rolldown } from 'rolldown'

const SUFFIX = '?browser'
const PREFIX = '\0browser:'

/** Compiles a browser application into one script. */
async function compileScript(entry) {
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    // The options below replace the one of the application, which the editor and the type check use.
    tsconfig: false,
    resolve: { extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
    transform: { target: 'es2023', jsx: { runtime: 'automatic', importSource: 'preact' } },
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false })
  await bundle.close()
  const { code, moduleIds } = output[0]
  return { code, moduleIds }
}

/** All style sheets of the application's folder in the order of their paths, without comments and indentation. */
async function joinStyles(folder) {
  const files = await findStyles(folder)
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return texts
    .join('')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/^\s+/gm, '')
}

async function findStyles(folder) {
  const files = await readdir(folder, { recursive: true })
  return files.filter((file) => file.endsWith('.css')).sort()
}

/**
 * Imports a browser application, with `?browser` after the name of its entry: the script and the style sheet as texts. They
 * are compiled when the package is built.
 */
export function browser() {
  const entries = new Map()
  /** The files of each application, for the list of third-party licences. */
  const filesById = new Map()
  return {
    name: 'browser',
    enforce: 'pre',
    api: { filesOf: (id) => filesById.get(id) ?? [] },
    resolveId: {
      filter: { id: /\?browser$/ },
      handler(source, importer) {
        const path = join(dirname(importer), source.slice(0, -SUFFIX.length))
        const id = PREFIX + relative(process.cwd(), path).replaceAll(/\W+/g, '-')
        entries.set(id, path)
        return id
      },
    },
    load: {
      filter: { id: /^\0browser:/ },
      async handler(id) {
        const entry = entries.get(id)
        const [script, style] = await Promise.all([compileScript(entry), joinStyles(dirname(entry))])
        filesById.set(id, script.moduleIds)
        const code = `export const script = ${JSON.stringify(script.code)}\nexport const style = ${JSON.stringify(style)}`
        return { code, moduleType: 'js', map: null }
      },
    },
  }
}
