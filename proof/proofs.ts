import type { Proof } from './proof.js'

/** Each is loaded by the process that runs it. The longest come first: two run at once. */
export const PROOFS: Record<string, () => Promise<Proof>> = {
  soak: async () => (await import('./soak/soak.js')).soak,
  fuzz: async () => (await import('./fuzz/fuzz.js')).fuzz,
  model: async () => (await import('./model/proof.js')).proof,
}
