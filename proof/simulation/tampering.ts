import type { Random } from '../runner/random.js'
import { KEY } from './clients.js'
import type { Machine } from './machine.js'
import { sleep } from './schedule.js'
import { Violation } from './violation.js'

const WORLDS = '/home/data/worlds'

/** A change to a file of a world while no process runs. */
export interface Tampering {
  file: 'snapshot' | 'journal'
  how: 'delete' | 'empty' | 'cut at the end of a line'
}

export const pickTampering = (random: Random): Tampering => ({
  file: random.pick(['snapshot', 'journal'] as const),
  how: random.pick(['delete', 'empty', 'cut at the end of a line'] as const),
})

function change(how: Tampering['how'], content: Buffer, random: Random): Buffer | undefined {
  if (how === 'delete') return undefined
  if (how === 'empty') return Buffer.alloc(0)
  const lines = content.toString('latin1').split(/(?<=\n)/)
  return Buffer.from(lines.slice(0, random.below(lines.length)).join(''), 'latin1')
}

const generationOf = (path: string) => Number(path.split('.').at(-2))

/** Longer than the index waits before it is written, plus the time of writing and syncing it and the log. */
const CONFIRMED_AFTER_MS = 2000

/** Less than what was stored must never be accepted silently. */
export async function checkTampering(machine: Machine, { file, how }: Tampering, random: Random): Promise<void> {
  const { disk, scope } = machine
  const write = async () => {
    const release = { title: 'Tampered', artists: [{ name: 'A', role: 'main' }], release_date: '2029-01-01' }
    const made = machine.call('api', 'POST', '/v1/releases', { 'x-api-key': KEY }, release)
    let isDone = false
    const done = () => void (isDone = true)
    made.then(done, done)
    await new Promise(setImmediate)
    await machine.runUntil(() => isDone)
    const { status, text } = await made
    if (status !== 201) throw new Violation(`The write before tampering got ${status}: ${text}`)
    return JSON.parse(text).id as string
  }
  const ids: string[] = []
  for (let i = 1 + random.below(3); i > 0; i--) ids.push(await write())
  if (file === 'snapshot' && random.percent(50)) await machine.stop()
  else {
    let isOver = false
    void sleep(scope, CONFIRMED_AFTER_MS).then(() => (isOver = true))
    await machine.runUntil(() => isOver)
    machine.crashProcess(random.pick(['kill', 'power'] as const))
  }
  const files = disk.filesIn(WORLDS)
  const generations = files.flatMap((name) => (name.includes(`${KEY}.`) && name.endsWith('.snapshot') ? [name] : []))
  const newest = generations.sort((a, b) => generationOf(a) - generationOf(b)).at(-1) as string
  const path = files.find((name) => name === newest.replace(/snapshot$/, file))
  // The world was put away after its last write, so it has no log.
  if (!path) return
  disk.tamper(path, (content) => change(how, content, random))
  if (!(await machine.start())) throw new Violation(`The sandbox does not start after: ${how}. ${machine.startError}`)
  const outcome = await machine.loadWorld(KEY).then(
    // A crash while the world was put away can leave the previous generation complete, too.
    (world) => (world && ids.every((id) => world.state.releases.get(id)) ? '' : 'less was loaded'),
    (error: Error) =>
      /is missing|was cut off|is incomplete|is not a snapshot|is damaged/.test(error.message) ? '' : error.message,
  )
  if (outcome) throw new Violation(`After "${how}" of ${path}, the damage is not noticed: ${outcome}.`)
}
