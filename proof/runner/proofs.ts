import type { Proof } from './proof.js'

/** Each is loaded by the process that runs it. The longest come first: two run at once. */
export const PROOFS: Record<string, () => Promise<Proof>> = {
  soak: async () => (await import('../soak/soak.js')).soak,
  fuzz: async () => (await import('../fuzz/fuzz.js')).fuzz,
  simulation: async () => (await import('../simulation/simulation.js')).proof,
  model: async () => (await import('../model/proof.js')).proof,
  points: async () => (await import('../simulation/points.js')).proof,
  crash: async () => (await import('../crash/crash.js')).proof,
}
