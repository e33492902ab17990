import type { Random } from '../runner/random.js'
import { type ClientHistory, isApplied, type Write } from './client-history.js'
import { ConnectionLost, type HttpResponse, type Machine } from './machine.js'
import { BEHAVIOURS, secretOf, urlFor } from './network.js'
import { sleep } from './schedule.js'
import { Violation } from './violation.js'

export const KEY = 'sk_sandbox_enterprise_sim'
const HEADERS = { 'x-api-key': KEY }
const EVENTS = ['release.status.changed', 'delivery.completed', 'asset.ready']

/** Ends the current task of a client whose resources were lost. */
class Abandoned extends Error {}

export interface Clients {
  /** Resolves when the client has finished its tasks. */
  run(client: number, taskCount: number): Promise<void>
}

/** Attempts after which a request without a response is a violation. */
const MAX_TRIES = 200

const uuid = (random: Random) => {
  const hex = (digits: number) => Array.from({ length: digits }, () => random.below(16).toString(16)).join('')
  return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`
}

export function createClients(machine: Machine, history: ClientHistory, random: Random): Clients {
  /** `machine.dataLosses` when a client began its task. If the number has changed, its resources may be lost. */
  const losses = new Map<number, number>()
  let endpoints = 0
  let names = 0
  /** On the world's clock. Idempotency keys expire after a day. */
  let hoursLeft = 20

  async function attempt(write: Write): Promise<HttpResponse | undefined> {
    const { key, surface, method, target, body } = write
    const headers = { ...HEADERS, ...(key !== undefined && { 'idempotency-key': key }) }
    try {
      return await machine.call(surface, method, target, headers, body)
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error
      // The request may have been applied.
      if (machine.processes > 0) write.isUncertain = true
      return undefined
    }
  }

  function checkResponse(write: Write, response: HttpResponse, isRepeat = false): void {
    const { kind, marker } = write
    if (response.status === 500) throw new Violation(`${kind} ${marker} got 500: ${response.text}`)
    // An endpoint is registered before it is pinged, so perhaps only the outcome of the ping could not be written. If the
    // rollback failed too, the change may reappear when the disk can be read again.
    if (response.status === 503 && (kind === 'webhook' || machine.failedRollbacks > 0)) write.isUncertain = true
    if (response.status === 503) {
      const world = machine.world(KEY)
      if (world && !write.isUncertain && isApplied(write, world.state))
        throw new Violation(`${kind} ${marker} got 503 but was applied`)
    }
    const firstResponse = write.response
    if (firstResponse && write.key !== undefined && response.status < 500 && !isKeyInUse(response))
      if (
        firstResponse.text !== response.text ||
        firstResponse.status !== response.status ||
        (isRepeat && !response.replayed)
      )
        throw new Violation(
          `the retry of ${kind} ${marker} got ${response.status} ${response.text} instead of ${firstResponse.status} ${firstResponse.text}`,
        )
  }

  const isKeyInUse = ({ status, text }: HttpResponse) => status === 409 && text.includes('idempotency_key_in_use')

  /** Retries with the same key until there is a final response. */
  async function sendUntilAnswered(write: Write): Promise<HttpResponse> {
    const lossesBefore = losses.get(write.client)
    if (machine.dataLosses !== lossesBefore) throw new Abandoned()
    history.writes.push(write)
    const isDuplicated = write.key !== undefined && random.percent(8)
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const second = isDuplicated && tries === 0 ? attempt(write) : undefined
      // One of the two may be applied while the other is refused.
      if (second) write.isUncertain = true
      const response = await attempt(write)
      const duplicateResponse = await second
      if (machine.dataLosses !== lossesBefore) throw new Abandoned()
      for (const received of [duplicateResponse, response])
        if (received) {
          checkResponse(write, received)
          if (received.status < 500 && !isKeyInUse(received)) recordResponse(write, received)
        }
      if (write.response) return write.response
      await sleep(machine.scope, 20 + random.below(2000))
      if (machine.dataLosses !== lossesBefore) throw new Abandoned()
    }
    throw new Violation(`${write.kind} ${write.marker} gets no response after ${MAX_TRIES} attempts`)
  }

  function recordResponse(write: Write, response: HttpResponse): void {
    if (write.response) return
    // Without a key, the retry is refused because the first attempt was applied.
    const wasApplied = write.kind === 'ready' && response.status === 409 && write.isUncertain
    write.response = wasApplied ? { ...response, status: 200 } : response
    write.respondedAt = machine.schedule.now
  }

  async function write(
    client: number,
    kind: Write['kind'],
    [method, target, body]: [method: string, target: string, body?: unknown],
    { marker = '', subject, surface = 'api' }: { marker?: string; subject?: string; surface?: Write['surface'] } = {},
  ) {
    const key = surface === 'api' ? uuid(random) : undefined
    const write: Write = {
      kind,
      client,
      key,
      surface,
      method,
      target,
      body,
      marker,
      subject,
      isUncertain: false,
      sentAt: machine.schedule.now,
      response: undefined,
      respondedAt: 0,
    }
    const { status, text } = await sendUntilAnswered(write)
    await sleep(machine.scope, random.below(60))
    // Some clients retry although they have a response.
    if (random.percent(12) && write.key !== undefined) {
      const again = await attempt(write)
      if (again && write.response) checkResponse(write, again, true)
    }
    return { status, body: JSON.parse(text) }
  }

  const nextName = () => `m${++names}`

  async function release(client: number): Promise<void> {
    const marker = nextName()
    const artists = [{ name: 'A', role: 'main' }]
    const input = { title: 'Untitled', label: marker, artists, release_date: '2029-01-01' }
    const made = await write(client, 'release', ['POST', '/v1/releases', input], { marker })
    if (made.status !== 201) return
    const subject = made.body.id
    const path = `/v1/releases/${subject}`
    for (let i = random.below(3); i > 0; i--) {
      const title = nextName()
      await write(client, 'title', ['PATCH', path, { title }], { marker: title, subject })
    }
    if (random.percent(40)) return
    const title = nextName()
    const track = { release_id: subject, title, audio_asset_id: 'ast_seed_audio_01' }
    await write(client, 'track', ['POST', '/v1/tracks', track], { marker: title })
    const artwork_asset_id = 'ast_seed_artwork_01'
    await write(client, 'art', ['PATCH', path, { artwork_asset_id }], { marker: artwork_asset_id, subject })
    const submitted = await write(client, 'submit', ['POST', `${path}/submit`], { subject })
    if (submitted.status !== 200) return
    const order = { release_id: subject, store_ids: ['store_lumenwave'], territory_codes: ['DE'] }
    await write(client, 'deliver', ['POST', '/v1/deliveries', order], { subject })
  }

  async function asset(client: number): Promise<void> {
    const marker = nextName()
    const input = { type: 'audio', filename: marker, content_type: 'audio/wav' }
    const made = await write(client, 'asset', ['POST', '/v1/assets', input], { marker })
    if (made.status !== 201) return
    const subject = made.body.id
    const outcome = { asset_id: subject, outcome: 'ready' }
    await write(client, 'ready', ['POST', '/_sandbox/simulate/asset', outcome], { subject, surface: 'control' })
  }

  async function webhook(client: number): Promise<void> {
    const marker = urlFor(random.pick(BEHAVIOURS), endpoints++)
    const input = { url: marker, event_type: EVENTS, secret: secretOf(marker) }
    const made = await write(client, 'webhook', ['POST', '/v1/webhooks', input], { marker })
    if (made.status !== 201 || !random.percent(30)) return
    await sleep(machine.scope, random.below(3000))
    // After a data loss, the id may belong to another resource.
    if (machine.dataLosses !== losses.get(client)) return
    const path = `/v1/webhooks/${made.body.id}`
    const choice = random.pick(['ping', 'redeliver', 'delete'])
    if (choice === 'redeliver') history.redelivered.add(marker)
    if (choice === 'delete') history.resources.set(marker, 'gone')
    await sendOnce('api', choice === 'delete' ? 'DELETE' : 'POST', choice === 'delete' ? path : `${path}/${choice}`)
  }

  /** Sends a request once and ignores the outcome. */
  async function sendOnce(surface: 'api' | 'control', method: string, target: string, body?: unknown) {
    const lossesBefore = machine.dataLosses
    const response = await machine.call(surface, method, target, HEADERS, body).catch((error) => {
      if (error instanceof ConnectionLost) return undefined
      throw error
    })
    if (machine.dataLosses !== lossesBefore) throw new Abandoned()
    if (response?.status === 500) throw new Violation(`${method} ${target} got 500: ${response.text}`)
    return response
  }

  async function advance(): Promise<void> {
    const hours = random.pick([0, 0.05, 0.5, 3])
    if (hours > hoursLeft) return
    hoursLeft -= hours
    const response = await sendOnce('control', 'POST', '/_sandbox/clock/advance', { duration: `${hours * 3600}s` })
    if (response?.status === 200)
      history.latestClock = Math.max(history.latestClock, Date.parse(JSON.parse(response.text).now))
  }

  /** Creates or removes a snapshot or another world. */
  async function useControlResource(): Promise<void> {
    const isWorld = random.percent(50)
    const name = `${isWorld ? 'w' : 's'}${++names}`
    const [where, path] = isWorld ? ['/_sandbox/worlds', `standard/${name}`] : ['/_sandbox/snapshots', name]
    history.resources.set(name, 'in doubt')
    const made = await sendOnce('control', 'POST', where, isWorld ? { tier: 'standard', name } : { name })
    if (made?.status !== 201) return
    history.resources.set(name, 'there')
    if (random.percent(50)) return
    await sleep(machine.scope, random.below(500))
    history.resources.set(name, 'in doubt')
    const removed = await sendOnce('control', 'DELETE', `${where}/${path}`)
    if (removed?.status === 204) history.resources.set(name, 'gone')
  }

  /** Uses other worlds, so that this one may be put away. */
  async function visitOtherWorlds(): Promise<void> {
    for (let i = 1 + random.below(3); i > 0; i--) {
      const headers = { 'x-api-key': `sk_sandbox_standard_visited-${random.below(4)}` }
      const response = await machine.call('api', 'GET', '/v1/releases', headers).catch((error) => {
        if (error instanceof ConnectionLost) return undefined
        throw error
      })
      if (response && ![200, 503].includes(response.status))
        throw new Violation(`GET /v1/releases got ${response.status}: ${response.text}`)
      await sleep(machine.scope, random.below(3000))
    }
  }

  const readList = () => sendOnce('api', 'GET', random.pick(['/v1/releases', '/v1/webhooks', '/v1/deliveries']))

  return {
    async run(client, taskCount) {
      losses.set(client, machine.dataLosses)
      if (client === 0) await webhook(client).catch(ignoreAbandoned)
      for (let i = 0; i < taskCount; i++) {
        losses.set(client, machine.dataLosses)
        const tasks = [
          release,
          release,
          asset,
          asset,
          webhook,
          advance,
          advance,
          useControlResource,
          visitOtherWorlds,
          readList,
        ]
        await random.pick(tasks)(client).catch(ignoreAbandoned)
        await sleep(machine.scope, random.below(random.percent(20) ? 5000 : 100))
      }
    },
  }
}

function ignoreAbandoned(error: unknown) {
  if (!(error instanceof Abandoned)) throw error
}
