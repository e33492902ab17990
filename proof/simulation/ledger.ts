import type { World } from '../../src/core/engine/world.js'
import type { RunningWorld } from '../../src/runtime/running-world.js'
import type { Answer } from './machine.js'
import { Violation } from './violation.js'

export const WRITES = ['release', 'title', 'asset', 'ready', 'track', 'art', 'submit', 'deliver', 'webhook'] as const
type WriteKind = (typeof WRITES)[number]

/** Something that a client wants to have done, once. */
export interface Write {
  kind: WriteKind
  client: number
  /** Undefined on the control plane, which knows no keys. */
  key: string | undefined
  door: 'api' | 'control'
  method: string
  target: string
  body: unknown
  /** By which its effect is recognized. */
  marker: string
  /** The id of what it changes, if it makes nothing new. */
  subject: string | undefined
  /** Whether it may have been done without anybody having been told. */
  isInDoubt: boolean
  sentAt: number
  /** What was answered, and when. */
  answer: Answer | undefined
  answeredAt: number
}

export interface Ledger {
  writes: Write[]
  /** By name: whether it is there, was made or removed without an answer, or is gone. */
  things: Map<string, 'there' | 'in doubt' | 'gone'>
  /** The latest that the clock was said to show. */
  clock: number
  redelivered: Set<string>
}

export const createLedger = (): Ledger => ({ writes: [], things: new Map(), clock: 0, redelivered: new Set() })

const isDone = ({ answer }: Write) => answer !== undefined && answer.status < 300

/** The ids of everything in a world that a write has made. */
function madeBy({ kind, marker, subject }: Write, world: World): string[] {
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

const MAKING: WriteKind[] = ['release', 'asset', 'track', 'webhook', 'deliver']
export const isMaking = ({ kind }: Write): boolean => MAKING.includes(kind)

/** Whether a write's effect is there to see. A title may have been overwritten since. */
export function isThere(write: Write, world: World): boolean {
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
      return madeBy(write, world).length > 0
  }
}

export const idOf = ({ answer }: Write): string => (answer ? JSON.parse(answer.text).id : '')

/** What a world shows that can't be, by what clients were told. */
export function checkWorld(ledger: Ledger, running: RunningWorld): void {
  const { state } = running
  const removed = (write: Write) => ledger.things.get(write.marker)
  for (const write of ledger.writes) {
    const { kind, marker, client } = write
    const words = `${kind} ${marker} of client ${client}`
    if (isMaking(write)) {
      const made = madeBy(write, state)
      if (made.length > 1) throw new Violation(`${words} was done ${made.length} times: ${made.join(', ')}`)
      if (isDone(write) && made.length === 0 && removed(write) === undefined)
        throw new Violation(`${words} was answered ${write.answer?.status} and is not there: ${write.answer?.text}`)
      if (isDone(write) && made.length === 1 && made[0] !== idOf(write))
        throw new Violation(`${words} was answered with ${idOf(write)} and is ${made[0]}`)
      if (!write.isInDoubt && !isDone(write) && made.length > 0)
        throw new Violation(`${words} was refused (${write.answer?.status}), and is there as ${made[0]}`)
    } else if (kind === 'title') checkTitle(ledger, write, state)
    else if (isDone(write) && !isThere(write, state))
      throw new Violation(`${words} was answered ${write.answer?.status} and did not last`)
  }
  if (state.now < ledger.clock) throw new Violation(`the clock was said to show ${ledger.clock} and shows ${state.now}`)
}

/** A title is the last that was answered, or one that was sent since then. */
function checkTitle({ writes }: Ledger, { subject = '' }: Write, world: World): void {
  const titles = writes.filter((write) => write.kind === 'title' && write.subject === subject)
  const last = titles.findLastIndex(isDone)
  const title = world.releases.get(subject)?.title ?? ''
  const possible = titles.filter((write, i) => i === last || (i > last && write.isInDoubt)).map(({ marker }) => marker)
  if (last < 0) possible.push('Untitled')
  if (!possible.includes(title)) throw new Violation(`${subject} is ${title} instead of ${possible.join(' or ')}`)
}

/**
 * After a power failure that may take what came last with it: what is gone is as if it had never been answered. Throws if
 * more is gone than may be, or if something is gone and a later write of the same client is not.
 */
export function forget(ledger: Ledger, world: World, since: number): void {
  const gone = new Set<string>()
  const firstLoss = new Map<number, Write>()
  for (const write of ledger.writes.filter(isDone)) {
    const { client, kind, marker } = write
    const isOfGone = write.subject !== undefined && gone.has(write.subject)
    if (!isOfGone && (write.kind === 'title' || isThere(write, world))) {
      const lost = firstLoss.get(client)
      if (isMaking(write) && lost && ledger.things.get(marker) === undefined)
        throw new Violation(`${kind} ${marker} is there, and ${lost.kind} ${lost.marker} before it is lost`)
      continue
    }
    if (ledger.things.get(marker) !== undefined) continue
    if (write.answeredAt < since)
      throw new Violation(`${kind} ${marker} was answered ${since - write.answeredAt} ms too early to be lost`)
    if (!firstLoss.has(client)) firstLoss.set(client, write)
    if (isMaking(write)) gone.add(idOf(write))
  }
  // What was done to what is gone never happened; ids may be given again.
  ledger.writes = ledger.writes.filter((write) => {
    if (write.subject !== undefined && gone.has(write.subject)) return false
    if (write.kind === 'title' && write.answeredAt >= since)
      Object.assign(write, { answer: undefined, isInDoubt: true })
    if (
      isDone(write) &&
      write.kind !== 'title' &&
      !isThere(write, world) &&
      ledger.things.get(write.marker) === undefined
    )
      Object.assign(write, { answer: undefined, isInDoubt: true })
    return true
  })
  ledger.clock = Math.min(ledger.clock, world.now)
  for (const [name, state] of ledger.things) if (state !== 'in doubt') ledger.things.set(name, 'in doubt')
}

/** A process has ended: what it could not write, and took back, may yet be on the disk. Nobody was told that it was done. */
export function doubt({ writes }: Ledger): void {
  for (const write of writes) if (!write.answer) write.isInDoubt = true
}
