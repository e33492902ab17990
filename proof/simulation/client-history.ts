import type { World } from '../../src/core/engine/world.js'
import type { RunningWorld } from '../../src/runtime/running-world.js'
import type { HttpResponse } from './machine.js'
import { Violation } from './violation.js'

export const WRITE_KINDS = [
  'release',
  'title',
  'asset',
  'ready',
  'track',
  'art',
  'submit',
  'deliver',
  'webhook',
] as const
type WriteKind = (typeof WRITE_KINDS)[number]

/** A change that must be applied exactly once. */
export interface Write {
  kind: WriteKind
  client: number
  /** Undefined for the control plane, which has no idempotency keys. */
  key: string | undefined
  surface: 'api' | 'control'
  method: string
  target: string
  body: unknown
  /** Identifies the effect of the write. */
  marker: string
  /** The id of the changed resource. Undefined if the write creates one. */
  subject: string | undefined
  /** Whether it may have been applied without a response. */
  isUncertain: boolean
  sentAt: number
  /** The response and its time. */
  response: HttpResponse | undefined
  respondedAt: number
}

export interface ClientHistory {
  writes: Write[]
  /** State of snapshots and worlds by name. `in doubt` means that the last change got no response. */
  resources: Map<string, 'there' | 'in doubt' | 'gone'>
  /** The latest clock time that a response has reported. */
  latestClock: number
  redelivered: Set<string>
}

export const createHistory = (): ClientHistory => ({
  writes: [],
  resources: new Map(),
  latestClock: 0,
  redelivered: new Set(),
})

const isDone = ({ response }: Write) => response !== undefined && response.status < 300

/** The ids of all resources in a world that a write has created. */
function createdIds({ kind, marker, subject }: Write, world: World): string[] {
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
  switch (kind) {
    case 'release':
      return ids(world.releases.where({ label: marker }))
    case 'asset':
      return ids(world.assets.where({ filename: marker }))
    case 'track':
      return ids(world.tracks.where({ title: marker }))
    case 'webhook':
      return ids(world.webhooks.where({ url: marker }))
    case 'deliver':
      return ids(world.deliveries.where({ release_id: subject as string }))
    default:
      return []
  }
}

const CREATING_KINDS: WriteKind[] = ['release', 'asset', 'track', 'webhook', 'deliver']
export const createsResource = ({ kind }: Write): boolean => CREATING_KINDS.includes(kind)

/** Whether a write's effect is visible. A title may have been overwritten since. */
export function isApplied(write: Write, world: World): boolean {
  const { kind, marker, subject = '' } = write
  switch (kind) {
    case 'title':
      return world.releases.get(subject)?.title === marker
    case 'art':
      return world.releases.get(subject)?.artwork_asset_id === marker
    case 'submit':
      return (world.releases.get(subject)?.status ?? 'draft') !== 'draft'
    case 'ready':
      return world.assets.get(subject)?.status === 'ready'
    default:
      return createdIds(write, world).length > 0
  }
}

export const idOf = ({ response }: Write): string => (response ? JSON.parse(response.text).id : '')

/** Checks a world against the responses that clients got. */
export function checkWorld(history: ClientHistory, running: RunningWorld): void {
  const { state } = running
  const removed = (write: Write) => history.resources.get(write.marker)
  for (const write of history.writes) {
    const { kind, marker, client } = write
    const description = `${kind} ${marker} of client ${client}`
    if (createsResource(write)) {
      const ids = createdIds(write, state)
      if (ids.length > 1) throw new Violation(`${description} was done ${ids.length} times: ${ids.join(', ')}`)
      if (isDone(write) && ids.length === 0 && removed(write) === undefined)
        throw new Violation(`${description} got ${write.response?.status} but does not exist: ${write.response?.text}`)
      if (isDone(write) && ids.length === 1 && ids[0] !== idOf(write))
        throw new Violation(`${description} got the id ${idOf(write)} but is ${ids[0]}`)
      if (!write.isUncertain && !isDone(write) && ids.length > 0)
        throw new Violation(`${description} was refused (${write.response?.status}) but exists as ${ids[0]}`)
    } else if (kind === 'title') checkTitle(history, write, state)
    else if (isDone(write) && !isApplied(write, state))
      throw new Violation(`${description} got ${write.response?.status} but did not last`)
  }
  if (state.now < history.latestClock)
    throw new Violation(`the clock was reported as ${history.latestClock} but shows ${state.now}`)
}

/** A title is the last acknowledged one or one that was sent since then. */
function checkTitle({ writes }: ClientHistory, { subject = '' }: Write, world: World): void {
  const titles = writes.filter((write) => write.kind === 'title' && write.subject === subject)
  const last = titles.findLastIndex(isDone)
  const title = world.releases.get(subject)?.title ?? ''
  const possible = titles
    .filter((write, i) => i === last || (i > last && write.isUncertain))
    .map(({ marker }) => marker)
  if (last < 0) possible.push('Untitled')
  if (!possible.includes(title)) throw new Violation(`${subject} is ${title} instead of ${possible.join(' or ')}`)
}

/**
 * After a power failure that may lose the latest writes, drops lost writes from the history. Throws if an older write is
 * lost, or if a write is lost while a later write of the same client is not.
 */
export function dropLostWrites(history: ClientHistory, world: World, since: number): void {
  const lostIds = new Set<string>()
  const firstLoss = new Map<number, Write>()
  for (const write of history.writes.filter(isDone)) {
    const { client, kind, marker } = write
    const concernsLost = write.subject !== undefined && lostIds.has(write.subject)
    if (!concernsLost && (write.kind === 'title' || isApplied(write, world))) {
      const lost = firstLoss.get(client)
      if (createsResource(write) && lost && history.resources.get(marker) === undefined)
        throw new Violation(`${kind} ${marker} exists, but the earlier ${lost.kind} ${lost.marker} is lost`)
      continue
    }
    if (history.resources.get(marker) !== undefined) continue
    if (write.respondedAt < since)
      throw new Violation(`${kind} ${marker} was acknowledged ${since - write.respondedAt} ms too early to be lost`)
    if (!firstLoss.has(client)) firstLoss.set(client, write)
    if (createsResource(write)) lostIds.add(idOf(write))
  }
  // Writes to lost resources are dropped too. Their ids may be assigned again.
  history.writes = history.writes.filter((write) => {
    if (write.subject !== undefined && lostIds.has(write.subject)) return false
    if (write.kind === 'title' && write.respondedAt >= since)
      Object.assign(write, { response: undefined, isUncertain: true })
    if (
      isDone(write) &&
      write.kind !== 'title' &&
      !isApplied(write, world) &&
      history.resources.get(write.marker) === undefined
    )
      Object.assign(write, { response: undefined, isUncertain: true })
    return true
  })
  history.latestClock = Math.min(history.latestClock, world.now)
  for (const [name, state] of history.resources) if (state !== 'in doubt') history.resources.set(name, 'in doubt')
}

/** After a process has ended, changes that it rolled back may still be on the disk although they were refused. */
export function markUncertain({ writes }: ClientHistory): void {
  for (const write of writes) if (!write.response) write.isUncertain = true
}
