import { createHash } from 'node:crypto'
import type { WorldOptions } from '../../core/engine/create-world.js'
import { serializeWorld } from '../../core/engine/serialize-world.js'
import type { World } from '../../core/engine/world.js'
import type { Steps } from '../../core/primitives/steps.js'
import type { Fixtures } from '../fixtures/fixtures.js'
import type { Scenarios } from '../scenarios/built-in-scenarios.js'
import { BUILT_IN_SCENARIO_FILES } from '../scenarios/built-in-scenarios.js'
import type { SnapshotFiles } from '../snapshots/snapshot-files.js'
import type { WorldSettings } from '../world-settings.js'
import { type DataDirectory, openDataDirectory } from './data-directory.js'
import { DataError } from './data-error.js'
import type { DataSyncMode } from './data-sync-option.js'
import {
  type CurrentState,
  describeHeader,
  describeState,
  dueInWallTime,
  parseSpeed,
  serializeSpeed,
} from './describe-world.js'
import { type Disk, systemDisk } from './disk/durable-disk.js'
import { archiveFiles } from './disk/tar-archive.js'
import type { LogPosition } from './log/log-entry.js'
import { DamagedRecordError } from './log/log-record-encoding.js'
import { ReplayMismatch, replayLog } from './log/replay-log.js'
import { createWriteAheadLog, type WriteAheadLog, type WriteAheadLogOptions } from './log/write-ahead-log.js'
import type { StoredWorld } from './read-stored-world.js'
import type { WorldHeader, WorldSnapshot } from './world-snapshot-file.js'
import type { WorldDescription } from './worlds-index.js'

export interface DataStorageOptions extends Pick<WriteAheadLogOptions, 'timer'> {
  path: string
  seed: number
  fixtures: Fixtures
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
  /** The keys of all stored worlds, in the order of their creation. Nothing is read. */
  keys(): Iterable<string>
  has(key: string): boolean
  /** Throws when the world's files can't be read. */
  describe(key: string): WorldDescription
  /** When the world must be loaded, in wall time: its next task is due, or its log is not folded. Null: never. */
  dueAt(key: string): number | null
  /** The paths of the world's files. */
  filesOf(key: string): string[]
  /** The files as a tar archive, as they are. */
  archive(key: string): Iterable<Buffer>
  storageFor(key: string): WorldStorage
  remove(key: string): Promise<void>
  snapshots: SnapshotFiles
  close(): Promise<void>
}

