import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { parse } from 'yaml'

const resolvePath = (path) => fileURLToPath(new URL(path, import.meta.url))

/** The compilers are TypeScript and share code with the validator, so they are bundled before they run. */
async function loadCompiler(name) {
  const bundle = await rolldown({
    input: resolvePath(`../src/contract/${name}.ts`),
    platform: 'node',
    external: /^[\w@]/,
    resolve: { extensionAlias: { '.js': ['.ts'] } },
  })
  const file = resolvePath(`../node_modules/.cache/mds-sandbox/${name}.mjs`)
  await bundle.write({ file, format: 'esm' })
  await bundle.close()
  return import(`${pathToFileURL(file)}?${Date.now()}`)
}

/** Replaces the CommonJS requires in AJV's output. */
const toEsModule = (code) =>
  `import ucs2length from 'ajv/dist/runtime/ucs2length.js'
import equal from 'ajv/dist/runtime/equal.js'
import { fastFormats as fast, fullFormats as full } from 'ajv-formats/dist/formats.js'
import { isUpc } from '${resolvePath('../src/core/catalogue/upc-and-isrc.ts')}'
const fullFormats = { ...full, upc: isUpc }
const fastFormats = { ...fast, upc: isUpc }
${code
  .replace('"use strict";', '')
  .replaceAll(/require\("ajv\/dist\/runtime\/(\w+)"\)(?:\.default)?/g, '($1.default ?? $1)')}`

/** The ids of virtual modules are paths, so that they are not resolved as packages. */
const MODULE_PREFIX = '/validators-'

const readYaml = async (path) => parse(await readFile(path, 'utf8'))

/**
 * Imports the compiled validators of an OpenAPI document, with `?validators` after its name, or of the schemas of
 * snapshot rows, with `?row-validators`.
 */
export function validators() {
  const loading = new Map()
  const load = (name) => {
    if (!loading.has(name)) loading.set(name, loadCompiler(name))
    return loading.get(name)
  }
  const compiled = new Map()
  const compile = async (path) => {
    const [{ compileValidators }, document] = await Promise.all([load('validator-compiler'), readYaml(path)])
    return compileValidators(document)
  }
  const compileRows = async (path) => {
    const [{ compileRowValidators }, schemas, document] = await Promise.all([
      load('row-validator-compiler'),
      readYaml(path),
      readYaml(resolvePath('../openapi.yaml')),
    ])
    return { rows: compileRowValidators(schemas, document) }
  }
  return {
    name: 'validators',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\?(?:row-)?validators$|^\/validators-/ },
      async handler(source, importer) {
        if (source.startsWith(MODULE_PREFIX)) return `\0${source}`
        const [path, kind] = source.split('?')
        const resolved = await this.resolve(path, importer, { skipSelf: true })
        if (!resolved) throw new Error(`Cannot resolve ${source}`)
        const name = basename(resolved.id, '.yaml').replaceAll('.', '-')
        compiled.set(name, kind === 'validators' ? compile(resolved.id) : compileRows(resolved.id))
        return `\0${MODULE_PREFIX}${name}:${kind === 'validators' ? 'validators' : 'rows'}`
      },
    },
    load: {
      filter: { id: /^\0\/validators-/ },
      async handler(id) {
        const [name, part] = id.slice(`\0${MODULE_PREFIX}`.length).split(':')
        const modules = await compiled.get(name)
        const imports = `import * as ofRequests from '${MODULE_PREFIX}${name}:requests'\nimport * as ofResponses from '${MODULE_PREFIX}${name}:responses'\n`
        return {
          code: part === 'validators' ? imports + modules.validators : toEsModule(modules[part]),
          moduleType: 'js',
          map: null,
        }
      },
    },
  }
}
