/** How much may be buffered for a client that does not read its stream, and for all such clients of the process. */
export const MAX_UNREAD_BYTES = 8 * 1024 * 1024
export const MAX_UNREAD_BYTES_OF_ALL_STREAMS = 64 * 1024 * 1024

/** How long a client that was cut off has to read what was already sent to it. */
export const CUT_OFF_GRACE_MS = 10_000

/** Ends a stream over a connection. The client sees it when it has read what was sent before. */
export const CUT_OFF_COMMENT =
  ': closed, because too much of this stream was not read. Reconnect with Last-Event-ID to continue.\n\n'

/** Ends a stream of a world that was deleted, or that is read from its files again. */
export const WORLD_ENDED_COMMENT = ': closed, because this world was deleted or must be loaded again.\n\n'

export interface BufferedStream {
  /** The bytes that the client has not read yet. */
  measure(): number
  /** Sends no more events, and tells the client why. */
  cutOff(): void
  /** Frees the memory at once. */
  destroy(): void
}

interface TrackedStream extends BufferedStream {
  bytes: number
  isCutOff: boolean
}

export interface UnreadTracker {
  /** Call it after each write. */
  check(): void
  end(): void
}

const streams = new Set<TrackedStream>()
/** Never too small: streams that were read in the meantime are measured again when the limit is reached. */
let totalBytes = 0

function measure(stream: TrackedStream) {
  const bytes = stream.measure()
  totalBytes += bytes - stream.bytes
  stream.bytes = bytes
}

function remove(stream: TrackedStream) {
  if (streams.delete(stream)) totalBytes -= stream.bytes
}

function findLargest(isCutOff: boolean): TrackedStream | undefined {
  let largest: TrackedStream | undefined
  for (const stream of streams)
    if (stream.isCutOff === isCutOff && stream.bytes > (largest?.bytes ?? 0)) largest = stream
  return largest
}

function cutOff(stream: TrackedStream) {
  stream.isCutOff = true
  stream.cutOff()
}

/** The slowest readers go first. Those that were already cut off lose the time that they had to read the rest. */
function enforceTotal() {
  if (totalBytes <= MAX_UNREAD_BYTES_OF_ALL_STREAMS) return
  for (const stream of streams) measure(stream)
  while (totalBytes > MAX_UNREAD_BYTES_OF_ALL_STREAMS) {
    const largest = findLargest(true)
    if (!largest) break
    remove(largest)
    largest.destroy()
  }
  const slowest = totalBytes > MAX_UNREAD_BYTES_OF_ALL_STREAMS ? findLargest(false) : undefined
  if (slowest) cutOff(slowest)
}

export function trackUnread(buffered: BufferedStream): UnreadTracker {
  const stream: TrackedStream = { ...buffered, bytes: 0, isCutOff: false }
  streams.add(stream)
  return {
    check() {
      if (!streams.has(stream)) return
      measure(stream)
      if (stream.bytes > MAX_UNREAD_BYTES && !stream.isCutOff) cutOff(stream)
      enforceTotal()
    },
    end: () => remove(stream),
  }
}

/** For tests: the bytes that are buffered for all streams. */
export function unreadBytesOfAllStreams(): number {
  for (const stream of streams) measure(stream)
  return totalBytes
}
