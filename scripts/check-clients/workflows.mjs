import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installFromNpm, run } from './commands.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const always = async () => undefined
// The walk-through has a fixed release date, which must not be in the past.
const flags = ['--clock', 'manual']

/** Runs every request of the Postman collection: the walk-through first, then each operation. */
const newman = {
  name: 'postman-newman',
  tools: 'newman',
  flags,
  findMissingTool: always,
  async run({ tools, env }) {
    await installFromNpm(tools, { newman: '6.2.2' })
    const variables = ['--env-var', `baseUrl=${env.MDS_URL}`, '--env-var', `apiKey=${env.MDS_KEY}`]
    const args = ['run', join(ROOT, 'clients/postman_collection.json'), ...variables, '--color', 'off']
    await run(join(tools, 'node_modules/.bin/newman'), args, { env })
  },
}

/** Runs the Arazzo document. */
const respect = {
  name: 'arazzo-respect',
  tools: 'respect',
  flags,
  findMissingTool: always,
  async run({ folder, env }) {
    const servers = ['service', 'control'].flatMap((source) => ['--server', `${source}=${env.MDS_URL}`])
    const args = ['respect', join(ROOT, 'clients/walk-through.arazzo.yaml'), '--input', `apiKey=${env.MDS_KEY}`]
    await run(join(ROOT, 'node_modules/.bin/redocly'), [...args, ...servers], { cwd: folder, env })
  },
}

export const WORKFLOWS = [newman, respect]
