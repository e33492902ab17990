/** Shares one operation among all callers that arrive before it starts. */
export function createGroupSync(sync: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  function start(): Promise<void> {
    const started = sync().finally(() => {
      if (running === started) running = undefined
    })
    return (running = started)
  }
  return () => {
    // A sync that has started may not cover what the caller wrote, so the caller waits for the next one.
    if (!running) return start()
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        return start()
      })
    return next
  }
}

/** Runs at most `max` operations at a time. */
export function createConcurrencyLimit(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

/**
 * Removes the files of old generations in the background, for one world after another: a busy disk can take milliseconds
 * for each file. `first` is the first generation that is kept. It is set when that generation is durable; by the time of
 * the removal there may be a newer one that is not.
 */
export function createRemovalQueue(removeFilesOf: (key: string, first: number) => Promise<void>) {
  const waiting = new Map<string, number>()
  let current: { key: string; done: Promise<void> } | undefined

  function next() {
    if (current) return
    for (const [key, first] of waiting) {
      waiting.delete(key)
      const done = removeFilesOf(key, first).finally(() => {
        current = undefined
        next()
      })
      current = { key, done }
      return
    }
  }

  return {
    add(key: string, first: number) {
      waiting.set(key, first)
      next()
    },
    /** Resolves when no file of this world is being removed. */
    async finish(key: string) {
      waiting.delete(key)
      if (current?.key === key) await current.done
    },
    async finishAll() {
      while (current) await current.done
    },
    /** Leaves what is waiting to the next start. Resolves when nothing is being removed. */
    async stop() {
      waiting.clear()
      await current?.done
    },
  }
}
