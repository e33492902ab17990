import type { Proof } from './proof.js'

/** Each is loaded by the process that runs it. */
export const PROOFS: Record<string, () => Promise<Proof>> = {
  model: async () => (await import('./model/proof.js')).proof,
}
