import fc from 'fast-check'
import { createSandbox } from '../../src/index.js'
import { CaseFailed, type Proof } from '../proof.js'
import { cases } from './cases.js'
import type { Fetch } from './client.js'
import { type Counts, Mismatch, play } from './play.js'

/** How often a failing case is tried in a shorter form. */
const MOST_TRIES = 500

/** Tries the case of a seed; what it found wrong, told by the fewest steps that show it. */
export async function tryCase(fetch: Fetch, seed: number, counts?: Counts): Promise<string | undefined> {
  let tries = 0
  const property = fc.asyncProperty(cases, async (one) => {
    // Enough is enough: what is left to try counts as well.
    if (++tries <= MOST_TRIES) await play(fetch, one, counts)
  })
  const { failed, errorInstance } = await fc.check(property, { seed, numRuns: 1 })
  if (!failed) return undefined
  if (errorInstance instanceof Mismatch) return errorInstance.message
  throw errorInstance
}

export const proof: Proof = {
  claim:
    'Whatever is called, in whatever order: every answer, and all that can be seen after it, is as a model of the specification foretells.',
  cases: 100,
  async run({ seeds }) {
    const counts: Counts = new Map()
    let tried = 0
    const sandbox = await createSandbox({ listen: false, clock: 'manual' })
    try {
      for (const seed of seeds) {
        const fault = await tryCase(sandbox.fetch, seed, counts)
        if (fault !== undefined) throw new CaseFailed(seed, fault)
        tried++
      }
    } finally {
      await sandbox.close()
    }
    return [`${tried}`]
  },
}
