import { setTimeout } from 'node:timers/promises'
import type { Random } from '../runner/random.js'

/** More worlds than the sandbox holds in memory, so that it puts some away and loads them again all the time. */
export const WORLDS = Array.from({ length: 5 }, (_, i) => `sk_sandbox_standard_crash-${i}`)
export const MAX_WORLDS = 2
/** The writers use one world, then the next. */
const RESPONSES_PER_WORLD = 15
const RETRY_MS = 20
const MAX_RETRIES = 3000

/** A request with an idempotency key and its response. */
interface IdempotentRequest {
  /** The key of its world. */
  world: string
  path: string
  body: object
  /** Title or file name that identifies the created resource. */
  marker: string
  /** Undefined until there is a response. */
  response: string | undefined
}

/** Clients that send requests until the server is gone, and remember the responses. */
export interface LoadGenerator {
  readonly responses: number
  readonly requests: ReadonlyMap<string, IdempotentRequest>
  /** Ids of assets that a response has reported as ready. */
  readonly ready: ReadonlySet<string>
  /** Sends requests until the process is gone. Calls `onResponse` after each response. */
  run(url: string, writers: number, onResponse: () => void): Promise<void>
  /** Repeats requests without a response, with the same keys. */
  retry(url: string): Promise<void>
  call<T>(url: string, world: string, method: string, path: string, body?: object): Promise<T>
}

const isConnectionError = (error: unknown) => /fetch failed|terminated|aborted|other side closed/.test(String(error))

export function createLoadGenerator(random: Random): LoadGenerator {
  const requests = new Map<string, IdempotentRequest>()
  const ready = new Set<string>()
  let responses = 0
  let markers = 0

  const hex = (digits: number) => Array.from({ length: digits }, () => random.below(16).toString(16)).join('')
  const uuid = () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`

  interface Call {
    world: string
    method: string
    path: string
    headers?: Record<string, string>
    body?: object | undefined
  }

  async function send(url: string, { world, method, path, headers, body }: Call, tries = 0): Promise<string> {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'x-api-key': world, ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    // A world that waits for its receiver can't be put away.
    if (response.status === 503 && text.includes('--max-worlds') && tries < MAX_RETRIES) {
      await setTimeout(RETRY_MS)
      return send(url, { world, method, path, ...(headers && { headers }), body }, tries + 1)
    }
    responses++
    if (response.status >= 300) throw new Error(`${method} ${path} got ${response.status}: ${text}`)
    return text
  }

  async function sendRequest(url: string, key: string): Promise<string> {
    const request = requests.get(key) as IdempotentRequest
    const { world, path, body } = request
    const text = await send(url, { world, method: 'POST', path, headers: { 'idempotency-key': key }, body })
    if (request.response !== undefined && request.response !== text)
      throw new Error(`${key} got ${request.response} and then ${text}`)
    request.response = text
    return text
  }

  const currentWorld = () => WORLDS[Math.floor(responses / RESPONSES_PER_WORLD) % WORLDS.length] as string

  function createRequest(path: string, createBody: (marker: string) => object): string {
    const key = uuid()
    const marker = `m${++markers}`
    requests.set(key, { world: currentWorld(), path, body: createBody(marker), marker, response: undefined })
    return key
  }

  const artists = [{ name: 'A', role: 'main' }]
  const release = () => createRequest('/v1/releases', (title) => ({ title, artists, release_date: '2029-01-01' }))
  const asset = () =>
    createRequest('/v1/assets', (filename) => ({ type: 'audio', filename, content_type: 'audio/wav' }))

  async function makeReady(url: string, key: string) {
    const { id } = JSON.parse(await sendRequest(url, key))
    const { world } = requests.get(key) as IdempotentRequest
    const body = { asset_id: id, outcome: 'ready' }
    await send(url, { world, method: 'POST', path: '/_sandbox/simulate/asset', body })
    ready.add(id)
  }

  /** Sends one request after another. Each is chosen before the first await, so that only the seed decides. */
  async function write(url: string, onResponse: () => void) {
    for (;;) {
      const choice = random.below(10)
      if (choice < 5) await sendRequest(url, release())
      else if (choice < 8) await makeReady(url, asset())
      else {
        const body = { duration: random.pick(['0s', '30s', '10m']) }
        await send(url, { world: currentWorld(), method: 'POST', path: '/_sandbox/clock/advance', body })
      }
      onResponse()
    }
  }

  return {
    get responses() {
      return responses
    },
    requests,
    ready,
    async run(url, writers, onResponse) {
      const results = await Promise.allSettled(Array.from({ length: writers }, () => write(url, onResponse)))
      for (const result of results)
        if (result.status === 'rejected' && !isConnectionError(result.reason)) throw result.reason
    },
    async retry(url) {
      for (const [key, { response }] of requests) if (response === undefined) await sendRequest(url, key)
      // Some clients retry although they have a response.
      for (const key of [...requests.keys()].slice(-5)) await sendRequest(url, key)
    },
    call: async (url, world, method, path, body) => JSON.parse(await send(url, { world, method, path, body })),
  }
}
