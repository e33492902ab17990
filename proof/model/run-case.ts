import { type Client, createClient, type Fetch, type HttpResponse } from './client.js'
import type { Case } from './commands/case-arbitrary.js'
import type { History, Step } from './commands/command.js'
import { checkInvariants, checkStatements, compareState, createModel, readAll } from './compare-state.js'
import { findDifference, format } from './find-difference.js'
import { advanceTo } from './reference/advance.js'
import { type Call, predict, requestKey, toHttpRequest } from './reference/predict.js'
import { scenarioOf } from './reference/scenarios.js'
import { HOUR, iso, type Model, monthOf, withoutReasons } from './reference/state.js'

/** The sandbox differs from the model after a step. */
export class Mismatch extends Error {}

const ADMIN_KEY = 'sk_sandbox_standard_keeper'

/** How often each kind of outcome occurred, over all cases. */
export type Counts = Map<string, number>

/** Runs one case in its own world. Throws a Mismatch at the first step that fails. */
export async function runCase(
  fetch: Fetch,
  { tier, scenario, commands }: Case,
  counts: Counts = new Map(),
): Promise<void> {
  const admin = createClient(fetch, ADMIN_KEY)
  const clock = { mode: 'manual', start: scenarioOf(scenario).start ?? '2025-01-01T00:00:00Z' }
  const made = await admin.post('/_sandbox/worlds', { tier, name: 'model', scenario, clock })
  if (made.status !== 201) throw new Error(`The world could not be created: ${made.text}`)
  const lines: string[] = []
  try {
    const client = createClient(fetch, `sk_sandbox_${tier}_model`)
    const runner = await createRunner(client, await createModel(client, tier, scenario), counts)
    for (const command of commands) {
      const mismatch = await runner.runCommand(command, (line) => lines.push(line))
      if (mismatch !== undefined) throw new Mismatch(mismatch)
    }
    const mismatch = await runner.finish()
    if (mismatch !== undefined) throw new Mismatch(mismatch)
  } catch (error) {
    if (!(error instanceof Mismatch)) lines.push('which failed:')
    const steps = lines.map((line, i) => `  ${i + 1}. ${line}`)
    const heading = `In the scenario ${scenario}, with ${tier === 'standard' ? 'a standard' : 'an enterprise'} account:`
    throw new Mismatch([heading, ...steps, (error as Error).message].join('\n'), { cause: error })
  } finally {
    await admin.send('DELETE', `/_sandbox/worlds/${tier}/model`)
  }
}

