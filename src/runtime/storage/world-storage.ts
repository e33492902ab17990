import { createHash } from 'node:crypto'
import type { WorldOptions } from '../../core/engine/create-world.js'
import { serializeWorld } from '../../core/engine/serialize-world.js'
import type { World } from '../../core/engine/world.js'
import type { Scenarios } from '../scenarios/built-in-scenarios.js'
import { BUILT_IN_SCENARIO_FILES } from '../scenarios/built-in-scenarios.js'
import { seeds } from '../seed-data.js'
import type { SnapshotFiles } from '../snapshots/snapshot-files.js'
import type { WorldSettings } from '../world-settings.js'
import { DATA_FORMAT, type DataDirectory, DataError, openDataDirectory, type WorldHeader } from './data-directory.js'
import type { DataSyncMode } from './data-sync-option.js'
import { type Disk, systemDisk } from './durable-disk.js'
import { createLogEntry, type LogPosition } from './log-entry.js'
import { DamagedRecordError } from './log-record-encoding.js'
import { ReplayMismatch, replayLog } from './replay-log.js'
import { createWriteAheadLog, type WriteAheadLog, type WriteAheadLogOptions } from './write-ahead-log.js'

export interface DataStorageOptions extends Pick<WriteAheadLogOptions, 'timer'> {
  path: string
  seed: number
  sync: DataSyncMode
  version: string
  scenarios: Scenarios
  onWarning(text: string): void
  /** Defaults to the system's file system. */
  disk?: Disk | undefined
  defer?: WriteAheadLogOptions['defer'] | undefined
}

/** The stored worlds of a sandbox (--data). */
export interface DataStorage {
  /** The keys and settings of all stored worlds. */
  listWorlds(): { key: string; settings: WorldSettings }[]
  storageFor(key: string, settings: WorldSettings): WorldStorage
  remove(key: string): void
  snapshots: SnapshotFiles
  close(): void
}

export async function openDataStorage(settings: DataStorageOptions): Promise<DataStorage> {
  const { disk = systemDisk, defer = setImmediate } = settings
  const directory = await openDataDirectory(disk, settings.path, settings.seed)
  return {
    listWorlds: directory.listWorlds,
    storageFor: (key, worldSettings) => createWorldStorage(directory, { ...settings, disk, defer }, key, worldSettings),
    remove: directory.remove,
    snapshots: directory.snapshots,
    close: directory.close,
  }
}

export interface LoadedWorld {
  world: World
  /** How far the world's clock was ahead of wall time. */
  offset: number
}

export interface CurrentState {
  world: World
  offset: number
  clock: 'live' | 'manual'
}

/** The files of one world. */
export interface WorldStorage {
  /** Undefined when the world is not stored. With an open log: the state up to the last successful write. */
  load(options: WorldOptions): LoadedWorld | undefined
  /** Opens the log for writing. Called again after a rollback, to continue from the loaded state. */
  openLog(getCurrentState: () => CurrentState, onFailure: (error: Error) => void): WriteAheadLog
}

/** JSON has no infinity. */
const serializeSpeed = (speed: number | 'max') => (speed === Number.POSITIVE_INFINITY ? 'max' : speed)

/** If one of these differs, the log would replay differently, so a new generation starts. */
const REPLAY_HEADER_FIELDS = ['version', 'seed', 'clock', 'speed', 'eventStamp', 'scenario', 'scenarios'] as const

const parseSpeed = (speed: number | 'max') => (speed === 'max' ? Number.POSITIVE_INFINITY : speed)

/** Changes when any scenario's content changes. */
export const digestScenarios = (scenarios: Scenarios): string =>
  createHash('sha256')
    .update(JSON.stringify([BUILT_IN_SCENARIO_FILES, scenarios.names.map((name) => scenarios.find(name))]))
    .digest('hex')
    .slice(0, 16)

function createWorldStorage(
  directory: DataDirectory,
  {
    disk,
    defer,
    timer,
    sync,
    version,
    scenarios,
    onWarning,
  }: DataStorageOptions & Pick<WriteAheadLogOptions, 'disk' | 'defer'>,
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
        `The last record of ${directory.logPath(key, kept.generation)} was cut off by a crash and is dropped. Its request was not answered, so no client relies on it.`,
      )
    if (entries.length > 0) checkReplayable(header, options, directory.logPath(key, kept.generation))
    const past = {
      ...options,
      seed: header.seed,
      speed: parseSpeed(header.speed),
      eventStamp: header.eventStamp ?? 0,
      scenario: header.scenario,
    }
    const world = replayLog(past, seeds, dump, entries)
    const hasFailedSync = log?.position.hasFailedSync ?? false
    position = { generation: kept.generation, bytes: kept.bytes, records: entries.length, hasFailedSync }
    storedHeader = header
    return { world, offset: entries.findLast((entry) => entry.offset !== undefined)?.offset ?? header.offset }
  }

  function checkReplayable(header: WorldHeader, options: WorldOptions, path: string) {
    if (header.version !== version)
      throw new DataError(
        `${path} was written by mds-sandbox ${header.version}, which was not shut down cleanly; this is ${version}. Start and stop ${header.version} once with this directory, or choose another directory.`,
      )
    if (header.scenarios !== digestScenarios(scenarios) || !options.knowsScenario(header.scenario))
      throw new DataError(
        `${path} was written with other scenarios than this sandbox has. Start once with the scenario that was used before (${header.scenario}), or choose another directory.`,
      )
  }

  return {
    load: (options) => {
      try {
        return load(options)
      } catch (error) {
        if (error instanceof ReplayMismatch || error instanceof DamagedRecordError)
          throw new DataError(
            `${error.message}. The world of ${key} can't be loaded. Restore its files from a backup, or remove them to start it again.`,
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
          eventStamp: world.eventStamp,
          scenario: world.defaultScenario,
          scenarios: digestScenarios(scenarios),
          offset,
        }
        return { header, dump: serializeWorld(world) }
      }
      const currentSnapshot = takeSnapshot()
      const isNew = position === undefined
      // It is unknown which writes of an earlier process are durable: its last sync may be missing or may have failed. Write
      // a new snapshot. The same if the log would replay differently with the current settings.
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
          // A world whose creation failed must not be loaded later.
          if (isNew) directory.tryRemove(key)
          throw error
        }
        storedHeader = currentSnapshot.header
      }
      // Write the request counter after its crash gap, so that the next process adds its own gap to this number.
      const firstEntry = isNew || isFromEarlierProcess || log ? undefined : createLogEntry(getCurrentState().world, {})
      log = createWriteAheadLog({
        firstEntry,
        disk,
        defer,
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
