import { CaseFailure, type Proof } from '../runner/proof.js'
import { createRandom } from '../runner/random.js'
import type { CrashPoint } from './disk.js'
import { type CasePlan, type CaseStats, createPlan, runCase } from './run-case.js'

/** Number of seeds per run. It must exceed the number of crash points of a run. */
export const SEEDS_PER_RUN = 1200
const RUNS = 3

/** No other failures: the only crash is the one at the crash point. */
function runFor(seed: number): { run: number; plan: CasePlan; pointIndex: number } {
  const run = 1 + Math.floor((seed - 1) / SEEDS_PER_RUN)
  const plan = { ...createPlan(createRandom(run)), crashes: [], diskFailures: undefined, clients: 2, tasksPerClient: 2 }
  const dataSync = run % 3 === 0 ? 'batch' : 'always'
  return { run, plan: { ...plan, options: { ...plan.options, dataSync } }, pointIndex: (seed - 1) % SEEDS_PER_RUN }
}

/** Number of disk operations of a run without a crash, by run. */
const operationCounts = new Map<number, number>()

async function countOperations(run: number, plan: CasePlan): Promise<number> {
  const known = operationCounts.get(run)
  if (known !== undefined) return known
  const { operations } = await runCase(run, plan)
  operationCounts.set(run, operations)
  return operations
}

const CRASH_VARIANTS: Pick<CrashPoint, 'when' | 'kind'>[] = (['before', 'in', 'after'] as const).flatMap((when) =>
  (['kill', 'power'] as const).map((kind) => ({ when, kind })),
)

/** The run of a seed with a crash at the seed's crash point. Undefined if the run has no such point. */
export async function runCrashPoint(seed: number): Promise<CaseStats | undefined> {
  const { run, plan, pointIndex } = runFor(seed)
  const operationCount = await countOperations(run, plan)
  if (operationCount * CRASH_VARIANTS.length > SEEDS_PER_RUN)
    throw new Error(`Run ${run} has ${operationCount} operations: more than SEEDS_PER_RUN allows.`)
  const operation = 1 + Math.floor(pointIndex / CRASH_VARIANTS.length)
  const variant = CRASH_VARIANTS[pointIndex % CRASH_VARIANTS.length] as (typeof CRASH_VARIANTS)[number]
  return operation > operationCount ? undefined : runCase(run, { ...plan, crashPoint: { operation, ...variant } })
}

export const crashPointsProof: Proof = {
  claim: 'A crash before, in or after any single disk operation loses nothing and leaves nothing half done.',
  cases: RUNS * SEEDS_PER_RUN,
  async run({ seeds }) {
    let points = 0
    for (const seed of seeds)
      try {
        if (await runCrashPoint(seed)) points++
      } catch (error) {
        throw new CaseFailure(seed, (error as Error).message)
      }
    const operations = [...operationCounts.values()].reduce((sum, length) => sum + length, 0)
    return [`${points} crashes in ${operationCounts.size} runs of ${operations} disk operations`]
  },
}
