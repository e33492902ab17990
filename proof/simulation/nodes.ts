import type { Random } from '../runner/random.js'

/** One change to a file's content. */
type FileStep = { at: number; bytes: Buffer } | { length: number }

/** One change to a directory: what gets a name, and which name is gone. One step, however much is in it. */
interface NameStep {
  set?: [name: string, node: Node]
  gone?: string
}

/** A file as the system has it in memory, and as the disk has it. */
export interface FileNode {
  kind: 'file'
  content: Buffer
  durable: Buffer
  /** Not on the disk yet, in order. */
  steps: FileStep[]
  /** What the system holds for written although it never was: a sync failed, and the next one knows nothing of it. */
  lost: { from: number; to: number }[]
}

export interface DirectoryNode {
  kind: 'directory'
  names: Map<string, Node>
  durable: Map<string, Node>
  steps: NameStep[]
}

export type Node = FileNode | DirectoryNode

export const createFile = (): FileNode => ({
  kind: 'file',
  content: Buffer.alloc(0),
  durable: Buffer.alloc(0),
  steps: [],
  lost: [],
})

export const createDirectory = (): DirectoryNode => ({
  kind: 'directory',
  names: new Map(),
  durable: new Map(),
  steps: [],
})

function applied(content: Buffer, step: FileStep): Buffer {
  if ('length' in step)
    return Buffer.concat([content, Buffer.alloc(Math.max(0, step.length - content.length))], step.length)
  const whole = Buffer.alloc(Math.max(content.length, step.at + step.bytes.length))
  content.copy(whole)
  step.bytes.copy(whole, step.at)
  return whole
}

function change(file: FileNode, step: FileStep): void {
  file.content = applied(file.content, step)
  file.steps.push(step)
}

export const append = (file: FileNode, bytes: Buffer): void => change(file, { at: file.content.length, bytes })

export function truncate(file: FileNode, length: number): void {
  if (length === file.content.length) return
  change(file, { length })
  file.lost = file.lost.flatMap(({ from, to }) => (from < length ? [{ from, to: Math.min(to, length) }] : []))
}

/** So many of the steps that were not on the disk are now; but for what an earlier sync has lost. */
export function sync(file: FileNode, count = file.steps.length): void {
  for (const step of file.steps.splice(0, count)) file.durable = applied(file.durable, step)
  for (const { from, to } of file.lost) file.durable.fill(0, from, Math.min(to, file.durable.length))
}

/** The disk took some of it, the system forgets that there was more, and only says so this once. */
export function failToSync(file: FileNode, random: Random): void {
  const from = file.durable.length
  sync(file, random.below(file.steps.length + 1))
  const kept = Math.max(from, file.durable.length)
  file.steps = []
  if (file.content.length > kept) file.lost.push({ from: kept, to: file.content.length })
  file.durable = applied(file.durable, { length: Math.min(file.content.length, file.durable.length) })
}

export function name({ names, steps }: DirectoryNode, step: NameStep): void {
  if (step.gone !== undefined) names.delete(step.gone)
  if (step.set) names.set(...step.set)
  steps.push(step)
}

export function syncNames(directory: DirectoryNode): void {
  directory.durable = new Map(directory.names)
  directory.steps = []
}

/** The power fails: what was not on the disk may be there or not, in parts, or torn. */
export function losePower(node: Node, random: Random): void {
  if (node.kind === 'file') losePowerOfFile(node, random)
  else losePowerOfDirectory(node, random)
}

function losePowerOfDirectory(node: DirectoryNode, random: Random): void {
  // Some file systems keep the order of names, others promise nothing.
  const isOrdered = random.percent(50)
  const kept = random.below(node.steps.length + 1)
  const names = new Map(node.durable)
  for (const [i, { set, gone }] of node.steps.entries()) {
    if (isOrdered ? i >= kept : random.percent(50)) continue
    if (gone !== undefined) names.delete(gone)
    if (set) names.set(...set)
  }
  node.names = names
  syncNames(node)
  for (const child of names.values()) losePower(child, random)
}

function losePowerOfFile(file: FileNode, random: Random): void {
  const { length } = file.steps
  const whole = random.below(length + 1)
  let content = file.durable
  for (const step of file.steps.slice(0, whole)) content = applied(content, step)
  const torn = file.steps[whole]
  if (torn && 'bytes' in torn)
    content = applied(content, { at: torn.at, bytes: torn.bytes.subarray(0, random.below(torn.bytes.length + 1)) })
  // The length is there before the bytes are: nothing but zeros at the end.
  if (torn && random.percent(20)) content = applied(content, { length: content.length + random.below(600) })
  file.content = content
  file.durable = content
  file.steps = []
  file.lost = []
}