export async function openDataStorage(settings: DataStorageOptions): Promise<DataStorage> {
  const { disk = systemDisk, defer = setImmediate } = settings
  const directory = await openDataDirectory(disk, settings.path, settings)
  const { index } = directory
  const worldOptions = { ...settings, disk, defer, scenariosDigest: digestScenarios(settings.scenarios) }
  return {
    keys: directory.keys,
    has: directory.has,
    describe: (key) => index.get(key)?.world ?? describeHeader(directory.readHeader(key)),
    dueAt(key) {
      const entry = index.get(key)
      return !entry || (directory.hasLog(key) && !entry.folded) ? 0 : entry.due
    },
    filesOf: directory.filesOf,
    archive: (key) => archiveFiles(disk, directory.filesOf(key)),
    storageFor: (key) => createWorldStorage(directory, worldOptions, key),
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

/** The files of one world. */
export interface WorldStorage {
  /** Reads the world's files. Returns its own settings, or undefined when it is not stored. */
  read(): Steps<WorldSettings | undefined>
  /** The world that was read. With an open log: the state up to the last successful write. */
  load(options: WorldOptions): Steps<LoadedWorld | undefined>
  /** Opens the log for writing. Called again after a rollback, to continue from the loaded state. */
  openLog(
    settings: WorldSettings,
    getCurrentState: () => CurrentState,
    onFailure: (error: Error) => void,
  ): WriteAheadLog
  /** Undefined, or resolves when it is durable that the world was created or loaded. */
  whenOpened(): Promise<void> | undefined
  /**
   * Folds the log into a snapshot if it has records. Rejects when that fails; the log then remains. When the whole sandbox
   * stops, the log remains in any case, and the state goes to one file with those of all other worlds.
   */
  close(isShutdown: boolean): Promise<void>
}

/** Reads use request ids without a log entry. After a crash the counter skips this many, so that no id repeats. */
const REQUEST_ID_GAP = 1_000_000

/** If one of these differs, the log would replay differently, so a new generation starts. */
const REPLAY_HEADER_FIELDS = ['version', 'seed', 'clock', 'speed', 'eventStamp', 'scenario', 'scenarios'] as const

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
    fixtures: { seeds },
    scenariosDigest,
    onWarning,
  }: Pick<DataStorageOptions, 'sync' | 'version' | 'fixtures'> &
    Pick<WriteAheadLogOptions, 'disk' | 'defer' | 'timer' | 'onWarning'> & { scenariosDigest: string },
  key: string,
): WorldStorage {
  const { index } = directory
  let position: LogPosition | undefined
  let storedHeader: WorldHeader | undefined
  let log: WriteAheadLog | undefined
  let getState: (() => CurrentState) | undefined
  let own: WorldSettings = {}
  /** Read and not yet loaded. */
  let stored: StoredWorld | undefined
  let opened: Promise<void> | undefined

  function* load(options: WorldOptions): Steps<LoadedWorld | undefined> {
    const kept = stored ?? (yield* directory.read(key, log?.position))
    stored = undefined
    if (!kept) return undefined
    const { snapshot, entries, isTorn } = kept
    const { header, serialized } = snapshot
    const path = directory.logPath(key, kept.position.generation)
    if (isTorn)
      onWarning(
        `The last record of ${path} was cut off by a crash and is dropped. Its request was not answered, so no client relies on it.`,
      )
    if (entries.length > 0) checkReplayable(header, options, path)
    const past = {
      ...options,
      seed: header.seed,
      speed: parseSpeed(header.speed),
      eventStamp: header.eventStamp,
      scenario: header.scenario,
    }
    const world = yield* replayLog(past, seeds, serialized, entries)
    world.counters.req = countRequests(world, kept.position)
    position = { ...kept.position, hasFailedSync: log?.position.hasFailedSync ?? false }
    storedHeader = header
    return { world, offset: entries.findLast((entry) => entry.offset !== undefined)?.offset ?? header.offset }
  }

  /** Exact if the world was closed. Otherwise it is unknown how many requests were only read. */
  function countRequests({ counters: { req = 0 } }: World, { generation, records }: LogPosition): number {
    const known = index.get(key)
    if (known?.isClosed && known.generation === generation && known.records === records) return known.requests
    return Math.max(req, known?.requests ?? 0) + REQUEST_ID_GAP
  }

  function checkReplayable(header: WorldHeader, options: WorldOptions, path: string) {
    if (header.version !== version)
      throw new DataError(
        `${path} was written by mds-sandbox ${header.version}, which was not shut down cleanly; this is ${version}. Start and stop ${header.version} once with this directory`,
      )
    if (header.scenarios !== scenariosDigest || !options.knowsScenario(header.scenario))
      throw new DataError(
        `${path} was written with other scenarios than this sandbox has. Start once with the scenario that was used before (${header.scenario})`,
      )
  }

  /** Names the file of an error that does not. */
  function* explain<T>(work: Steps<T>): Steps<T> {
    try {
      return yield* work
    } catch (error) {
      const { message } = error as Error
      if (error instanceof DamagedRecordError) throw new DataError(message)
      if (error instanceof ReplayMismatch)
        throw new DataError(`${directory.filesOf(key).find((path) => path.endsWith('.journal'))}: ${message}`)
      throw error
    }
  }

  /** Durable before the first response, so that the next process adds its gap to this number of request ids. */
  async function confirmOpened({ generation, records }: LogPosition) {
    // A snapshot whose name could not be synced may be gone after a power failure, so the index must not name it yet.
    if (index.get(key)?.generation !== generation) await directory.syncWorlds()
    index.set(key, { ...indexEntry(false), generation, records })
    await index.flush()
  }

  function createHeader(): WorldHeader {
    const { world, offset, clock } = (getState as () => CurrentState)()
    return {
      version,
      key,
      own,
      seed: world.seed,
      clock,
      start: world.money.start,
      speed: serializeSpeed(world.speed),
      eventStamp: world.eventStamp,
      scenario: world.defaultScenario,
      scenarios: scenariosDigest,
      now: world.now,
      offset,
    }
  }

  function takeSnapshot(): WorldSnapshot {
    storedHeader = createHeader()
    return { header: storedHeader, serialized: serializeWorld((getState as () => CurrentState)().world) }
  }

  const indexEntry = (isClosed: boolean) => {
    const state = (getState as () => CurrentState)()
    return {
      isClosed,
      requests: state.world.counters.req ?? 0,
      due: dueInWallTime(state),
      world: describeState(state),
    }
  }

  return {
    *read() {
      stored = yield* explain(directory.read(key))
      return stored?.snapshot.header.own
    },
    load: (options) => explain(load(options)),
    openLog(settings, getCurrentState, onFailure) {
      getState = getCurrentState
      own = { ...settings, ...(settings.speed !== undefined && { speed: serializeSpeed(settings.speed) }) }
      const header = createHeader()
      // It is unknown which writes of an earlier process are durable: its last sync may be missing or may have failed. Write
      // a new snapshot. The same if the log would replay differently with the current settings.
      const isFromEarlierProcess = !log && (position?.bytes ?? 0) > 0
      const needsSnapshot =
        !position ||
        isFromEarlierProcess ||
        REPLAY_HEADER_FIELDS.some((field) => storedHeader?.[field] !== header[field])
      const isReopened = log !== undefined
      log = createWriteAheadLog({
        disk,
        defer,
        timer,
        directory,
        key,
        sync,
        position: position ?? { generation: -1, bytes: 0, records: 0, checksum: 0, hasFailedSync: false },
        firstGeneration: needsSnapshot ? directory.nextGeneration(key) : undefined,
        takeSnapshot: () => ({ snapshot: takeSnapshot(), entry: indexEntry(false) }),
        onFailure,
        onWarning,
      })
      if (needsSnapshot) opened = log.flush()
      else if (!isReopened) opened = confirmOpened(log.position)
      return log
    },
    whenOpened: () => opened,
    async close(isShutdown) {
      if (!log) return
      await (isShutdown ? log.closeAsIs() : log.close())
      const { generation, records } = log.position
      if (generation < 0) return
      const entry = { ...indexEntry(true), generation, records }
      index.set(key, entry)
      if (records > 0) await directory.fold(key, takeSnapshot, entry)
    },
  }
}
