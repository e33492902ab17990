import type { ClientReport } from '../../report/client-report.js'
import type { ContractFacts } from '../../report/contract-facts.js'
import type { ObservedRecord, ObservedRequest } from '../../report/observed-records.js'
import type { Observer, ObserverOptions } from '../../report/observer.js'

/** The world of requests without a valid credential. */
const NO_WORLD = 'none'

/**
 * Records wait until others have come, so that their responses have left. Few wait, because objects that live long are
 * expensive to collect.
 */
const MAX_WAITING = 32
const JUDGE_AFTER_MS = 50

type WorldFacts = Pick<ObserverOptions, 'world' | 'clock' | 'scenario'>

interface ObservedWorld {
  facts: WorldFacts
  observer: Observer | undefined
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
}

export interface ClientObserverOptions {
  version: string
  clock: 'live' | 'manual'
  scenario: string
  describeContract(): ContractFacts
}

export function createClientObservers(options: ClientObserverOptions): ClientObservers {
  const { version, clock, scenario } = options
  const worlds = new Map<string, ObservedWorld>()
  const withoutWorld: ObservedWorld = { facts: { world: NO_WORLD, clock, scenario }, observer: undefined }
  let removed: Promise<ClientReport> | undefined
  let contract: ContractFacts | undefined
  let createObserver: typeof import('../../report/observer.js').createObserver | undefined
  let queuedWorlds: ObservedWorld[] = []
  let queuedRecords: ObservedRecord[] = []
  let isScheduled = false

  /** Loaded with the first records, because start-up does not need it. */
  async function load() {
    createObserver ??= (await import('../../report/observer.js')).createObserver
  }

  const observerOf = (world: ObservedWorld): Observer | undefined =>
    (world.observer ??= createObserver?.({
      ...world.facts,
      version,
      contract: (contract ??= options.describeContract()),
    }))

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
    if (isScheduled) return
    isScheduled = true
    setTimeout(async () => {
      isScheduled = false
      await load()
      judge()
    }, JUDGE_AFTER_MS).unref()
  }

  async function merge(reports: readonly ClientReport[]): Promise<ClientReport> {
    return (await import('../../report/merge-reports.js')).mergeReports(reports)
  }

  async function reportOf(world: ObservedWorld): Promise<ClientReport> {
    await load()
    judge()
    return (observerOf(world) as Observer).report()
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
      worlds.delete(key)
      const earlier = removed
      removed = Promise.all([...(earlier ? [earlier] : []), reportOf(world)]).then(merge)
    },
    async report(key) {
      return reportOf(worlds.get(key) ?? { ...withoutWorld, observer: undefined })
    },
    async reportAll() {
      await load()
      judge()
      const reports = await Promise.all([...worlds.values(), withoutWorld].map(reportOf))
      if (removed) reports.push(await removed)
      const isUsed = ({ requests, excluded, attempts }: ClientReport) => requests + excluded + attempts > 0
      const used = reports.filter(isUsed)
      return merge(used.length > 0 ? used : reports.slice(0, 1))
    },
  }
}
