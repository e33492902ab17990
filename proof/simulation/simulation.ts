import { CaseFailure, type Proof } from '../runner/proof.js'
import { type CaseStats, runCase } from './case.js'

/** So many are run twice. */
const RUN_TWICE_COUNT = 5

export const proof: Proof = {
  claim: 'Whatever disk, network and crashes do: what was answered lasts, nothing happens twice, every event ends.',
  cases: 1000,
  async run({ seeds }) {
    const total = { cases: 0, calls: 0, sent: 0, crashes: 0, setbacks: 0, operations: 0, steps: 0 }
    for (const seed of seeds) {
      const stats = await runSeed(seed)
      if (total.cases < RUN_TWICE_COUNT && (await runSeed(seed)).digest !== stats.digest)
        throw new CaseFailure(seed, 'The same seed leads to another story the second time.')
      total.cases++
      for (const name of ['calls', 'sent', 'crashes', 'setbacks', 'operations', 'steps'] as const)
        total[name] += stats[name]
    }
    const { cases, calls, sent, crashes, setbacks, operations, steps } = total
    return [
      `${cases} cases of ${steps} steps: ${calls} writes, ${sent} events sent, ${operations} operations of the disk`,
      `${crashes} crashes, ${setbacks} failed writes taken back`,
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
