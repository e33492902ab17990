import { createHash } from 'node:crypto'
import type { WorldOptions } from '../../core/engine/create-world.js'
import { serializeWorld } from '../../core/engine/serialization.js'
import type { World } from '../../core/engine/world.js'
import type { Scenarios } from '../scenarios/built-in-scenarios.js'
import { BUILT_IN_SCENARIO_FILES } from '../scenarios/built-in-scenarios.js'
import { seeds } from '../seed-data.js'
import type { WorldSettings } from '../world-settings.js'
import { DATA_FORMAT, type DataDirectory, DataError, openDataDirectory, type WorldHeader } from './data-directory.js'
import { type Disk, systemDisk } from './disk.js'
import { createLogEntry, type LogPosition } from './log-entries.js'
import { DamagedRecordError } from './log-records.js'
import { ReplayMismatch, replayLog } from './replay-log.js'
import type { SnapshotFiles } from './saved-snapshots.js'
import type { DataSyncMode } from './sync-modes.js'
import { createWriteAheadLog, type WriteAheadLog, type WriteAheadLogOptions } from './write-ahead-log.js'

/** What a data directory is opened with. */
export interface DataStorageOptions extends Pick<WriteAheadLogOptions, 'timer'> {
  path: string
  seed: number
  sync: DataSyncMode
  version: string
  scenarios: Scenarios
  onWarning(text: string): void
  /** The machine's own, if nothing is said. */
  disk?: Disk | undefined
  soon?: WriteAheadLogOptions['soon'] | undefined
}

/** Where all worlds are kept. */
export interface DataStorage {
  /** The keys of all that are kept, with what each was made with. */
  listWorlds(): { key: string; settings: WorldSettings }[]
  storageFor(key: string, settings: WorldSettings): WorldStorage
  remove(key: string): void
  snapshots: SnapshotFiles
  close(): void
}

export async function openDataStorage(settings: DataStorageOptions): Promise<DataStorage> {
  const { disk = systemDisk, soon = setImmediate } = settings
  const directory = await openDataDirectory(disk, settings.path, settings.seed)
  return {
    listWorlds: directory.listWorlds,
    storageFor: (key, worldSettings) => createWorldStorage(directory, { ...settings, disk, soon }, key, worldSettings),
    remove: directory.remove,
    snapshots: directory.snapshots,
    close: directory.close,
  }
}

/** A world as it was found. */
export interface LoadedWorld {
  world: World
  /** How far a live clock was ahead of the wall's. */
  offset: number
}

/** Where a world and its clock are. */
export interface CurrentState {
  world: World
  offset: number
  clock: 'live' | 'manual'
}

/** Where one world is kept on disk. */
export interface WorldStorage {
  /** Undefined when it was never kept. Once it has been opened: no more than what was written for sure. */
  load(options: WorldOptions): LoadedWorld | undefined
  /** Begins to write down; again, from what was found, after something could not be written. */
  openLog(getCurrentState: () => CurrentState, onFailure: (error: Error) => void): WriteAheadLog
}

/** JSON knows no infinity. */
const serializeSpeed = (speed: number | 'max') => (speed === Number.POSITIVE_INFINITY ? 'max' : speed)

/** What a replay depends on. */
const REPLAY_HEADER_FIELDS = ['version', 'seed', 'clock', 'speed', 'scenario', 'scenarios'] as const

const parseSpeed = (speed: number | 'max') => (speed === 'max' ? Number.POSITIVE_INFINITY : speed)

/** So that a scenario that says something else now is noticed. */
export const digestScenarios = (scenarios: Scenarios): string =>
  createHash('sha256')
    .update(JSON.stringify([BUILT_IN_SCENARIO_FILES, scenarios.names.map((name) => scenarios.find(name))]))
    .digest('hex')
    .slice(0, 16)

