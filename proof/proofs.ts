import type { Proof } from './proof.js'

/** Each is loaded by the process that runs it. */
export const PROOFS: Record<string, () => Promise<Proof>> = {
  simulation: async () => (await import('./simulation/simulation.js')).proof,
  points: async () => (await import('./simulation/points.js')).proof,
  crash: async () => (await import('./crash/crash.js')).proof,
}
