import { isTokenValid } from '../../core/access/access-tokens.js'
import type { Tier } from '../../core/engine/seed-types.js'
import { type Refusal, refuse } from '../../core/primitives/result.js'
import type { RunningWorld } from '../../runtime/running-world.js'
import type { Credential } from '../../runtime/sandbox-settings.js'
import type { Worlds } from '../../runtime/world-registry.js'
import type { Incoming } from './exchange.js'

const API_KEY = /^sk_sandbox_(standard|enterprise)_([a-z0-9][a-z0-9-]{0,62})$/
const ACCESS_TOKEN = /^at_sandbox_(standard|enterprise)_([a-z0-9][a-z0-9-]{0,62})_[0-9a-z]{21}$/
const CLIENT_ID = /^client_(?:standard|enterprise)_[a-z0-9][a-z0-9-]{0,62}$/
const BEARER_CHALLENGE = 'Bearer realm="mds-sandbox"'

export const keyOf = (tier: Tier, name: string): string => `sk_sandbox_${tier}_${name}`

export function parseKey(text: string): Credential | undefined {
  const [key, tier, name] = API_KEY.exec(text) ?? []
  return key && tier && name ? { key, tier: tier as Tier, name } : undefined
}

/** A promise if the world must be read from or written to the data directory. */
export type Authenticated = RunningWorld | Refusal | Promise<RunningWorld | Refusal>

/** Finds the world of the request's credential. The first use of a valid key creates its world. Throws WorldUnavailable. */
export function authenticate(worlds: Worlds, headers: Incoming['headers']): Authenticated {
  const apiKey = headers['x-api-key']
  const authorization = headers.authorization
  const [, bearer] = typeof authorization === 'string' ? (/^Bearer +(\S+) *$/i.exec(authorization) ?? []) : []
  if (apiKey === undefined && bearer === undefined)
    return refuse('unauthorized', { headers: { 'WWW-Authenticate': BEARER_CHALLENGE } })
  if (apiKey !== undefined && bearer !== undefined && apiKey !== bearer)
    return refuseCredential('X-API-Key and Authorization carry different credentials. Send one of them.')
  return findWorldByCredential(worlds, String(apiKey ?? bearer), apiKey === undefined)
}

function findWorldByCredential(worlds: Worlds, text: string, mayBeToken: boolean): Authenticated {
  const known = worlds.find(text)
  if (known) return known
  const credential = parseKey(text)
  if (credential) return worlds.open(credential)
  const [token, tier, name] = (mayBeToken && ACCESS_TOKEN.exec(text)) || []
  if (!token && ACCESS_TOKEN.test(text))
    return refuseCredential('X-API-Key contains an access token. Send it as Authorization: Bearer.')
  if (CLIENT_ID.test(text))
    return refuseCredential(
      'This is a client_id, not a credential. Request an access token with it from POST /v1/oauth/token (enterprise only) and send that as Authorization: Bearer, or send the API key.',
    )
  if (!token)
    return refuseCredential(
      'The key is not valid. Use sk_sandbox_standard_WORLD or sk_sandbox_enterprise_WORLD, where WORLD has at most 63 lower-case letters, digits and hyphens.',
    )
  const world = worlds.find(keyOf(tier as Tier, name as string))
  return world instanceof Promise ? world.then((found) => checkToken(found, token)) : checkToken(world, token)
}

function checkToken(world: RunningWorld | undefined, token: string): RunningWorld | Refusal {
  world?.runDue()
  if (world && isTokenValid(world.state, token)) return world
  return refuseCredential('The access token is unknown or has expired. Get a new one from POST /v1/oauth/token.')
}

const refuseCredential = (message: string): Refusal =>
  refuse('unauthorized', {
    message,
    headers: { 'WWW-Authenticate': `${BEARER_CHALLENGE}, error="invalid_token", error_description="${message}"` },
  })
