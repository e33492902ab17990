import type { ClientReport } from '../../report/client-report.js'
import type { ContractFacts } from '../../report/contract-facts.js'
import type { ObservedRecord, ObservedRequest } from '../../report/observed-records.js'
import type { Observer, ObserverOptions } from '../../report/observer.js'
import { createTimeSlices } from '../time-slices.js'

/** The world of requests without a valid credential. */
const NO_WORLD = 'none'

/**
 * Records wait until others have come, so that their responses have left. Few wait, because objects that live long are
 * expensive to collect.
 */
const MAX_WAITING = 32
const JUDGE_AFTER_MS = 50

/** Worlds with facts of their own. Beyond it, the facts of the first one are only in the report of all worlds. */
export const MAX_OBSERVED_WORLDS = 10_000
const FORGOTTEN_NOTE = `Earlier facts are only in the report of all worlds: at most ${MAX_OBSERVED_WORLDS} worlds have facts of their own.`

/** Reports are large, so that few are held at a time. */
const MAX_UNMERGED = 50

type WorldFacts = Pick<ObserverOptions, 'world' | 'clock' | 'scenario'>

interface ObservedWorld {
  facts: WorldFacts
  observer: Observer | undefined
  isForgotten?: boolean
}

/** Judges the clients of all worlds. The facts belong to the run: a reset or a restore of a world does not clear them. */
export interface ClientObservers {
  /** The function that takes the records of a world. A world that was put away goes on with its facts. */
  observeWorld(
    credential: { key: string; tier: string; name: string },
    settings: { clock?: WorldFacts['clock'] | undefined; scenario?: string | undefined } | undefined,
  ): (record: ObservedRecord) => void
  /** For a request without a valid credential. `key` is the world that it names, if any. */
  observeWithoutWorld(request: ObservedRequest, key: string | undefined): void
  /** The facts of a removed world stay in the report of all worlds. */
  removeWorld(key: string): void
  report(key: string): Promise<ClientReport>
  reportAll(): Promise<ClientReport>
  /** Ends work in the background. Test runners such as Jest refuse to load modules after the last test. */
  close(): Promise<void>
}

export interface ClientObserverOptions {
  version: string
  clock: 'live' | 'manual'
  scenario: string
  describeContract(): ContractFacts
  /** Default MAX_OBSERVED_WORLDS. */
  maxObservedWorlds?: number
}

export function createClientObservers(options: ClientObserverOptions): ClientObservers {
  const { version, clock, scenario, maxObservedWorlds = MAX_OBSERVED_WORLDS } = options
  const worlds = new Map<string, ObservedWorld>()
  const withoutWorld: ObservedWorld = { facts: { world: NO_WORLD, clock, scenario }, observer: undefined }
  /** Worlds with an observer, in the order in which they got it. */
  const observed = new Set<ObservedWorld>()
  /** Reports of worlds that were removed or forgotten. */
  const earlier: ClientReport[] = []
  let contract: ContractFacts | undefined
  let createObserver: typeof import('../../report/observer.js').createObserver | undefined
  let mergeReports: typeof import('../../report/merge-reports.js').mergeReports | undefined
  let queuedWorlds: ObservedWorld[] = []
  let queuedRecords: ObservedRecord[] = []
  let timer: NodeJS.Timeout | undefined
  let judging: Promise<void> = Promise.resolve()
  let isClosed = false

  /** Loaded with the first records, because start-up does not need it. */
  async function load() {
    createObserver ??= (await import('../../report/observer.js')).createObserver
    mergeReports ??= (await import('../../report/merge-reports.js')).mergeReports
  }

  const newObserver = ({ facts }: ObservedWorld) =>
    createObserver?.({ ...facts, version, contract: (contract ??= options.describeContract()) })

  function observerOf(world: ObservedWorld): Observer | undefined {
    if (world.observer) return world.observer
    world.observer = newObserver(world)
    observed.add(world)
    const [first] = observed
    if (first && observed.size > maxObservedWorlds) forget(first)
    return world.observer
  }

  function forget(world: ObservedWorld) {
    observed.delete(world)
    if (world.observer) addReport(earlier, world.observer.report())
    world.observer = undefined
    world.isForgotten = true
  }

  function addReport(reports: ClientReport[], report: ClientReport) {
    if (report.requests + report.excluded + report.attempts === 0) return
    reports.push(report)
    if (mergeReports && reports.length > MAX_UNMERGED) reports.splice(0, reports.length, mergeReports(reports))
  }

  function judge() {
    if (!createObserver) return
    const [worldsInOrder, recordsInOrder] = [queuedWorlds, queuedRecords]
    queuedWorlds = []
    queuedRecords = []
    for (let i = 0; i < recordsInOrder.length; i++)
      observerOf(worldsInOrder[i] as ObservedWorld)?.observe(recordsInOrder[i] as ObservedRecord)
  }

  function enqueue(world: ObservedWorld, record: ObservedRecord) {
    if (queuedRecords.length >= MAX_WAITING) judge()
    queuedWorlds.push(world)
    queuedRecords.push(record)
    if (timer || isClosed) return
    timer = setTimeout(() => {
      timer = undefined
      judging = load().then(judge)
    }, JUDGE_AFTER_MS).unref()
  }

  async function reportOf(world: ObservedWorld): Promise<ClientReport> {
    await load()
    judge()
    // Reading a report changes nothing, so a new observer is not kept.
    const report = ((world.observer ?? newObserver(world)) as Observer).report()
    return world.isForgotten ? { ...report, notes: [...report.notes, FORGOTTEN_NOTE] } : report
  }

  return {
    observeWorld({ key, tier, name }, settings) {
      const world = worlds.get(key) ?? {
        facts: { world: `${tier}/${name}`, clock: settings?.clock ?? clock, scenario: settings?.scenario ?? scenario },
        observer: undefined,
      }
      worlds.set(key, world)
      return (record) => enqueue(world, record)
    },
    observeWithoutWorld(request, key) {
      enqueue((key !== undefined && worlds.get(key)) || withoutWorld, request)
    },
    removeWorld(key) {
      const world = worlds.get(key)
      if (!world) return
      judge()
      worlds.delete(key)
      forget(world)
    },
    async report(key) {
      return reportOf(worlds.get(key) ?? { ...withoutWorld, observer: undefined })
    },
    async reportAll() {
      await load()
      judge()
      const pause = createTimeSlices()
      const reports = [...earlier]
      for (const { observer } of [...observed]) {
        if (observer) addReport(reports, observer.report())
        await pause()
      }
      return reports.length > 0 && mergeReports
        ? mergeReports(reports)
        : reportOf([...worlds.values(), withoutWorld][0] as ObservedWorld)
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      return judging
    },
  }
}
