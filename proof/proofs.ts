import type { Proof } from './proof.js'

/** Each is loaded by the process that runs it. */
export const PROOFS: Record<string, () => Promise<Proof>> = {
  fuzz: async () => (await import('./fuzz/fuzz.js')).fuzz,
}
