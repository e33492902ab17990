import { createRandom, type Random } from '../runner/random.js'
import { type Contract, control, type Operation, service } from './checks/contract.js'
import type { Driver } from './driver.js'
import type { HttpResponse } from './http-message.js'
import { controlRecipes } from './requests/control-recipes.js'
import { malformedBodies, mutateBody } from './requests/mutation.js'
import { type BaseRequest, createRecipeContext, draftFor, type RecipeContext, runDue } from './requests/recipes.js'
import {
  headerVariants,
  parameterVariants,
  routingVariants,
  toRequest,
  uuid,
  type Variant,
} from './requests/request-variants.js'
import { serviceRecipes } from './requests/service-recipes.js'

export interface Campaign {
  driver: Driver
  seed: number
  tier: RecipeContext['tier']
  /** Percentage of mutants that are sent. */
  samplePercent: number
}

/** Sends valid requests and their mutations to every operation of both documents. */
export async function runCampaign({ driver, seed, tier, samplePercent }: Campaign): Promise<void> {
  const random = createRandom(seed)
  const context = createRecipeContext(driver, random, tier)
  for (const [contract, recipes] of [
    [service, serviceRecipes(context)],
    [control, controlRecipes(context)],
  ] as const) {
    for (const operation of shuffled(contract.operations, random)) {
      const recipe = recipes[operation.id]
      if (!recipe) throw new Error(`There is no recipe for ${operation.id}.`)
      await tryOperation(context, contract, operation, recipe, samplePercent)
    }
  }
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  const rest = [...values]
  return values.map(() => rest.splice(random.below(rest.length), 1)[0] as T)
}

/** These responses have megabytes. */
const LARGE_RESPONSES = ['getJournal', 'exportSnapshot']

async function tryOperation(
  context: RecipeContext,
  contract: Contract,
  operation: Operation,
  recipe: () => Promise<BaseRequest[]>,
  samplePercent: number,
) {
  const { driver, random } = context
  const bases = await recipe()
  for (const base of bases) await sendBase(context, base)
  const sendSample = async (variants: Iterable<Variant>, percent = samplePercent) => {
    for (const { description, request, requestContext } of variants) {
      if (!random.percent(percent)) continue
      const response = await driver.send(`${operation.id}, ${description}`, request, requestContext)
      // Pending events would be mistaken for changes by the next request.
      if (request.method !== 'GET' && (response?.status ?? 500) < 400) await runDue(driver)
      if (operation.id === 'addFault' && response?.status === 201) await context.perform('clearFaults')
    }
  }
  for (const base of bases) await sendSample(bodyVariants(contract, base, driver.key, random))
  for (const base of bases.filter(({ status = 200 }) => status < 400))
    await sendSample(
      parameterVariants(contract, base, driver.key),
      LARGE_RESPONSES.includes(operation.id) ? samplePercent / 10 : samplePercent,
    )
  const [first] = bases
  if (!first) return
  await sendSample(headerVariants(first, driver.key, random))
  await sendSample(routingVariants(contract, first, driver.key))
  await sendSample(credentialVariants(first, driver.key))
  await sendSample(foreignOriginVariants(first, driver.key))
  if (operation.parameters.some(({ name }) => name === 'Idempotency-Key')) await checkRetries(context, recipe)
  if (contract === service) await checkInjectedFaults(context, first)
}

/** A valid request gets the documented status. */
async function sendBase({ driver }: RecipeContext, base: BaseRequest): Promise<HttpResponse | undefined> {
  const request = toRequest(base, driver.key)
  const response = await driver.send(base.operation.id, request)
  if (base.status !== undefined && response?.status !== base.status)
    driver.fail(base.operation.id, request, response, [`the status must be ${base.status}: the request is valid`])
  if (request.method !== 'GET') await runDue(driver)
  return response
}