function createWorldStorage(
  directory: DataDirectory,
  {
    disk,
    soon,
    timer,
    sync,
    version,
    scenarios,
    onWarning,
  }: DataStorageOptions & Pick<WriteAheadLogOptions, 'disk' | 'soon'>,
  key: string,
  worldSettings: WorldSettings,
): WorldStorage {
  let position: LogPosition | undefined
  let storedHeader: WorldHeader | undefined
  let log: WriteAheadLog | undefined

  function load(options: WorldOptions): LoadedWorld | undefined {
    const kept = directory.read(key, log?.position)
    if (!kept) return undefined
    const { snapshot, entries, isTorn } = kept
    const { header, dump } = snapshot
    if (isTorn)
      onWarning(
        `The last record of ${directory.logPath(key, kept.generation)} was torn by a crash and is dropped; nobody was told of it.`,
      )
    if (entries.length > 0) checkReplayable(header, options, directory.logPath(key, kept.generation))
    const past = { ...options, seed: header.seed, speed: parseSpeed(header.speed), scenario: header.scenario }
    const world = replayLog(past, seeds, dump, entries)
    const hasFailedSync = log?.position.hasFailedSync ?? false
    position = { generation: kept.generation, bytes: kept.bytes, records: entries.length, hasFailedSync }
    storedHeader = header
    return { world, offset: entries.findLast((entry) => entry.offset !== undefined)?.offset ?? header.offset }
  }

  function checkReplayable(header: WorldHeader, options: WorldOptions, path: string) {
    if (header.version !== version)
      throw new DataError(
        `${path} was written by mds-sandbox ${header.version}, which was not closed properly; this is ${version}. Start and stop that version once with this directory, or begin with another one.`,
      )
    if (header.scenarios !== digestScenarios(scenarios) || !options.knowsScenario(header.scenario))
      throw new DataError(
        `${path} was written with other scenarios than this sandbox has. Start it once with the scenario that it was started with (${header.scenario}), or begin with another directory.`,
      )
  }

  return {
    load: (options) => {
      try {
        return load(options)
      } catch (error) {
        if (error instanceof ReplayMismatch || error instanceof DamagedRecordError)
          throw new DataError(
            `${error.message}. The world of ${key} can't be rebuilt: put a copy of its files in their place, or remove them to begin it anew.`,
          )
        throw error
      }
    },
    openLog(getCurrentState, onFailure) {
      const takeSnapshot = () => {
        const { world, offset, clock } = getCurrentState()
        const header: WorldHeader = {
          format: DATA_FORMAT,
          version,
          key,
          own: {
            ...worldSettings,
            ...(worldSettings.speed !== undefined && { speed: serializeSpeed(worldSettings.speed) }),
          },
          seed: world.seed,
          clock,
          start: world.money.start,
          speed: serializeSpeed(world.speed),
          scenario: world.defaultScenario,
          scenarios: digestScenarios(scenarios),
          offset,
        }
        return { header, dump: serializeWorld(world) }
      }
      const currentSnapshot = takeSnapshot()
      const isNew = position === undefined
      // Of what another process wrote nobody knows whether it is on the disk, or only in the system's hands, or in nobody's
      // since a sync failed: it is written anew. So is a journal that would be replayed in another way than it was written.
      const isFromEarlierProcess = !log && (position?.bytes ?? 0) > 0
      if (
        !position ||
        isFromEarlierProcess ||
        REPLAY_HEADER_FIELDS.some((field) => storedHeader?.[field] !== currentSnapshot.header[field])
      ) {
        position = { generation: directory.nextGeneration(key), bytes: 0, records: 0, hasFailedSync: false }
        try {
          directory.writeSnapshot(key, position.generation, currentSnapshot)
        } catch (error) {
          // A world that could not begin must not be found later.
          if (isNew) directory.tryRemove(key)
          throw error
        }
        storedHeader = currentSnapshot.header
      }
      // Request ids go on from a number that is written down: whatever happens, none is given again by the next process.
      const firstEntry = isNew || isFromEarlierProcess || log ? undefined : createLogEntry(getCurrentState().world, {})
      log = createWriteAheadLog({
        firstEntry,
        disk,
        soon,
        timer,
        directory,
        key,
        sync,
        position,
        takeSnapshot,
        onFailure,
        onWarning,
      })
      return log
    },
  }
}
