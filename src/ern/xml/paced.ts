const BATCH_SIZE = 200

/** Visits every item, and yields after each batch, so that a caller can let other work run. */
export function* paced<T>(items: Iterable<T>, visit: (item: T) => void): Generator<void, void, void> {
  let count = 0
  for (const item of items) {
    visit(item)
    if (++count % BATCH_SIZE === 0) yield
  }
}
