import type { Random } from '../runner/random.js'
import { isThere, type Ledger, type Write } from './ledger.js'
import { type Answer, Gone, type Machine } from './machine.js'
import { MANNERS, secretOf, urlFor } from './network.js'
import { sleep } from './schedule.js'
import { Violation } from './violation.js'

export const KEY = 'sk_sandbox_enterprise_sim'
const HEADERS = { 'x-api-key': KEY }
const EVENTS = ['release.status.changed', 'delivery.completed', 'asset.ready']

/** What is left to do for a client that lost what it worked on. */
class Abandoned extends Error {}

export interface Clients {
  /** Resolves when a client has done all that it wanted to. */
  work(client: number, budget: number): Promise<void>
}

/** So often a client tries before it says that there is nobody. */
const MOST_TRIES = 200

const uuid = (random: Random) => {
  const hex = (digits: number) => Array.from({ length: digits }, () => random.below(16).toString(16)).join('')
  return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`
}

export function createClients(machine: Machine, ledger: Ledger, random: Random): Clients {
  /** How many there had been when a client began what it is at: with one more, what it holds in its hands may be gone. */
  const losses = new Map<number, number>()
  let endpoints = 0
  let names = 0
  /** On the world's clock; keys are good for a day. */
  let hoursLeft = 20

  async function attempt(write: Write): Promise<Answer | undefined> {
    const { key, door, method, target, body } = write
    const headers = { ...HEADERS, ...(key !== undefined && { 'idempotency-key': key }) }
    try {
      return await machine.call(door, method, target, headers, body)
    } catch (fault) {
      if (!(fault instanceof Gone)) throw fault
      // It may have got there.
      if (machine.processes > 0) write.isInDoubt = true
      return undefined
    }
  }

  function judge(write: Write, answer: Answer, isLater = false): void {
    const { kind, marker } = write
    if (answer.status === 500) throw new Violation(`${kind} ${marker} was answered 500: ${answer.text}`)
    // An endpoint is registered before it is pinged: what came of the ping may be all that could not be written. And what
    // could not be read back either may be there when it can be read again.
    if (answer.status === 503 && (kind === 'webhook' || machine.breaks > 0)) write.isInDoubt = true
    if (answer.status === 503) {
      const world = machine.world(KEY)
      if (world && !write.isInDoubt && isThere(write, world.state))
        throw new Violation(`${kind} ${marker} was answered 503 and is there all the same`)
    }
    const before = write.answer
    if (before && write.key !== undefined && answer.status < 500 && !isBusy(answer))
      if (before.text !== answer.text || before.status !== answer.status || (isLater && !answer.replayed))
        throw new Violation(
          `the retry of ${kind} ${marker} was answered ${answer.status} ${answer.text} instead of ${before.status} ${before.text}`,
        )
  }

  const isBusy = ({ status, text }: Answer) => status === 409 && text.includes('idempotency_key_in_use')

  /** As a sensible client does it: whatever is not answered, or not for good, is tried again with the same key. */
  async function perform(write: Write): Promise<Answer> {
    const began = losses.get(write.client)
    if (machine.losses !== began) throw new Abandoned()
    ledger.writes.push(write)
    const isTwofold = write.key !== undefined && random.percent(8)
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const second = isTwofold && tries === 0 ? attempt(write) : undefined
      // The one may be done while the other is refused.
      if (second) write.isInDoubt = true
      const answer = await attempt(write)
      const other = await second
      if (machine.losses !== began) throw new Abandoned()
      for (const heard of [other, answer])
        if (heard) {
          judge(write, heard)
          if (heard.status < 500 && !isBusy(heard)) settle(write, heard)
        }
      if (write.answer) return write.answer
      await sleep(machine.life, 20 + random.below(2000))
      if (machine.losses !== began) throw new Abandoned()
    }
    throw new Violation(`${write.kind} ${write.marker} gets no answer, however often it is tried`)
  }

  function settle(write: Write, answer: Answer): void {
    if (write.answer) return
    // Without a key, a retry finds that it was done already.
    const wasDone = write.kind === 'ready' && answer.status === 409 && write.isInDoubt
    write.answer = wasDone ? { ...answer, status: 200 } : answer
    write.answeredAt = machine.schedule.now
  }

  async function want(
    client: number,
    kind: Write['kind'],
    [method, target, body]: [method: string, target: string, body?: unknown],
    { marker = '', subject, door = 'api' }: { marker?: string; subject?: string; door?: Write['door'] } = {},
  ) {
    const key = door === 'api' ? uuid(random) : undefined
    const write: Write = {
      kind,
      client,
      key,
      door,
      method,
      target,
      body,
      marker,
      subject,
      isInDoubt: false,
      sentAt: machine.schedule.now,
      answer: undefined,
      answeredAt: 0,
    }
    const { status, text } = await perform(write)
    await sleep(machine.life, random.below(60))
    // Some ask again although they know.
    if (random.percent(12) && write.key !== undefined) {
      const again = await attempt(write)
      if (again && write.answer) judge(write, again, true)
    }
    return { status, body: JSON.parse(text) }
  }

  const label = () => `m${++names}`

  async function release(client: number): Promise<void> {
    const marker = label()
    const artists = [{ name: 'A', role: 'main' }]
    const input = { title: 'Untitled', label: marker, artists, release_date: '2029-01-01' }
    const made = await want(client, 'release', ['POST', '/v1/releases', input], { marker })
    if (made.status !== 201) return
    const subject = made.body.id
    const path = `/v1/releases/${subject}`
    for (let i = random.below(3); i > 0; i--) {
      const title = label()
      await want(client, 'title', ['PATCH', path, { title }], { marker: title, subject })
    }
    if (random.percent(40)) return
    const title = label()
    const track = { release_id: subject, title, audio_asset_id: 'ast_seed_audio_01' }
    await want(client, 'track', ['POST', '/v1/tracks', track], { marker: title })
    const artwork_asset_id = 'ast_seed_artwork_01'
    await want(client, 'art', ['PATCH', path, { artwork_asset_id }], { marker: artwork_asset_id, subject })
    const submitted = await want(client, 'submit', ['POST', `${path}/submit`], { subject })
    if (submitted.status !== 200) return
    const order = { release_id: subject, store_ids: ['store_lumenwave'], territory_codes: ['DE'] }
    await want(client, 'deliver', ['POST', '/v1/deliveries', order], { subject })
  }

  async function asset(client: number): Promise<void> {
    const marker = label()
    const input = { type: 'audio', filename: marker, content_type: 'audio/wav' }
    const made = await want(client, 'asset', ['POST', '/v1/assets', input], { marker })
    if (made.status !== 201) return
    const subject = made.body.id
    const outcome = { asset_id: subject, outcome: 'ready' }
    await want(client, 'ready', ['POST', '/_sandbox/simulate/asset', outcome], { subject, door: 'control' })
  }

  async function webhook(client: number): Promise<void> {
    const marker = urlFor(random.pick(MANNERS), endpoints++)
    const input = { url: marker, event_type: EVENTS, secret: secretOf(marker) }
    const made = await want(client, 'webhook', ['POST', '/v1/webhooks', input], { marker })
    if (made.status !== 201 || !random.percent(30)) return
    await sleep(machine.life, random.below(3000))
    // Its id may be another's by now.
    if (machine.losses !== losses.get(client)) return
    const path = `/v1/webhooks/${made.body.id}`
    const choice = random.pick(['ping', 'redeliver', 'delete'])
    if (choice === 'redeliver') ledger.redelivered.add(marker)
    if (choice === 'delete') ledger.things.set(marker, 'gone')
    await ask('api', choice === 'delete' ? 'DELETE' : 'POST', choice === 'delete' ? path : `${path}/${choice}`)
  }

  /** Once, come of it what may. */
  async function ask(door: 'api' | 'control', method: string, target: string, body?: unknown) {
    const began = machine.losses
    const answer = await machine.call(door, method, target, HEADERS, body).catch((fault) => {
      if (fault instanceof Gone) return undefined
      throw fault
    })
    if (machine.losses !== began) throw new Abandoned()
    if (answer?.status === 500) throw new Violation(`${method} ${target} was answered 500: ${answer.text}`)
    return answer
  }

  async function advance(): Promise<void> {
    const hours = random.pick([0, 0.05, 0.5, 3])
    if (hours > hoursLeft) return
    hoursLeft -= hours
    const answer = await ask('control', 'POST', '/_sandbox/clock/advance', { duration: `${hours * 3600}s` })
    if (answer?.status === 200) ledger.clock = Math.max(ledger.clock, Date.parse(JSON.parse(answer.text).now))
  }

  /** Makes or removes a thing of the control plane: a snapshot, or another world. */
  async function thing(): Promise<void> {
    const isWorld = random.percent(50)
    const name = `${isWorld ? 'w' : 's'}${++names}`
    const [where, path] = isWorld ? ['/_sandbox/worlds', `standard/${name}`] : ['/_sandbox/snapshots', name]
    ledger.things.set(name, 'in doubt')
    const made = await ask('control', 'POST', where, isWorld ? { tier: 'standard', name } : { name })
    if (made?.status !== 201) return
    ledger.things.set(name, 'there')
    if (random.percent(50)) return
    await sleep(machine.life, random.below(500))
    ledger.things.set(name, 'in doubt')
    const removed = await ask('control', 'DELETE', `${where}/${path}`)
    if (removed?.status === 204) ledger.things.set(name, 'gone')
  }

  const look = () => ask('api', 'GET', random.pick(['/v1/releases', '/v1/webhooks', '/v1/deliveries']))

  return {
    async work(client, budget) {
      losses.set(client, machine.losses)
      if (client === 0) await webhook(client).catch(ignoreAbandoned)
      for (let i = 0; i < budget; i++) {
        losses.set(client, machine.losses)
        const chores = [release, release, asset, asset, webhook, advance, advance, thing, look]
        await random.pick(chores)(client).catch(ignoreAbandoned)
        await sleep(machine.life, random.below(random.percent(20) ? 5000 : 100))
      }
    },
  }
}

function ignoreAbandoned(fault: unknown) {
  if (!(fault instanceof Abandoned)) throw fault
}
