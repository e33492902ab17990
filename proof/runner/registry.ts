import type { Proof } from './proof.js'

/** Each proof is loaded in its own process. The longest come first, because two run at once. */
export const PROOFS: Record<string, () => Promise<Proof>> = {
  soak: async () => (await import('../soak/proof.js')).soakProof,
  fuzz: async () => (await import('../fuzz/proof.js')).fuzzProof,
  simulation: async () => (await import('../simulation/proof.js')).simulationProof,
  import: async () => (await import('../import/proof.js')).importProof,
  model: async () => (await import('../model/proof.js')).modelProof,
  points: async () => (await import('../simulation/crash-points-proof.js')).crashPointsProof,
  crash: async () => (await import('../crash/proof.js')).crashProof,
}
