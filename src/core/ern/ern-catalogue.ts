import type { ErnRelease } from './ern-rows.js'

export interface SerializedErnCatalogue {
  ernReleases: [release: string, record: ErnRelease][]
  ernAttempts: [key: string, attempts: number][]
  ernPurges: [key: string, created: number][]
}

/** What is known about releases from ERN messages, by release and by key. */
export interface ErnCatalogue {
  get(releaseId: string): ErnRelease | undefined
  /** The release that has this key. */
  findByKey(key: string): string | undefined
  set(releaseId: string, record: ErnRelease): void
  /** Frees the keys. Messages about them that were created before `created` are superseded. */
  purge(releaseId: string, keys: readonly string[], created: number): void
  /** When the message that purged this key was created. */
  purgedAt(key: string): number | undefined
  /** Counts a message about these keys. Returns how many messages there were about any one of them. */
  countAttempt(keys: readonly string[]): number
  /** Releases with something that waits for assets. */
  waiting(): Iterable<string>
  serialize(): SerializedErnCatalogue
}

const isWaiting = ({ waiting, cover }: ErnRelease) => waiting !== null || cover !== null

export function createErnCatalogue(serialized?: SerializedErnCatalogue): ErnCatalogue {
  const records = new Map<string, ErnRelease>()
  const releasesByKey = new Map<string, string>()
  const waiting = new Set<string>()
  const attempts = new Map(serialized?.ernAttempts)
  const purges = new Map(serialized?.ernPurges)

  function remove(releaseId: string) {
    for (const key of records.get(releaseId)?.keys ?? []) releasesByKey.delete(key)
    records.delete(releaseId)
    waiting.delete(releaseId)
  }

  function add(releaseId: string, record: ErnRelease) {
    records.set(releaseId, record)
    for (const key of record.keys) releasesByKey.set(key, releaseId)
    if (isWaiting(record)) waiting.add(releaseId)
  }

  for (const [releaseId, record] of serialized?.ernReleases ?? []) add(releaseId, record)

  return {
    get: (releaseId) => records.get(releaseId),
    findByKey: (key) => releasesByKey.get(key),
    set(releaseId, record) {
      const previous = records.get(releaseId)
      for (const key of previous?.keys ?? []) releasesByKey.delete(key)
      waiting.delete(releaseId)
      add(releaseId, record)
      for (const key of record.keys) purges.delete(key)
    },
    purge(releaseId, keys, created) {
      for (const key of [...keys, ...(records.get(releaseId)?.keys ?? [])]) {
        purges.set(key, created)
        attempts.delete(key)
      }
      remove(releaseId)
    },
    purgedAt: (key) => purges.get(key),
    countAttempt(keys) {
      const attempt = 1 + Math.max(0, ...keys.map((key) => attempts.get(key) ?? 0))
      for (const key of keys) attempts.set(key, attempt)
      return attempt
    },
    waiting: () => [...waiting],
    serialize: () => ({ ernReleases: [...records], ernAttempts: [...attempts], ernPurges: [...purges] }),
  }
}
