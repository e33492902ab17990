import { CaseFailure, type Proof } from '../runner/proof.js'
import { runCase } from './run-case.js'

export const importProof: Proof = {
  claim: 'An imported file is refused with the place of what is wrong, or gives a world that works and harms no other.',
  cases: 20,
  async run({ seeds, isFullRun }) {
    const total = { refused: 0, accepted: 0, restarts: 0 }
    for (const seed of seeds)
      try {
        const counts = await runCase(seed)
        for (const name of ['refused', 'accepted', 'restarts'] as const) total[name] += counts[name]
      } catch (error) {
        throw new CaseFailure(seed, (error as Error).message)
      }
    if (isFullRun() && (total.refused < 200 || total.accepted < 50)) throw new Error('The mutants are too similar.')
    return [`${total.refused} files refused, ${total.accepted} accepted and restored, ${total.restarts} restarts`]
  },
}
