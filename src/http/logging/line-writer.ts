/** How much output may wait for a reader that does not read, in bytes. Further lines are dropped. */
export const MAX_UNREAD_LOG_BYTES = 1024 * 1024

/**
 * Writes lines to a stream. A pipe that nobody reads must neither block the server nor fill its memory, so lines are
 * dropped while too much is unread. `describeDropped` formats the line that reports them.
 */
export function createLineWriter(
  stream: NodeJS.WritableStream & { writableLength?: number },
  describeDropped: (count: number) => string,
): (line: string) => void {
  let dropped = 0
  const reportDropped = () => {
    const count = dropped
    dropped = 0
    stream.write(`${describeDropped(count)}\n`)
  }
  return (line) => {
    if ((stream.writableLength ?? 0) < MAX_UNREAD_LOG_BYTES) return void stream.write(`${line}\n`)
    if (dropped === 0) stream.once('drain', reportDropped)
    dropped++
  }
}