async function createRunner(client: Client, initialModel: Model, counts: Counts) {
  const history: History = { stepCount: 0, keyedCalls: [], tokens: [], snapshots: [] }
  const saved = new Map<string, Model>()
  let model = initialModel
  const statementMismatch = await checkStatements(client, model)
  if (statementMismatch !== undefined) throw new Mismatch(statementMismatch)
  const start = structuredClone(model)

  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)

  /** Predicts an API call, sends it, compares the response, and applies it to the model. */
  async function runCall(call: Call): Promise<string | undefined> {
    let agenda: { due: string; task: string; subject: string; store_id?: string }[] = []
    const confirmationTime = (delivery: string, store: string) => {
      const found = agenda.find(
        (entry) => entry.task === 'confirm-takedown' && entry.subject === delivery && entry.store_id === store,
      )
      return Date.parse(found?.due ?? '')
    }
    const prediction = predict(model, call, confirmationTime)
    const { method, path, headers, body } = toHttpRequest(call)
    const response = await client.send(method, path, headers, body)
    count(`${call.op} ${prediction.replay ? 'replayed' : (response.body?.error?.code ?? response.status)}`)
    if (call.key !== undefined) history.keyedCalls.push(call)
    const { status, code, replay, apply, scenario, isReplayable } = prediction
    const expectedStatus = `${status}${code ? ` ${code}` : ''}`
    const actualStatus = `${response.status}${response.body?.error ? ` ${response.body.error.code}` : ''}`
    if (expectedStatus !== actualStatus && !replay)
      return `The response should be ${expectedStatus}, but is ${actualStatus}: ${format(response.body)}`
    if (replay) return replayMismatch(response, status, replay)
    if (response.headers.get('idempotent-replayed') !== null)
      return 'The response says that it is a replay, but it is not.'
    const actualScenario = response.headers.get('x-sandbox-scenario')?.split(';')[0]
    if (scenario !== undefined && actualScenario !== scenario)
      return `The response should name the scenario ${scenario}, but names ${actualScenario}.`
    if (call.op === 'takedownDelivery') agenda = (await client.get('/_sandbox/agenda')).data
    const expected = apply?.(response.body)
    const actual = 'stores' in (response.body ?? {}) ? withoutReasons(response.body) : response.body
    const mismatch = apply && findDifference(expected, actual)
    if (mismatch !== undefined) return `In the response, ${mismatch}.`
    if (call.key !== undefined && isReplayable && status < 300) {
      const requestId = response.headers.get('x-request-id')
      model.storedResponses.set(call.key, {
        at: model.now,
        request: requestKey(call),
        status,
        text: response.text,
        requestId,
      })
    }
    return undefined
  }

  function replayMismatch(response: HttpResponse, status: number, stored: { text: string; requestId: string | null }) {
    const { headers, text } = response
    if (response.status !== status || text !== stored.text)
      return `The response should be the first one again, ${status} ${stored.text}, but is ${response.status} ${text}`
    if (headers.get('idempotent-replayed') !== 'true') return 'The response does not say that it is a replay.'
    if (headers.get('x-original-request-id') !== stored.requestId) return 'The replay does not name the first request.'
    if (headers.get('x-request-id') === stored.requestId) return 'The replay has the request id of the first request.'
    return undefined
  }

  async function advance(target: Extract<Step, { advance: unknown }>['advance']): Promise<string | undefined> {
    const month = monthOf(model.now)
    const { status, body, text } = await client.post('/_sandbox/clock/advance', target)
    if (status !== 200) return `The clock should have moved, but: ${text}`
    const goal = 'until' in target && target.until !== 'idle' ? target.until : undefined
    const isReached = () => goal !== undefined && model.deliveries.get(goal.delivery)?.wire.status === goal.status
    const until = 'duration' in target ? model.now + milliseconds(target.duration) : Number.POSITIVE_INFINITY
    const { now, steps } = advanceTo(model, until, isReached)
    const actualSteps = (body.steps as typeof steps).map(({ at, task, subject }) => ({ at, task, subject }))
    const reached = goal ? isReached() : 'until' in target ? true : undefined
    const mismatch = findDifference(
      { now, reached, steps },
      { now: body.now, reached: body.reached, steps: actualSteps },
    )
    if (mismatch !== undefined) return `Of what happened meanwhile, ${mismatch}.`
    for (const { task } of steps) count(task)
    return monthOf(model.now) === month ? undefined : checkStatements(client, model)
  }

  async function requestToken(): Promise<string | undefined> {
    const { tier } = model
    const form = `grant_type=client_credentials&client_id=client_${tier}_model&client_secret=sk_sandbox_${tier}_model`
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const { status, body } = await client.send('POST', '/v1/oauth/token', type, form)
    if (tier === 'standard') {
      const isRefused = status === 400 && body.error === 'unauthorized_client'
      return isRefused
        ? undefined
        : `A standard account should get unauthorized_client, but got ${status} ${format(body)}`
    }
    if (status !== 200 || body.expires_in !== 3600) return `There should be a token for an hour, but is ${format(body)}`
    if (model.tokens.has(body.access_token)) return 'The same token was given twice.'
    model.tokens.set(body.access_token, model.now)
    history.tokens.push(body.access_token)
    return undefined
  }

  async function useToken(token: string): Promise<string | undefined> {
    const bearer = { authorization: `Bearer ${token}` }
    const { status } = await client.send('GET', '/v1/releases?limit=1', bearer)
    const isValid = model.now < (model.tokens.get(token) ?? Number.NEGATIVE_INFINITY) + HOUR
    const expectedStatus = isValid ? 200 : 401
    return status === expectedStatus
      ? undefined
      : `With this token, the response should be ${expectedStatus}, but is ${status}.`
  }

  async function listPages(list: string, limit: number, status: string | undefined): Promise<string | undefined> {
    const rows = { releases: model.releases, tracks: model.tracks, deliveries: model.deliveries }[list] as Map<
      string,
      object
    >
    const statusOf = (row: object) =>
      ('wire' in row ? (row.wire as { status: string }) : (row as { status: string })).status
    const expected = [...rows].reverse().filter(([, row]) => status === undefined || statusOf(row) === status)
    const read = await readAll<{ id: string }>(client, `/v1/${list}${status ? `?status=${status}` : ''}`, limit)
    const mismatch = findDifference(
      expected.map(([id]) => id),
      read.map(({ id }) => id),
    )
    return mismatch && `Of all pages together, ${mismatch}.`
  }

  async function restore(path: string, to: Model): Promise<string | undefined> {
    const { status, text } = await client.post(path)
    if (status !== 200) return `The world should be put back, but: ${text}`
    model = structuredClone(to)
    return undefined
  }

  async function save(name: string): Promise<string | undefined> {
    const { status, text } = await client.post('/_sandbox/snapshots', { name })
    if (status !== 201) return `There should be a snapshot, but: ${text}`
    const exported = await client.send('GET', `/_sandbox/snapshots/${name}`)
    const imported = await client.send('POST', '/_sandbox/snapshots/import', {}, exported.text)
    if (imported.status !== 201) return `The export should be importable, but: ${imported.text}`
    saved.set(name, structuredClone(model))
    if (!history.snapshots.includes(name)) history.snapshots.push(name)
    return undefined
  }

  function run(step: Step): Promise<string | undefined> {
    if ('call' in step) return runCall(step.call)
    if ('advance' in step) return advance(step.advance)
    if ('save' in step) return save(step.save)
    if ('restore' in step)
      return restore(`/_sandbox/snapshots/${step.restore}/restore`, saved.get(step.restore) as Model)
    if ('reset' in step) return restore('/_sandbox/reset', start)
    if ('requestToken' in step) return requestToken()
    if ('useToken' in step) return useToken(step.useToken)
    return listPages(step.listPages, step.limit, step.status)
  }

  return {
    async runCommand(command: Case['commands'][number], log: (line: string) => void): Promise<string | undefined> {
      const step = command(model, history)
      const startedAt = model.now
      log(describeStep(step, model))
      history.stepCount++
      count('steps')
      if (!('call' in step)) count(Object.keys(step)[0] as string)
      return (await run(step)) ?? (await compareState(client, model, startedAt))
    },
    /** Checks that are too expensive after each step. */
    finish: async () => (await checkStatements(client, model)) ?? (await checkInvariants(client)),
  }
}

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: HOUR, d: 24 * HOUR }