function* bodyVariants(contract: Contract, base: BaseRequest, key: string, random: Random): Generator<Variant> {
  const plain = toRequest(base, key)
  if (!base.operation.body || base.body === undefined) return
  const withBody = (body: Buffer | string) => ({ ...plain, body: Buffer.from(body) })
  if (base.operation.body.type === 'application/json') {
    for (const { description, text } of mutateBody(contract, base.operation.body.schema, base.body, random))
      yield { description, request: withBody(text) }
    for (const body of malformedBodies(JSON.stringify(base.body), random))
      yield { description: `the body is ${String(body).slice(0, 60)}`, request: withBody(body) }
  } else if (base.operation.isOAuth) {
    const form = new URLSearchParams(base.body as Record<string, string>).toString()
    for (const body of [
      '',
      '&',
      '=',
      'grant_type',
      'grant_type=',
      `${form}&grant_type=x`,
      `x=1&${form}`,
      `${form}&__proto__=1`,
      form.replace('client_secret', 'client_Secret'),
      form.replace(/client_id=\w+/, ''),
      `${form}%zz`,
      '%zz=1',
      form.replaceAll('_', '%5f'),
      `${form}&client_id=%ff`,
    ])
      yield { description: `the form is ${body}`, request: withBody(body) }
    yield { description: 'the form is not UTF-8', request: { ...plain, body: Buffer.from([0x61, 0x3d, 0xff]) } }
    for (const authorization of [
      'Basic',
      'Basic x',
      'Basic ::::',
      `Basic ${Buffer.from('a:b').toString('base64')}`,
      `Basic ${Buffer.from('%zz:%zz').toString('base64')}`,
      'Bearer x',
    ])
      for (const body of [form, 'grant_type=client_credentials'])
        yield {
          description: `Authorization is ${authorization}`,
          request: { ...withBody(body), headers: { ...withoutHeader(plain.headers, 'x-api-key'), authorization } },
        }
  }
}

const withoutHeader = (headers: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([other]) => other !== name))

const TOKEN = 'at_sandbox_enterprise_demo_0c1k8w6z4m2q9s7d5f3h1'

/** Wrong and missing credentials, which must be refused without effect, and spellings that must be accepted. */
function* credentialVariants(base: BaseRequest, key: string): Generator<Variant> {
  const plain = toRequest(base, key)
  const bare = withoutHeader(plain.headers, 'x-api-key')
  const other = key.replace(/^(sk_sandbox)_\w+?_/, '$1_platinum_')
  const wrong: Record<string, string>[] = [
    { 'x-api-key': '' },
    { 'x-api-key': other },
    { 'x-api-key': `${key}\u00e9` },
    { 'x-api-key': key.toUpperCase() },
    { 'x-api-key': `${key}, ${key}` },
    { 'x-api-key': TOKEN },
    { 'x-api-key': 'sk_sandbox_standard___proto__' },
    { 'x-api-key': `sk_sandbox_standard_${'a'.repeat(64)}` },
    { authorization: `Bearer ${TOKEN}` },
    { authorization: `Bearer ${other}` },
    { authorization: `Bearer ${key}x_` },
    { authorization: `Bearer ${key}`, 'x-api-key': `${key}x` },
  ]
  const none: Record<string, string>[] = [
    {},
    { authorization: '' },
    { authorization: key },
    { authorization: `Basic ${key}` },
    { authorization: 'Bearer' },
    { authorization: `Bearer ${key} x` },
    { cookie: `x-api-key=${key}` },
  ]
  const good = ['Bearer', 'bearer', 'BEARER '].map((scheme) => ({ authorization: `${scheme} ${key}` }))
  for (const [credential, all] of Object.entries({ wrong, none, good }))
    for (const headers of all)
      yield {
        description: `with ${JSON.stringify(headers)}`,
        request: { ...plain, headers: { ...bare, ...headers } },
        requestContext: { credential: credential as 'wrong' },
      }
}

