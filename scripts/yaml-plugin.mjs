import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'

const read = async (path) => parse(await readFile(path, 'utf8'), { prettyErrors: true })

/** The file's content, or an error that names every fault in it. */
async function readSeed(path) {
  const name = basename(path, '.yaml')
  const schema = await read(join(dirname(path), 'schema.yaml'))
  const ajv = new Ajv2020({ allErrors: true, strictTypes: false })
  const validate = ajv.compile({ ...schema, required: [name] })
  const seed = await read(path)
  if (validate({ [name]: seed })) return seed
  throw new Error(`${path} is wrong: ${ajv.errorsText(validate.errors, { dataVar: 'seeds', separator: '; ' })}`)
}

async function readScenario(path) {
  const schema = JSON.parse(await readFile(join(dirname(path), 'schema.json'), 'utf8'))
  const ajv = new Ajv2020({ allErrors: true, strict: false, formats: { 'date-time': true } })
  const scenario = await read(path)
  if (ajv.validate(schema, scenario) && scenario.name === basename(path, '.yaml')) return scenario
  throw new Error(`${path} is wrong: ${ajv.errorsText() || 'its name is not that of the file'}`)
}

const READERS = { seeds: readSeed, scenarios: readScenario }

/**
 * Lets a module import a YAML file. It is parsed and checked here, once, so that the running sandbox needs neither
 * a YAML parser nor the time for it.
 */
export function yaml() {
  return {
    name: 'yaml',
    async load(id) {
      if (!id.endsWith('.yaml')) return null
      const json = JSON.stringify(await (READERS[basename(dirname(id))] ?? read)(id))
      // JSON.parse of a string is several times faster to load than an object literal.
      return { code: `export default JSON.parse(${JSON.stringify(json)})`, moduleType: 'js', map: null }
    },
  }
}
