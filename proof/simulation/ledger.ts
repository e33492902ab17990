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

/** Something that a client wants to have done, once. */
export interface Write {
  kind: WriteKind
  client: number
  /** Undefined on the control plane, which knows no keys. */
  key: string | undefined
  surface: 'api' | 'control'
  method: string
  target: string
  body: unknown
  /** By which its effect is recognized. */
  marker: string
  /** The id of what it changes, if it makes nothing new. */
  subject: string | undefined
  /** Whether it may have been done without anybody having been told. */
  isUncertain: boolean
  sentAt: number
  /** What was answered, and when. */
  response: HttpResponse | undefined
  respondedAt: number
}

export interface ClientHistory {
  writes: Write[]
  /** By name: whether it is there, was made or removed without an answer, or is gone. */
  resources: Map<string, 'there' | 'in doubt' | 'gone'>
  /** The latest that the clock was said to show. */
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

/** The ids of everything in a world that a write has made. */
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

/** Whether a write's effect is there to see. A title may have been overwritten since. */
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

/** What a world shows that can't be, by what clients were told. */
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
        throw new Violation(
          `${description} was answered ${write.response?.status} and is not there: ${write.response?.text}`,
        )
      if (isDone(write) && ids.length === 1 && ids[0] !== idOf(write))
        throw new Violation(`${description} was answered with ${idOf(write)} and is ${ids[0]}`)
      if (!write.isUncertain && !isDone(write) && ids.length > 0)
        throw new Violation(`${description} was refused (${write.response?.status}), and is there as ${ids[0]}`)
    } else if (kind === 'title') checkTitle(history, write, state)
    else if (isDone(write) && !isApplied(write, state))
      throw new Violation(`${description} was answered ${write.response?.status} and did not last`)
  }
  if (state.now < history.latestClock)
    throw new Violation(`the clock was said to show ${history.latestClock} and shows ${state.now}`)
}

/** A title is the last that was answered, or one that was sent since then. */
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
 * After a power failure that may take what came last with it: what is gone is as if it had never been answered. Throws if
 * more is gone than may be, or if something is gone and a later write of the same client is not.
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
        throw new Violation(`${kind} ${marker} is there, and ${lost.kind} ${lost.marker} before it is lost`)
      continue
    }
    if (history.resources.get(marker) !== undefined) continue
    if (write.respondedAt < since)
      throw new Violation(`${kind} ${marker} was answered ${since - write.respondedAt} ms too early to be lost`)
    if (!firstLoss.has(client)) firstLoss.set(client, write)
    if (createsResource(write)) lostIds.add(idOf(write))
  }
  // What was done to what is gone never happened; ids may be given again.
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

/** A process has ended: what it could not write, and took back, may yet be on the disk. Nobody was told that it was done. */
export function markUncertain({ writes }: ClientHistory): void {
  for (const write of writes) if (!write.response) write.isUncertain = true
}