function milliseconds(duration: string): number {
  let sum = 0
  for (const [, number, unit] of duration.matchAll(/(\d+)(ms|[smhd])/g))
    sum += Number(number) * (UNITS[unit as string] as number)
  return sum
}

function describeStep(step: Step, { now }: Model): string {
  const at = iso(now).replace('.000Z', 'Z')
  if ('call' in step) {
    const { method, path, headers, body } = toHttpRequest(step.call)
    const more = Object.entries(headers).filter(([name]) => name !== 'content-type')
    const content =
      typeof body === 'string' ? ` ${body}` : body ? ` (${(step.call as { content: string }).content})` : ''
    return `${at} ${method} ${path}${content}${more.map(([name, value]) => `, ${name}: ${value}`).join('')}`
  }
  if ('advance' in step) return `${at} the clock advances: ${format(step.advance)}`
  if ('save' in step) return `${at} the world is saved as ${step.save}`
  if ('restore' in step) return `${at} the snapshot is restored: ${step.restore}`
  if ('reset' in step) return `${at} the world is reset`
  if ('requestToken' in step) return `${at} requests a token`
  if ('useToken' in step) return `${at} uses a token`
  return `${at} lists ${step.listPages}, ${step.limit} per page${step.status ? `, only ${step.status}` : ''}`
}
