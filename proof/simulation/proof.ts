import { CaseFailure, type Proof } from '../runner/proof.js'
import { type CaseStats, runCase } from './run-case.js'

/** Number of cases that run twice, to check that they are deterministic. */
const RUN_TWICE_COUNT = 5

export const simulationProof: Proof = {
  claim: 'Whatever disk, network and crashes do: acknowledged changes last, nothing happens twice, every event ends.',
  cases: 1000,
  async run({ seeds }) {
    const total = { cases: 0, calls: 0, sent: 0, crashes: 0, rollbacks: 0, operations: 0, steps: 0 }
    for (const seed of seeds) {
      const stats = await runSeed(seed)
      if (total.cases < RUN_TWICE_COUNT && (await runSeed(seed)).digest !== stats.digest)
        throw new CaseFailure(seed, 'The same seed gives another digest the second time.')
      total.cases++
      for (const name of ['calls', 'sent', 'crashes', 'rollbacks', 'operations', 'steps'] as const)
        total[name] += stats[name]
    }
    const { cases, calls, sent, crashes, rollbacks, operations, steps } = total
    return [
      `${cases} cases of ${steps} steps: ${calls} writes, ${sent} events sent, ${operations} disk operations`,
      `${crashes} crashes, ${rollbacks} failed writes rolled back`,
    ]
  },
}

async function runSeed(seed: number): Promise<CaseStats> {
  try {
    return await runCase(seed)
  } catch (error) {
    throw new CaseFailure(seed, (error as Error).message)
  }
}
