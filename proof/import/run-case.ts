import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox, type Sandbox } from '../../src/index.js'
import { createRandom } from '../runner/random.js'
import { type Mutant, mutate } from './mutations.js'
import { exportSampleWorld } from './sample-worlds.js'

/** What a case counts. */
export interface Counts {
  refused: number
  accepted: number
  restarts: number
}

const MUTANTS_PER_CASE = 25

/** Every list of the API and of the control plane. */
const READS = [
  ...['/v1/releases', '/v1/tracks', '/v1/assets', '/v1/deliveries', '/v1/webhooks', '/v1/payouts', '/v1/royalties'],
  ...['/v1/statements', '/v1/stores', '/_sandbox/events', '/_sandbox/agenda', '/_sandbox/faults', '/_sandbox/clock'],
  ...['/_sandbox/journal', '/_sandbox/scenario', '/_sandbox/snapshots'],
]

class Finding extends Error {}

function createCaller(sandbox: Sandbox, name: string) {
  const world = sandbox.world('enterprise', name)
  return async (method: string, path: string, body?: string) => {
    const init = { method, headers: { 'content-type': 'application/json' }, ...(body !== undefined && { body }) }
    const response = await world.fetch(path, init)
    const text = await response.text()
    if (response.status >= 500) throw new Finding(`${method} ${path} is answered with ${response.status}: ${text}`)
    return { status: response.status, text }
  }
}

/** A refusal names the place: a line, a path, or a property of the file as a whole. */
const isExplained = (text: string) =>
  /the file (is not valid: (line \d+: )?\w+|is damaged: |is not a snapshot|is incomplete: |has |is from a world of the|was saved with fixtures )/.test(
    text,
  )

/** Imports the mutant. If it is accepted, the world must work with it as with any other state. */
async function checkMutant(sandbox: Sandbox, { text: file }: Mutant, counts: Counts): Promise<void> {
  const [victim, neighbour] = [createCaller(sandbox, 'victim'), createCaller(sandbox, 'neighbour')]
  const before = await neighbour('GET', '/v1/releases')
  const { status, text } = await victim('POST', '/_sandbox/snapshots/import', file)
  if (status !== 201) {
    counts.refused++
    if (status !== 422 || !isExplained(text)) throw new Finding(`the refusal is ${status} ${text}`)
    return
  }
  counts.accepted++
  const { name } = JSON.parse(text)
  const expectStatus = async (expected: number, method: string, path: string, body?: object) => {
    const response = await victim(method, path, body && JSON.stringify(body))
    if (response.status !== expected)
      throw new Finding(
        `${method} ${path} is answered with ${response.status} instead of ${expected}: ${response.text}`,
      )
    return response.text
  }
  await expectStatus(200, 'POST', `/_sandbox/snapshots/${name}/restore`)
  // Otherwise the reads fail as the faults of the world say.
  await expectStatus(204, 'DELETE', '/_sandbox/faults')
  for (const duration of ['0s', '3d', '40d']) {
    await victim('POST', '/_sandbox/clock/advance', JSON.stringify({ duration }))
    for (const path of READS) await victim('GET', path)
    const invariants = JSON.parse(await expectStatus(200, 'GET', '/_sandbox/invariants?from=2024-12'))
    if (!invariants.ok) throw new Finding(`an invariant is violated: ${JSON.stringify(invariants)}`)
  }
  const release = { title: 'New', artists: [{ name: 'N', role: 'main' }], release_date: '2040-01-01' }
  await victim('POST', '/v1/releases', JSON.stringify(release))
  await expectStatus(201, 'POST', '/_sandbox/snapshots', { name: 'again' })
  const again = await expectStatus(200, 'GET', '/_sandbox/snapshots/again')
  const imported = await victim('POST', '/_sandbox/snapshots/import', again)
  if (imported.status !== 201) throw new Finding(`its export is not accepted: ${imported.text}`)
  if ((await neighbour('GET', '/v1/releases')).text !== before.text) throw new Finding('another world has changed')
}

/** Mutants of one exported world, in a sandbox with a data directory, which must start again after each accepted one. */
export async function runCase(seed: number, change = mutate): Promise<Counts> {
  const random = createRandom(seed)
  const counts = { refused: 0, accepted: 0, restarts: 0 }
  const original = await exportSampleWorld(random)
  const data = mkdtempSync(join(tmpdir(), 'mds-import-'))
  const start = () => createSandbox({ listen: false, clock: 'manual', data, dataSync: 'batch' })
  let sandbox = await start()
  let mutant: Mutant | undefined
  try {
    for (let i = 0; i < MUTANTS_PER_CASE; i++) {
      mutant = i === 0 ? { description: 'unchanged', text: original } : change(original, random)
      const { accepted } = counts
      await checkMutant(sandbox, mutant, counts)
      if (i === 0 && counts.accepted === 0) throw new Finding('it is refused')
      if (counts.accepted === accepted) continue
      await sandbox.close()
      sandbox = await start()
      counts.restarts++
      await createCaller(sandbox, 'victim')('GET', '/_sandbox/clock')
      await createCaller(sandbox, 'victim')('POST', '/_sandbox/reset')
    }
  } catch (error) {
    throw new Error(`The import of a file in which ${mutant?.description}: ${(error as Error).message}`)
  } finally {
    await sandbox.close()
    rmSync(data, { recursive: true, force: true })
  }
  return counts
}
