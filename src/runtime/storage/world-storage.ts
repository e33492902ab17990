import { createHash } from 'node:crypto'
import type { WorldOptions } from '../../core/engine/create-world.js'
import { dumpWorld } from '../../core/engine/serialization.js'
import type { World } from '../../core/engine/world.js'
import type { Scenarios } from '../scenarios/built-in-scenarios.js'
import { SCENARIO_FILES } from '../scenarios/built-in-scenarios.js'
import { seeds } from '../seed-data.js'
import type { OwnSettings } from '../world-settings.js'
import { DATA_FORMAT, type DataDirectory, DataFault, openDataDirectory, type WorldHeader } from './data-directory.js'
import { type Disk, MACHINE_DISK } from './disk.js'
import { entryFor, type Place } from './log-entries.js'
import { DamagedRecord } from './log-records.js'
import { Astray, replay } from './replay-log.js'
import type { SnapshotFiles } from './snapshots.js'
import type { DataSync } from './sync-modes.js'
import { createWorldLog, type WorldLog, type WorldLogOptions } from './write-ahead-log.js'

/** What a data directory is opened with. */
export interface DataSettings extends Pick<WorldLogOptions, 'timer'> {
  path: string
  seed: number
  sync: DataSync
  version: string
  scenarios: Scenarios
  onWarning(text: string): void
  /** The machine's own, if nothing is said. */
  disk?: Disk | undefined
  soon?: WorldLogOptions['soon'] | undefined
}

/** Where all worlds are kept. */
export interface Data {
  /** The keys of all that are kept, with what each was made with. */
  kept(): { key: string; own: OwnSettings }[]
  homeOf(key: string, own: OwnSettings): Home
  remove(key: string): void
  snapshots: SnapshotFiles
  close(): void
}

export async function openData(settings: DataSettings): Promise<Data> {
  const { disk = MACHINE_DISK, soon = setImmediate } = settings
  const directory = await openDataDirectory(disk, settings.path, settings.seed)
  return {
    kept: directory.kept,
    homeOf: (key, own) => createHome(directory, { ...settings, disk, soon }, key, own),
    remove: directory.remove,
    snapshots: directory.snapshots,
    close: directory.close,
  }
}

/** A world as it was found. */
export interface Found {
  world: World
  /** How far a live clock was ahead of the wall's. */
  offset: number
}

/** Where a world and its clock are. */
export interface Present {
  world: World
  offset: number
  clock: 'live' | 'manual'
}

/** Where one world is kept on disk. */
export interface Home {
  /** Undefined when it was never kept. Once it has been opened: no more than what was written for sure. */
  find(options: WorldOptions): Found | undefined
  /** Begins to write down; again, from what was found, after something could not be written. */
  open(present: () => Present, onFailure: (error: Error) => void): WorldLog
}

/** JSON knows no infinity. */
const writtenSpeed = (speed: number | 'max') => (speed === Number.POSITIVE_INFINITY ? 'max' : speed)

/** What a replay depends on. */
const HEADS = ['version', 'seed', 'clock', 'speed', 'scenario', 'scenarios'] as const

const speedOf = (speed: number | 'max') => (speed === 'max' ? Number.POSITIVE_INFINITY : speed)

/** So that a scenario that says something else now is noticed. */
export const digestOfScenarios = (scenarios: Scenarios): string =>
  createHash('sha256')
    .update(JSON.stringify([SCENARIO_FILES, scenarios.names.map((name) => scenarios.find(name))]))
    .digest('hex')
    .slice(0, 16)

function createHome(
  directory: DataDirectory,
  { disk, soon, timer, sync, version, scenarios, onWarning }: DataSettings & Pick<WorldLogOptions, 'disk' | 'soon'>,
  key: string,
  own: OwnSettings,
): Home {
  let place: Place | undefined
  let found: WorldHeader | undefined
  let log: WorldLog | undefined

  function find(options: WorldOptions): Found | undefined {
    const kept = directory.read(key, log?.place)
    if (!kept) return undefined
    const { snapshot, entries, isTorn } = kept
    const { header, dump } = snapshot
    if (isTorn)
      onWarning(
        `The last record of ${directory.journalPath(key, kept.generation)} was torn by a crash and is dropped; nobody was told of it.`,
      )
    if (entries.length > 0) checkReplayable(header, options, directory.journalPath(key, kept.generation))
    const past = { ...options, seed: header.seed, speed: speedOf(header.speed), scenario: header.scenario }
    const world = replay(past, seeds, dump, entries)
    const isSuspect = log?.place.isSuspect ?? false
    place = { generation: kept.generation, bytes: kept.bytes, records: entries.length, isSuspect }
    found = header
    return { world, offset: entries.findLast((entry) => entry.offset !== undefined)?.offset ?? header.offset }
  }

  function checkReplayable(header: WorldHeader, options: WorldOptions, path: string) {
    if (header.version !== version)
      throw new DataFault(
        `${path} was written by mds-sandbox ${header.version}, which was not closed properly; this is ${version}. Start and stop that version once with this directory, or begin with another one.`,
      )
    if (header.scenarios !== digestOfScenarios(scenarios) || !options.knowsScenario(header.scenario))
      throw new DataFault(
        `${path} was written with other scenarios than this sandbox has. Start it once with the scenario that it was started with (${header.scenario}), or begin with another directory.`,
      )
  }

  return {
    find: (options) => {
      try {
        return find(options)
      } catch (error) {
        if (error instanceof Astray || error instanceof DamagedRecord)
          throw new DataFault(
            `${error.message}. The world of ${key} can't be rebuilt: put a copy of its files in their place, or remove them to begin it anew.`,
          )
        throw error
      }
    },
    open(present, onFailure) {
      const snapshot = () => {
        const { world, offset, clock } = present()
        const header: WorldHeader = {
          format: DATA_FORMAT,
          version,
          key,
          own: { ...own, ...(own.speed !== undefined && { speed: writtenSpeed(own.speed) }) },
          seed: world.seed,
          clock,
          start: world.money.start,
          speed: writtenSpeed(world.speed),
          scenario: world.defaultScenario,
          scenarios: digestOfScenarios(scenarios),
          offset,
        }
        return { header, dump: dumpWorld(world) }
      }
      const now = snapshot()
      const isNew = place === undefined
      // Of what another process wrote nobody knows whether it is on the disk, or only in the system's hands, or in nobody's
      // since a sync failed: it is written anew. So is a journal that would be replayed in another way than it was written.
      const isForeign = !log && (place?.bytes ?? 0) > 0
      if (!place || isForeign || HEADS.some((field) => found?.[field] !== now.header[field])) {
        place = { generation: directory.next(key), bytes: 0, records: 0, isSuspect: false }
        try {
          directory.writeSnapshot(key, place.generation, now)
        } catch (fault) {
          // A world that could not begin must not be found later.
          if (isNew) directory.forget(key)
          throw fault
        }
        found = now.header
      }
      // Request ids go on from a number that is written down: whatever happens, none is given again by the next process.
      const first = isNew || isForeign || log ? undefined : entryFor(present().world, {})
      log = createWorldLog({ first, disk, soon, timer, directory, key, sync, place, snapshot, onFailure, onWarning })
      return log
    },
  }
}
