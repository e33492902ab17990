/** A claim about the sandbox that is tried on many cases, each of which follows from one number. */
export interface Proof {
  /** What it shows, in one line. */
  claim: string
  /** How many cases a short run has. */
  cases: number
  /** Tries every seed. Throws a CaseFailed for the first one that does not hold; returns what it counted. */
  run(trial: Trial): Promise<string[]>
}

export interface Trial {
  /** The seeds of the cases: a fixed number of them, or as many as there is time for. */
  seeds: Iterable<number>
  /** Whether there were as many as in a short run by now. What only the sum of all cases can show is judged then. */
  isFullRun(): boolean
  /** Tells how things stand. */
  log(line: string): void
}

/** What a case showed to be wrong. */
export class CaseFailure extends Error {
  constructor(
    readonly seed: number,
    message: string,
  ) {
    super(message)
  }
}

export interface RunLimits {
  seed: number
  cases: number
  /** Instead of a number of cases. */
  seconds?: number | undefined
}

/** Consecutive seeds, so that any one of them can be named and tried alone. */
export function createTrial(
  proof: Pick<Proof, 'cases'>,
  limits: RunLimits,
  log: Trial['log'],
  onCase: (seed: number) => void = () => {},
): Trial {
  const { seed, cases, seconds } = limits
  let casesRun = 0
  function* seeds() {
    const end = seconds === undefined ? undefined : performance.now() + seconds * 1000
    for (; end === undefined ? casesRun < cases : casesRun === 0 || performance.now() < end; casesRun++) {
      onCase(seed + casesRun)
      yield seed + casesRun
    }
  }
  return { seeds: seeds(), isFullRun: () => casesRun >= proof.cases, log }
}
