import { CaseFailed, type Proof } from '../runner/proof.js'
import { createRandom } from '../runner/random.js'
import { type Facts, type Plan, planOf, runCase } from './case.js'
import type { Point } from './disk.js'

/** So many seeds belong to one run: more than it has points. */
export const BLOCK = 900
const RUNS = 3

/** Without any other trouble: the only crash is the one at the point. */
function runOf(seed: number): { run: number; plan: Plan; place: number } {
  const run = 1 + Math.floor((seed - 1) / BLOCK)
  const plan = { ...planOf(createRandom(run)), crashes: [], trouble: undefined, clients: 2, budget: 2 }
  const dataSync = run % 3 === 0 ? 'batch' : 'always'
  return { run, plan: { ...plan, options: { ...plan.options, dataSync } }, place: (seed - 1) % BLOCK }
}

/** How many operations of the disk a run has without a crash, by its number. */
const lengths = new Map<number, number>()

async function lengthOf(run: number, plan: Plan): Promise<number> {
  const known = lengths.get(run)
  if (known !== undefined) return known
  const { operations } = await runCase(run, plan)
  lengths.set(run, operations)
  return operations
}

const WAYS: Pick<Point, 'when' | 'by'>[] = (['before', 'in', 'after'] as const).flatMap((when) =>
  (['kill', 'power'] as const).map((by) => ({ when, by })),
)

/** The run of a seed, with a crash at the seed's point; undefined when the run has no such point. */
export async function runPoint(seed: number): Promise<Facts | undefined> {
  const { run, plan, place } = runOf(seed)
  const length = await lengthOf(run, plan)
  if (length * WAYS.length > BLOCK)
    throw new Error(`Run ${run} has ${length} operations: too many for a block of seeds.`)
  const operation = 1 + Math.floor(place / WAYS.length)
  const way = WAYS[place % WAYS.length] as (typeof WAYS)[number]
  return operation > length ? undefined : runCase(run, { ...plan, point: { operation, ...way } })
}

export const proof: Proof = {
  claim: 'A crash before, in and after every single operation of the disk leaves nothing lost and nothing half done.',
  cases: RUNS * BLOCK,
  async run({ seeds }) {
    let points = 0
    for (const seed of seeds)
      try {
        if (await runPoint(seed)) points++
      } catch (fault) {
        throw new CaseFailed(seed, (fault as Error).message)
      }
    const operations = [...lengths.values()].reduce((sum, length) => sum + length, 0)
    return [`${points} crashes in ${lengths.size} runs of ${operations} operations of the disk`]
  },
}
