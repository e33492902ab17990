/** A long computation that yields between short steps, so that its caller can serve other requests in between. */
export type Steps<T> = Generator<void, T>

/** Runs a computation without pauses. */
export function runAllSteps<T>(steps: Steps<T>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}