/** A retry of a successful request gets the first response and has no effect. */
async function checkRetries(context: RecipeContext, recipe: () => Promise<BaseRequest[]>) {
  const { driver, random } = context
  const [base] = await recipe()
  if (!base) return
  const key = uuid(random)
  const plain = toRequest({ ...base, headers: { ...base.headers, 'idempotency-key': key } }, driver.key)
  const first = await driver.send(`${base.operation.id} with a key`, plain)
  if (!first || first.status >= 300) return
  await runDue(driver)
  for (const spelling of [key, `"${key}"`, key.toUpperCase()]) {
    const request = { ...plain, headers: { ...plain.headers, 'idempotency-key': spelling } }
    const label = `${base.operation.id} again with the key`
    const before = driver.sandbox.world(driver.key)?.state.counters
    const counts = JSON.stringify({ ...before, req: 0 })
    const again = await driver.send(label, request)
    const isSame = again?.text === first?.text && again?.status === first?.status
    if (
      !isSame ||
      again?.headers['idempotent-replayed'] !== 'true' ||
      again.headers['x-original-request-id'] !== first?.headers['x-request-id'] ||
      again.headers['x-request-id'] === first?.headers['x-request-id']
    )
      driver.fail(label, request, again, [`the first response must be sent again: ${first?.status} ${first?.text}`])
    if (JSON.stringify({ ...driver.sandbox.world(driver.key)?.state.counters, req: 0 }) !== counts)
      driver.fail(label, request, again, ['it was applied again'])
  }
  const request = { ...plain, target: `${plain.target}?x_unknown=1` }
  const other = driver.sandbox.isStrict
    ? undefined
    : await driver.send(`${base.operation.id}, another call with the key`, request)
  if (other && JSON.parse(other.text).error?.code !== 'idempotency_key_reused')
    driver.fail(`${base.operation.id}, another call with the key`, request, other, ['the key belongs to another call'])
}

/** Only injected faults make the service fail. */
async function checkInjectedFaults({ driver, perform }: RecipeContext, base: BaseRequest) {
  const plain = toRequest(base, driver.key)
  for (const status of [429, 500, 503]) {
    await perform('addFault', { body: { operation: base.operation.id, status, times: 1 } })
    await driver.send(`${base.operation.id}, with the injected fault ${status}`, plain, { forcedStatus: status })
  }
  await perform('addFault', { body: { operation: base.operation.id, connection: 'reset', times: 1 } })
  await driver.send(`${base.operation.id}, connection reset`, plain, { expectsHangUp: true })
  await perform('clearFaults')
}

/** Load balancers call these by any host name. */
const ANY_HOST = ['getHealth', 'getReady']

/** Requests from foreign origins are refused. */
function* foreignOriginVariants(base: BaseRequest, key: string): Generator<Variant> {
  const plain = toRequest(base, key)
  const forHost = ANY_HOST.includes(base.operation.id) ? 200 : 403
  for (const [headers, forcedStatus] of [
    [{ origin: 'http://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ host: 'evil.example' }, forHost],
    [{ host: 'evil.example', origin: 'http://evil.example' }, forHost],
    [{ host: 'a/b' }, 400],
    [{ host: 'user@mds.test' }, 400],
  ] as const)
    yield {
      description: `with ${JSON.stringify(headers)}`,
      request: { ...plain, headers: { ...plain.headers, ...headers } },
      requestContext: { forcedStatus },
    }
}

/** Uses up the burst, exceeds it by one, and succeeds again after `Retry-After`. */
export async function checkQuota({ driver, tier }: Pick<Campaign, 'driver' | 'tier'>): Promise<void> {
  const scenario = (name: string) => toRequest(draftFor(control, 'useScenario', { body: { name } }), driver.key)
  const list = toRequest(draftFor(service, 'listStores'), driver.key)
  await driver.send('useScenario', scenario('rate-limited'))
  for (let i = 0; i < (tier === 'standard' ? 10 : 50); i++) await driver.send('within the burst', list)
  const excess = await driver.send('one too many', list, { forcedStatus: 429 })
  await runDue(driver, `${excess?.headers['retry-after']}s`)
  await driver.send('after the wait', list)
  await driver.send('useScenario', scenario('happy-path'))
}

/** An expired token is refused everywhere. */
export async function checkExpiredToken({ driver, tier, seed }: Campaign): Promise<void> {
  const context = createRecipeContext(driver, createRandom(seed), tier)
  const client = { client_id: driver.key.replace('sk_sandbox', 'client'), client_secret: driver.key }
  const { access_token } = await context.perform('createToken', {
    body: { grant_type: 'client_credentials', ...client },
  })
  const headers = { authorization: `Bearer ${access_token}` }
  const listOperations = service.operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'))
  const toTokenRequest = (operation: Operation) => {
    const plain = toRequest({ operation, path: {}, query: {}, headers }, driver.key)
    return { ...plain, headers: withoutHeader(plain.headers, 'x-api-key') }
  }
  for (const operation of listOperations) await driver.send(`${operation.id} with a token`, toTokenRequest(operation))
  await runDue(driver, '1h')
  for (const operation of service.operations)
    if (!operation.isPublic)
      await driver.send(`${operation.id} with an expired token`, toTokenRequest(operation), { credential: 'wrong' })
}
