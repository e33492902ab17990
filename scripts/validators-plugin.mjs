import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { parse } from 'yaml'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))

/** The compiler is a part of the sources, and shares the judge's ideas of the schemas: bundled to be run right here. */
async function loadCompiler() {
  const bundle = await rolldown({
    input: here('../src/contract/compile-validators.ts'),
    platform: 'node',
    external: /^[\w@]/,
    resolve: { extensionAlias: { '.js': ['.ts'] } },
  })
  const file = here('../node_modules/.cache/mds-sandbox/compile.mjs')
  await bundle.write({ file, format: 'esm' })
  await bundle.close()
  return import(`${pathToFileURL(file)}?${Date.now()}`)
}

/** What AJV writes for CommonJS, for us. */
const asModule = (code) =>
  `import ucs2length from 'ajv/dist/runtime/ucs2length.js'
import equal from 'ajv/dist/runtime/equal.js'
import { fastFormats as fast, fullFormats as full } from 'ajv-formats/dist/formats.js'
import { isUpc } from '${here('../src/core/catalogue/upc-and-isrc.ts')}'
const fullFormats = { ...full, upc: isUpc }
const fastFormats = { ...fast, upc: isUpc }
${code
  .replace('"use strict";', '')
  .replaceAll(/require\("ajv\/dist\/runtime\/(\w+)"\)(?:\.default)?/g, '($1.default ?? $1)')}`

/** How its own modules are called: a path, so that nobody takes them for packages. */
const PART = '/looks-'

/** Lets a module import the looks of an OpenAPI document, with `?looks` after its name. */
export function looks() {
  let compiling
  const compiled = new Map()
  const compile = async (path) => {
    compiling ??= loadCompiler()
    const [{ compileLooks }, text] = await Promise.all([compiling, readFile(path, 'utf8')])
    return compileLooks(parse(text))
  }
  return {
    name: 'looks',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\?looks$|^\/looks-/ },
      async handler(source, importer) {
        if (source.startsWith(PART)) return `\0${source}`
        const found = await this.resolve(source.slice(0, -'?looks'.length), importer, { skipSelf: true })
        if (!found) throw new Error(`${source} leads nowhere`)
        const name = basename(found.id, '.yaml').replaceAll('.', '-')
        compiled.set(name, compile(found.id))
        return `\0${PART}${name}:looks`
      },
    },
    load: {
      filter: { id: /^\0\/looks-/ },
      async handler(id) {
        const [name, part] = id.slice(`\0${PART}`.length).split(':')
        const found = await compiled.get(name)
        const imports = `import * as ofRequests from '${PART}${name}:requests'\nimport * as ofAnswers from '${PART}${name}:answers'\n`
        return { code: part === 'looks' ? imports + found.looks : asModule(found[part]), moduleType: 'js', map: null }
      },
    },
  }
}
