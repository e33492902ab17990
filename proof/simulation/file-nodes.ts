import type { Random } from '../runner/random.js'

/** One change to a file's content. */
type FileChange = { at: number; bytes: Buffer } | { length: number }

/** One atomic change to a directory: names added and names removed. */
interface DirectoryChange {
  added?: [name: string, node: Node]
  removed?: string
}

/** A file as the system caches it, and as the disk holds it. */
export interface FileNode {
  kind: 'file'
  readonly id: number
  content: Buffer
  durable: Buffer
  /** Changes that are not on the disk yet, in order. */
  unsynced: FileChange[]
  /** Ranges that a failed sync has lost. The system considers them written, so the next sync skips them. */
  lostRanges: { from: number; to: number }[]
}

export interface DirectoryNode {
  kind: 'directory'
  readonly id: number
  entries: Map<string, Node>
  durable: Map<string, Node>
  unsynced: DirectoryChange[]
}

export type Node = FileNode | DirectoryNode

/** Like inode numbers. Only compared, so one counter for all cases is enough. */
let nextId = 0

export const createFile = (): FileNode => ({
  kind: 'file',
  id: nextId++,
  content: Buffer.alloc(0),
  durable: Buffer.alloc(0),
  unsynced: [],
  lostRanges: [],
})

export const createDirectory = (): DirectoryNode => ({
  kind: 'directory',
  id: nextId++,
  entries: new Map(),
  durable: new Map(),
  unsynced: [],
})

function applyChange(content: Buffer, change: FileChange): Buffer {
  if ('length' in change)
    return Buffer.concat([content, Buffer.alloc(Math.max(0, change.length - content.length))], change.length)
  const whole = Buffer.alloc(Math.max(content.length, change.at + change.bytes.length))
  content.copy(whole)
  change.bytes.copy(whole, change.at)
  return whole
}

function writeChange(file: FileNode, change: FileChange): void {
  file.content = applyChange(file.content, change)
  file.unsynced.push(change)
}

export const append = (file: FileNode, bytes: Buffer): void => writeChange(file, { at: file.content.length, bytes })

export function truncate(file: FileNode, length: number): void {
  if (length === file.content.length) return
  writeChange(file, { length })
  file.lostRanges = file.lostRanges.flatMap(({ from, to }) =>
    from < length ? [{ from, to: Math.min(to, length) }] : [],
  )
}

/** Writes the first changes to the disk, except for what an earlier failed sync has lost. */
export function sync(file: FileNode, count = file.unsynced.length): void {
  for (const change of file.unsynced.splice(0, count)) file.durable = applyChange(file.durable, change)
  for (const { from, to } of file.lostRanges) file.durable.fill(0, from, Math.min(to, file.durable.length))
}

/** A failed sync: the disk holds a part, and the system drops the rest and reports it only once. */
export function failToSync(file: FileNode, random: Random): void {
  const from = file.durable.length
  sync(file, random.below(file.unsynced.length + 1))
  const durableLength = Math.max(from, file.durable.length)
  file.unsynced = []
  if (file.content.length > durableLength) file.lostRanges.push({ from: durableLength, to: file.content.length })
  file.durable = applyChange(file.durable, { length: Math.min(file.content.length, file.durable.length) })
}

export function changeEntries({ entries, unsynced }: DirectoryNode, change: DirectoryChange): void {
  applyEntryChange(entries, change)
  unsynced.push(change)
}

function applyEntryChange(names: Map<string, Node>, { added, removed }: DirectoryChange): void {
  if (removed !== undefined) names.delete(removed)
  if (added) names.set(...added)
}

/** Writes the first changes to the disk. */
export function syncDirectory(directory: DirectoryNode, count = directory.unsynced.length): void {
  for (const change of directory.unsynced.splice(0, count)) applyEntryChange(directory.durable, change)
}

/** A power failure: unsynced changes may be there, missing, partial or torn. */
export function losePower(node: Node, random: Random): void {
  if (node.kind === 'file') losePowerOfFile(node, random)
  else losePowerOfDirectory(node, random)
}

function losePowerOfDirectory(node: DirectoryNode, random: Random): void {
  // Some file systems keep the order of directory changes, others do not.
  const isOrdered = random.percent(50)
  const keptCount = random.below(node.unsynced.length + 1)
  const names = new Map(node.durable)
  for (const [i, change] of node.unsynced.entries())
    if (isOrdered ? i < keptCount : random.percent(50)) applyEntryChange(names, change)
  node.entries = names
  node.durable = new Map(names)
  node.unsynced = []
  for (const child of names.values()) losePower(child, random)
}

function losePowerOfFile(file: FileNode, random: Random): void {
  const { length } = file.unsynced
  const wholeCount = random.below(length + 1)
  let content = file.durable
  for (const change of file.unsynced.slice(0, wholeCount)) content = applyChange(content, change)
  const tornChange = file.unsynced[wholeCount]
  if (tornChange && 'bytes' in tornChange)
    content = applyChange(content, {
      at: tornChange.at,
      bytes: tornChange.bytes.subarray(0, random.below(tornChange.bytes.length + 1)),
    })
  // The length may be written before the bytes, which leaves zeros at the end.
  if (tornChange && random.percent(20)) content = applyChange(content, { length: content.length + random.below(600) })
  file.content = content
  file.durable = content
  file.unsynced = []
  file.lostRanges = []
}
