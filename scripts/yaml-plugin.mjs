import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'

const readYaml = async (path) => parse(await readFile(path, 'utf8'), { prettyErrors: true })

/** Returns the file's content, or throws an error that lists every issue. */
async function readSeed(path) {
  const name = basename(path, '.yaml')
  if (name === 'schema') return readYaml(path)
  const schema = await readYaml(join(dirname(path), 'schema.yaml'))
  const ajv = new Ajv2020({ allErrors: true, strictTypes: false, keywords: ['x-issue'] })
  const validate = ajv.compile({ ...schema, required: [name] })
  const seed = await readYaml(path)
  if (validate({ [name]: seed })) return seed
  throw new Error(`${path} is invalid: ${ajv.errorsText(validate.errors, { dataVar: 'seeds', separator: '; ' })}`)
}

async function readScenario(path) {
  const schema = JSON.parse(await readFile(join(dirname(path), 'schema.json'), 'utf8'))
  const ajv = new Ajv2020({ allErrors: true, strict: false, formats: { 'date-time': true } })
  const scenario = await readYaml(path)
  if (ajv.validate(schema, scenario) && scenario.name === basename(path, '.yaml')) return scenario
  throw new Error(`${path} is invalid: ${ajv.errorsText() || 'its name differs from the file name'}`)
}

const READERS_BY_FOLDER = { seeds: readSeed, scenarios: readScenario }

/** Imports a YAML file. It is parsed and checked at build time, so that the sandbox does not have to. */
export function yaml() {
  return {
    name: 'yaml',
    async load(id) {
      if (!id.endsWith('.yaml')) return null
      const json = JSON.stringify(await (READERS_BY_FOLDER[basename(dirname(id))] ?? readYaml)(id))
      // JSON.parse of a string is several times faster to load than an object literal.
      return { code: `export default JSON.parse(${JSON.stringify(json)})`, moduleType: 'js', map: null }
    },
  }
}
