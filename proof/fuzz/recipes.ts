import type { Random } from '../runner/random.js'
import { type Contract, control, type Node, service } from './contract.js'
import type { Driver } from './driver.js'
import { type Draft, spell } from './requests.js'

/** A request that is as documented and whose references exist, and the status that it leads to; undefined if that depends. */
export interface Base extends Draft {
  status: number | undefined
}

/** What bases are made of: a world that is asked for what they need. */
export interface Kit {
  random: Random
  tier: 'standard' | 'enterprise'
  driver: Driver
  /** Performs an operation that must succeed, and gives its body. */
  perform(id: string, parts?: Partial<Draft>): Promise<Node>
  base(id: string, status: number | undefined, parts?: Partial<Draft>): Base
}

export function draftOf(contract: Contract, id: string, parts: Partial<Draft> = {}): Draft {
  return { operation: contract.get(id), path: {}, query: {}, headers: {}, ...parts }
}

const isControl = (id: string) => control.operations.some((operation) => operation.id === id)

export function createKit(driver: Driver, random: Random, tier: Kit['tier']): Kit {
  const draft = (id: string, parts?: Partial<Draft>) => draftOf(isControl(id) ? control : service, id, parts)
  return {
    random,
    tier,
    driver,
    async perform(id, parts) {
      const request = spell(draft(id, parts), driver.key)
      const answer = await driver.send(`${id}, to prepare`, request)
      if (!answer || answer.status >= 400) return driver.fail(`${id}, to prepare`, request, answer, ['it must succeed'])
      // What is due at once is done before anything else is asked for.
      if (request.method !== 'GET' && id !== 'advanceClock') await settle(driver)
      return answer.headers['content-type'] === 'application/json' ? JSON.parse(answer.text) : {}
    },
    base: (id, status, parts) => ({ ...draft(id, parts), status }),
  }
}

/** Lets everything that is due happen, events sent and answered. */
export async function settle(driver: Driver, duration = '0s'): Promise<void> {
  const request = spell(draftOf(control, 'advanceClock', { body: { duration } }), driver.key)
  const answer = await driver.send('advanceClock, to settle', request)
  if (answer?.status !== 200) driver.fail('advanceClock, to settle', request, answer, ['it must succeed'])
}

export const letters = (random: Random, count: number) =>
  Array.from({ length: count }, () => random.pick([...'abcdefghijklmnopqrstuvwxyz'])).join('')
const digits = (random: Random, count: number) => Array.from({ length: count }, () => random.below(10)).join('')

const WORDS = ['Paper Lanterns', 'Été', '夜曲', 'Ночь', 'שיר', 'Z̸alg', '🎧', 'O’Neil & Sons', 'a\u200bb']
export const title = (random: Random) => `${random.pick(WORDS)} ${letters(random, 6)}`

export function upc(random: Random): string {
  const body = digits(random, 11)
  const sum = [...body].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

export const releaseBody = (random: Random) => ({
  title: title(random),
  artists: [
    { name: title(random), role: 'main' },
    { name: title(random), role: random.pick(['featured', 'remixer', 'producer', 'composer', 'main']) },
  ],
  release_date: `20${30 + random.below(60)}-0${1 + random.below(9)}-1${random.below(10)}`,
})

export const isrc = (random: Random) =>
  `${random.pick(['QZ', 'DE', 'FR'])}-${letters(random, 3).toUpperCase()}-${digits(random, 2)}-${digits(random, 5)}`

export const STORES = ['store_lumenwave', 'store_quorvane', 'store_pernickel']

/** A release and what belongs to it, up to where it is asked for. */
export function createCatalogue({ random, perform }: Kit) {
  const draft = async (more: object = {}) =>
    (await perform('createRelease', { body: { ...releaseBody(random), ...more } })).id as string
  async function ready(more: object = {}, audio_asset_id = 'ast_seed_audio_01'): Promise<string> {
    const release_id = await draft(more)
    await perform('updateRelease', { path: { release_id }, body: { artwork_asset_id: 'ast_seed_artwork_01' } })
    await perform('createTrack', { body: { release_id, title: title(random), audio_asset_id } })
    return release_id
  }
  /** Two that would be the same in stores; one of them was submitted. */
  async function twin(): Promise<{ release_id: string; same: object }> {
    const same = { upc: upc(random), label: title(random), release_date: '2044-04-04' }
    const [one, release_id] = [await ready(same), await ready(same)]
    await perform('submitRelease', { path: { release_id: one } })
    return { release_id, same }
  }
  async function submitted(): Promise<string> {
    const release_id = await ready()
    await perform('submitRelease', { path: { release_id } })
    return release_id
  }
  async function delivery(outcome?: string, store_ids = STORES.slice(0, 2)): Promise<string> {
    const body = { release_id: await submitted(), store_ids, territory_codes: ['WORLDWIDE'] }
    const delivery_id = (await perform('createDelivery', { body })).id as string
    if (outcome) await perform('simulateDelivery', { body: { delivery_id, outcome } })
    return delivery_id
  }
  const asset = async () => {
    const body = { type: 'audio', filename: `${letters(random, 5)}.wav`, content_type: 'audio/wav' }
    return (await perform('createAsset', { body })).id as string
  }
  const track = async () => {
    const body = { release_id: await draft(), title: title(random) }
    return (await perform('createTrack', { body })).id as string
  }
  const webhook = async (way: 'ok' | 'fails' | 'never' = 'ok') => {
    const body = { url: `http://127.0.0.1:9/${way}`, event_type: ['asset.ready', 'delivery.completed'] }
    return (await perform('createWebhook', { body })).id as string
  }
  return { draft, ready, twin, submitted, delivery, asset, track, webhook }
}

export type Catalogue = ReturnType<typeof createCatalogue>
