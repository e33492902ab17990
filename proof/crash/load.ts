import type { Random } from '../runner/random.js'

const KEY = 'sk_sandbox_standard_crash'

/** Something that was asked for, by its Idempotency-Key, and what came of it. */
interface Wish {
  path: string
  body: object
  /** By which what it made is recognized. */
  marker: string
  /** Undefined while nobody has answered. */
  answer: string | undefined
}

/** Clients that ask for things until nobody answers any more, and remember what they were told. */
export interface Load {
  readonly answers: number
  readonly wishes: ReadonlyMap<string, Wish>
  /** Ids of assets that are known to be ready. */
  readonly ready: ReadonlySet<string>
  /** Asks until the process is gone; `onAnswer` is told of each answer. */
  run(url: string, writers: number, onAnswer: () => void): Promise<void>
  /** Asks again for what nobody answered, with the same keys. */
  retry(url: string): Promise<void>
  call<T>(url: string, method: string, path: string, body?: object): Promise<T>
}

const isGone = (fault: unknown) => /fetch failed|terminated|aborted|other side closed/.test(String(fault))

export function createLoad(random: Random): Load {
  const wishes = new Map<string, Wish>()
  const ready = new Set<string>()
  let answers = 0
  let markers = 0

  const hex = (digits: number) => Array.from({ length: digits }, () => random.below(16).toString(16)).join('')
  const uuid = () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`

  async function send(url: string, method: string, path: string, headers: Record<string, string>, body?: object) {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { 'x-api-key': KEY, ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    answers++
    if (answer.status >= 300) throw new Error(`${method} ${path} is answered ${answer.status}: ${text}`)
    return text
  }

  async function wish(url: string, key: string): Promise<string> {
    const wanted = wishes.get(key) as Wish
    const text = await send(url, 'POST', wanted.path, { 'idempotency-key': key }, wanted.body)
    if (wanted.answer !== undefined && wanted.answer !== text)
      throw new Error(`${key} was answered ${wanted.answer} and then ${text}`)
    wanted.answer = text
    return text
  }

  function want(path: string, make: (marker: string) => object): string {
    const key = uuid()
    const marker = `m${++markers}`
    wishes.set(key, { path, body: make(marker), marker, answer: undefined })
    return key
  }

  const artists = [{ name: 'A', role: 'main' }]
  const release = () => want('/v1/releases', (title) => ({ title, artists, release_date: '2029-01-01' }))
  const asset = () => want('/v1/assets', (filename) => ({ type: 'audio', filename, content_type: 'audio/wav' }))

  async function makeReady(url: string, key: string) {
    const { id } = JSON.parse(await wish(url, key))
    await send(url, 'POST', '/_sandbox/simulate/asset', {}, { asset_id: id, outcome: 'ready' })
    ready.add(id)
  }

  /** One thing after another. What is asked for is decided before anything is awaited, so that the seed decides it. */
  async function write(url: string, onAnswer: () => void) {
    for (;;) {
      const choice = random.below(10)
      if (choice < 5) await wish(url, release())
      else if (choice < 8) await makeReady(url, asset())
      else await send(url, 'POST', '/_sandbox/clock/advance', {}, { duration: random.pick(['0s', '30s', '10m']) })
      onAnswer()
    }
  }

  return {
    get answers() {
      return answers
    },
    wishes,
    ready,
    async run(url, writers, onAnswer) {
      const ends = await Promise.allSettled(Array.from({ length: writers }, () => write(url, onAnswer)))
      for (const end of ends) if (end.status === 'rejected' && !isGone(end.reason)) throw end.reason
    },
    async retry(url) {
      for (const [key, { answer }] of wishes) if (answer === undefined) await wish(url, key)
      // Some ask again although they know.
      for (const key of [...wishes.keys()].slice(-5)) await wish(url, key)
    },
    call: async (url, method, path, body) => JSON.parse(await send(url, method, path, {}, body)),
  }
}
