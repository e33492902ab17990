import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { parse } from 'yaml'

const resolvePath = (path) => fileURLToPath(new URL(path, import.meta.url))

/** The compiler is TypeScript and shares code with the validator, so it is bundled before it runs. */
async function loadCompiler() {
  const bundle = await rolldown({
    input: resolvePath('../src/contract/validator-compiler.ts'),
    platform: 'node',
    external: /^[\w@]/,
    resolve: { extensionAlias: { '.js': ['.ts'] } },
  })
  const file = resolvePath('../node_modules/.cache/mds-sandbox/compile.mjs')
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

/** Imports the compiled validators of an OpenAPI document, with `?validators` after its name. */
export function validators() {
  let compiling
  const compiled = new Map()
  const compile = async (path) => {
    compiling ??= loadCompiler()
    const [{ compileValidators }, text] = await Promise.all([compiling, readFile(path, 'utf8')])
    return compileValidators(parse(text))
  }
  return {
    name: 'validators',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\?validators$|^\/validators-/ },
      async handler(source, importer) {
        if (source.startsWith(MODULE_PREFIX)) return `\0${source}`
        const resolved = await this.resolve(source.slice(0, -'?validators'.length), importer, { skipSelf: true })
        if (!resolved) throw new Error(`Cannot resolve ${source}`)
        const name = basename(resolved.id, '.yaml').replaceAll('.', '-')
        compiled.set(name, compile(resolved.id))
        return `\0${MODULE_PREFIX}${name}:validators`
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
