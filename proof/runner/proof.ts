/** A claim about the sandbox that is checked with many cases. Each case follows from its seed. */
export interface Proof {
  /** The claim in one line. */
  claim: string
  /** Number of cases of a short run. */
  cases: number
  /** Runs the case of every seed. Throws a CaseFailure for the first one that fails. Returns lines of statistics. */
  run(trial: Trial): Promise<string[]>
}

export interface Trial {
  /** The seeds of the cases: a fixed number, or as many as fit into the time. */
  seeds: Iterable<number>
  /** Whether as many cases have run as in a short run. Coverage over all cases is checked only then. */
  isFullRun(): boolean
  /** Prints a line of progress. */
  log(line: string): void
}

/** The failure of one case. */
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
  /** Time limit instead of a number of cases. */
  seconds?: number | undefined
}

/** Seeds are consecutive, so that each case can be repeated alone. */
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
