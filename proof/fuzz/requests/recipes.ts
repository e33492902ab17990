import type { Random } from '../../runner/random.js'
import { type Contract, control, type Node, service } from '../checks/contract.js'
import type { Driver } from '../driver.js'
import { type RequestDraft, toRequest } from './request-variants.js'

/** A valid request whose references exist, with its expected status. Undefined if the status depends on the case. */
export interface BaseRequest extends RequestDraft {
  status: number | undefined
}

/** Creates the resources that base requests need. */
export interface RecipeContext {
  random: Random
  tier: 'standard' | 'enterprise'
  driver: Driver
  /** Performs an operation that must succeed, and returns the response body. */
  perform(id: string, overrides?: Partial<RequestDraft>): Promise<Node>
  baseRequest(id: string, status: number | undefined, overrides?: Partial<RequestDraft>): BaseRequest
}

export function draftFor(contract: Contract, id: string, overrides: Partial<RequestDraft> = {}): RequestDraft {
  return { operation: contract.get(id), path: {}, query: {}, headers: {}, ...overrides }
}

const isControl = (id: string) => control.operations.some((operation) => operation.id === id)

export function createRecipeContext(driver: Driver, random: Random, tier: RecipeContext['tier']): RecipeContext {
  const createDraft = (id: string, overrides?: Partial<RequestDraft>) =>
    draftFor(isControl(id) ? control : service, id, overrides)
  return {
    random,
    tier,
    driver,
    async perform(id, overrides) {
      const request = toRequest(createDraft(id, overrides), driver.key)
      const response = await driver.send(`${id}, to prepare`, request)
      if (!response || response.status >= 400)
        return driver.fail(`${id}, to prepare`, request, response, ['it must succeed'])
      // Tasks that are due now run before the next request.
      if (request.method !== 'GET' && id !== 'advanceClock') await runDue(driver)
      return response.headers['content-type'] === 'application/json'
        ? JSON.parse(response.text)
        : { text: response.text }
    },
    baseRequest: (id, status, overrides) => ({ ...createDraft(id, overrides), status }),
  }
}

/** Runs all due tasks, including the delivery of events. */
export async function runDue(driver: Driver, duration = '0s'): Promise<void> {
  const request = toRequest(draftFor(control, 'advanceClock', { body: { duration } }), driver.key)
  const response = await driver.send('advanceClock, to run due tasks', request)
  if (response?.status !== 200) driver.fail('advanceClock, to run due tasks', request, response, ['it must succeed'])
}

export const randomLetters = (random: Random, count: number) =>
  Array.from({ length: count }, () => random.pick([...'abcdefghijklmnopqrstuvwxyz'])).join('')
const randomDigits = (random: Random, count: number) => Array.from({ length: count }, () => random.below(10)).join('')

const TITLES = ['Paper Lanterns', 'Été', '夜曲', 'Ночь', 'שיר', 'Z̸alg', '🎧', 'O’Neil & Sons', 'a\u200bb']
export const randomTitle = (random: Random) => `${random.pick(TITLES)} ${randomLetters(random, 6)}`

export function randomUpc(random: Random): string {
  const body = randomDigits(random, 11)
  const sum = [...body].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

export const releaseBody = (random: Random) => ({
  title: randomTitle(random),
  artists: [
    { name: randomTitle(random), role: 'main' },
    { name: randomTitle(random), role: random.pick(['featured', 'remixer', 'producer', 'composer', 'main']) },
  ],
  release_date: `20${30 + random.below(60)}-0${1 + random.below(9)}-1${random.below(10)}`,
})

export const randomIsrc = (random: Random) =>
  `${random.pick(['QZ', 'DE', 'FR'])}-${randomLetters(random, 3).toUpperCase()}-${randomDigits(random, 2)}-${randomDigits(random, 5)}`

export const STORES = ['store_lumenwave', 'store_quorvane', 'store_pernickel']

/** Creates releases and related resources in the requested state. */
export function createCatalogue({ random, perform }: RecipeContext) {
  const draft = async (fields: object = {}) =>
    (await perform('createRelease', { body: { ...releaseBody(random), ...fields } })).id as string
  async function ready(more: object = {}, audio_asset_id = 'ast_seed_audio_01'): Promise<string> {
    const release_id = await draft(more)
    await perform('updateRelease', { path: { release_id }, body: { artwork_asset_id: 'ast_seed_artwork_01' } })
    await perform('createTrack', { body: { release_id, title: randomTitle(random), audio_asset_id } })
    return release_id
  }
  /** Two releases with the same fingerprint, one of them submitted. */
  async function duplicatePair(): Promise<{ release_id: string; same: object }> {
    const same = { upc: randomUpc(random), label: randomTitle(random), release_date: '2044-04-04' }
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
    const body = { type: 'audio', filename: `${randomLetters(random, 5)}.wav`, content_type: 'audio/wav' }
    return (await perform('createAsset', { body })).id as string
  }
  const track = async () => {
    const body = { release_id: await draft(), title: randomTitle(random) }
    return (await perform('createTrack', { body })).id as string
  }
  const webhook = async (behaviour: 'ok' | 'fails' | 'never' = 'ok') => {
    const body = { url: `http://127.0.0.1:9/${behaviour}`, event_type: ['asset.ready', 'delivery.completed'] }
    return (await perform('createWebhook', { body })).id as string
  }
  return { draft, ready, duplicatePair, submitted, delivery, asset, track, webhook }
}

export type Catalogue = ReturnType<typeof createCatalogue>
