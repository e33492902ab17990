import type { Past, Step } from './aiming.js'
import { type Call, foretell, requestOf, sent } from './calls.js'
import type { Case } from './cases.js'
import { type Answer, type Client, createClient, type Fetch } from './client.js'
import { difference, shown } from './differences.js'
import { learn, look, readAll, readStatements, violations } from './look.js'
import { scenarioOf } from './scenarios.js'
import { HOUR, iso, type Model, monthOf, withoutReasons } from './state.js'
import { pass } from './time.js'

/** A step after which the sandbox is not what it should be. */
export class Mismatch extends Error {}

const KEEPER = 'sk_sandbox_standard_keeper'

/** How often each kind of answer came, over all cases. */
export type Counts = Map<string, number>

/** Plays one case on a world of its own, and throws a Mismatch at the first step that goes wrong. */
export async function play(
  fetch: Fetch,
  { tier, scenario, commands }: Case,
  counts: Counts = new Map(),
): Promise<void> {
  const keeper = createClient(fetch, KEEPER)
  const clock = { mode: 'manual', start: scenarioOf(scenario).start ?? '2025-01-01T00:00:00Z' }
  const made = await keeper.tell('/_sandbox/worlds', { tier, name: 'model', scenario, clock })
  if (made.status !== 201) throw new Error(`No world could be made: ${made.text}`)
  const lines: string[] = []
  try {
    const client = createClient(fetch, `sk_sandbox_${tier}_model`)
    const player = await createPlayer(client, await learn(client, tier, scenario), counts)
    for (const command of commands) {
      const fault = await player.play(command, (line) => lines.push(line))
      if (fault !== undefined) throw new Mismatch(fault)
    }
    const fault = await player.finish()
    if (fault !== undefined) throw new Mismatch(fault)
  } catch (fault) {
    if (!(fault instanceof Mismatch)) lines.push('which broke off:')
    const story = lines.map((line, i) => `  ${i + 1}. ${line}`)
    const whose = `In the scenario ${scenario}, with ${tier === 'standard' ? 'a standard' : 'an enterprise'} account:`
    throw new Mismatch([whose, ...story, (fault as Error).message].join('\n'), { cause: fault })
  } finally {
    await keeper.send('DELETE', `/_sandbox/worlds/${tier}/model`)
  }
}

async function createPlayer(client: Client, fresh: Model, counts: Counts) {
  const past: Past = { count: 0, keyed: [], tokens: [], snapshots: [] }
  const saved = new Map<string, Model>()
  let model = fresh
  const unread = await readStatements(client, model)
  if (unread !== undefined) throw new Mismatch(unread)
  const start = structuredClone(model)

  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)

  /** A call of the API: foretold, made, compared, and done in the model as well. */
  async function make(call: Call): Promise<string | undefined> {
    let agenda: { due: string; task: string; subject: string; store_id?: string }[] = []
    const due = (delivery: string, store: string) => {
      const found = agenda.find(
        (entry) => entry.task === 'confirm-takedown' && entry.subject === delivery && entry.store_id === store,
      )
      return Date.parse(found?.due ?? '')
    }
    const foretold = foretell(model, call, due)
    const { method, path, headers, body } = sent(call)
    const answer = await client.send(method, path, headers, body)
    count(`${call.op} ${foretold.replay ? 'replayed' : (answer.body?.error?.code ?? answer.status)}`)
    if (call.key !== undefined) past.keyed.push(call)
    const { status, code, replay, settle, scenario, isKept } = foretold
    const wanted = `${status}${code ? ` ${code}` : ''}`
    const came = `${answer.status}${answer.body?.error ? ` ${answer.body.error.code}` : ''}`
    if (wanted !== came && !replay) return `The answer should be ${wanted}, but is ${came}: ${shown(answer.body)}`
    if (replay) return replayFault(answer, status, replay)
    if (answer.headers.get('idempotent-replayed') !== null) return 'The answer says that it is a replay; it is not.'
    const said = answer.headers.get('x-sandbox-scenario')?.split(';')[0]
    if (scenario !== undefined && said !== scenario)
      return `The answer should name the scenario ${scenario}, but names ${said}.`
    if (call.op === 'takedownDelivery') agenda = (await client.get('/_sandbox/agenda')).data
    const expected = settle?.(answer.body)
    const plain = 'stores' in (answer.body ?? {}) ? withoutReasons(answer.body) : answer.body
    const wrong = settle && difference(expected, plain)
    if (wrong !== undefined) return `In the answer, ${wrong}.`
    if (call.key !== undefined && isKept) {
      const requestId = answer.headers.get('x-request-id')
      model.answers.set(call.key, {
        at: model.now,
        request: requestOf(call),
        status,
        text: answer.text,
        requestId,
      })
    }
    return undefined
  }

  function replayFault(answer: Answer, status: number, kept: { text: string; requestId: string | null }) {
    const { headers, text } = answer
    if (answer.status !== status || text !== kept.text)
      return `The answer should be the first one again, ${status} ${kept.text}, but is ${answer.status} ${text}`
    if (headers.get('idempotent-replayed') !== 'true') return 'The answer does not say that it is a replay.'
    if (headers.get('x-request-id') !== kept.requestId) return "The replay does not have the first answer's request id."
    return undefined
  }

  async function advance(how: Extract<Step, { advance: unknown }>['advance']): Promise<string | undefined> {
    const month = monthOf(model.now)
    const { status, body, text } = await client.tell('/_sandbox/clock/advance', how)
    if (status !== 200) return `The clock should have moved, but: ${text}`
    const goal = 'until' in how && how.until !== 'idle' ? how.until : undefined
    const isThere = () => goal !== undefined && model.deliveries.get(goal.delivery)?.wire.status === goal.status
    const until = 'duration' in how ? model.now + milliseconds(how.duration) : Number.POSITIVE_INFINITY
    const { now, steps } = pass(model, until, isThere)
    const came = (body.steps as typeof steps).map(({ at, task, subject }) => ({ at, task, subject }))
    const reached = goal ? isThere() : 'until' in how ? true : undefined
    const wrong = difference({ now, reached, steps }, { now: body.now, reached: body.reached, steps: came })
    if (wrong !== undefined) return `Of what happened meanwhile, ${wrong}.`
    for (const { task } of steps) count(task)
    return monthOf(model.now) === month ? undefined : readStatements(client, model)
  }

  async function ask(): Promise<string | undefined> {
    const { tier } = model
    const form = `grant_type=client_credentials&client_id=client_${tier}_model&client_secret=sk_sandbox_${tier}_model`
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const { status, body } = await client.send('POST', '/v1/oauth/token', type, form)
    if (tier === 'standard') {
      const isRefused = status === 400 && body.error === 'unauthorized_client'
      return isRefused
        ? undefined
        : `A standard account should get unauthorized_client, but got ${status} ${shown(body)}`
    }
    if (status !== 200 || body.expires_in !== 3600) return `There should be a token for an hour, but is ${shown(body)}`
    if (model.tokens.has(body.access_token)) return 'The same token was given twice.'
    model.tokens.set(body.access_token, model.now)
    past.tokens.push(body.access_token)
    return undefined
  }

  async function present(token: string): Promise<string | undefined> {
    const bearer = { authorization: `Bearer ${token}` }
    const { status } = await client.send('GET', '/v1/releases?limit=1', bearer)
    const isGood = model.now < (model.tokens.get(token) ?? Number.NEGATIVE_INFINITY) + HOUR
    const wanted = isGood ? 200 : 401
    return status === wanted ? undefined : `With this token the answer should be ${wanted}, but is ${status}.`
  }

  async function walk(list: string, limit: number, status: string | undefined): Promise<string | undefined> {
    const rows = { releases: model.releases, tracks: model.tracks, deliveries: model.deliveries }[list] as Map<
      string,
      object
    >
    const statusOf = (row: object) =>
      ('wire' in row ? (row.wire as { status: string }) : (row as { status: string })).status
    const wanted = [...rows].reverse().filter(([, row]) => status === undefined || statusOf(row) === status)
    const read = await readAll<{ id: string }>(client, `/v1/${list}${status ? `?status=${status}` : ''}`, limit)
    const wrong = difference(
      wanted.map(([id]) => id),
      read.map(({ id }) => id),
    )
    return wrong && `Of all pages together, ${wrong}.`
  }

  async function restore(path: string, to: Model): Promise<string | undefined> {
    const { status, text } = await client.tell(path)
    if (status !== 200) return `The world should be put back, but: ${text}`
    model = structuredClone(to)
    return undefined
  }

  async function save(name: string): Promise<string | undefined> {
    const { status, text } = await client.tell('/_sandbox/snapshots', { name })
    if (status !== 201) return `There should be a snapshot, but: ${text}`
    saved.set(name, structuredClone(model))
    if (!past.snapshots.includes(name)) past.snapshots.push(name)
    return undefined
  }

  function run(step: Step): Promise<string | undefined> {
    if ('call' in step) return make(step.call)
    if ('advance' in step) return advance(step.advance)
    if ('save' in step) return save(step.save)
    if ('restore' in step)
      return restore(`/_sandbox/snapshots/${step.restore}/restore`, saved.get(step.restore) as Model)
    if ('reset' in step) return restore('/_sandbox/reset', start)
    if ('ask' in step) return ask()
    if ('present' in step) return present(step.present)
    return walk(step.walk, step.limit, step.status)
  }

  return {
    async play(command: Case['commands'][number], tell: (line: string) => void): Promise<string | undefined> {
      const step = command(model, past)
      const began = model.now
      tell(inWords(step, model))
      past.count++
      count('steps')
      if (!('call' in step)) count(Object.keys(step)[0] as string)
      return (await run(step)) ?? (await look(client, model, began))
    },
    /** What is too dear to look at after each step. */
    finish: async () => (await readStatements(client, model)) ?? (await violations(client)),
  }
}

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: HOUR, d: 24 * HOUR }

function milliseconds(duration: string): number {
  let sum = 0
  for (const [, number, unit] of duration.matchAll(/(\d+)(ms|[smhd])/g))
    sum += Number(number) * (UNITS[unit as string] as number)
  return sum
}

function inWords(step: Step, { now }: Model): string {
  const at = iso(now).replace('.000Z', 'Z')
  if ('call' in step) {
    const { method, path, headers, body } = sent(step.call)
    const more = Object.entries(headers).filter(([name]) => name !== 'content-type')
    const content =
      typeof body === 'string' ? ` ${body}` : body ? ` (${(step.call as { content: string }).content})` : ''
    return `${at} ${method} ${path}${content}${more.map(([name, value]) => `, ${name}: ${value}`).join('')}`
  }
  if ('advance' in step) return `${at} the clock moves on: ${shown(step.advance)}`
  if ('save' in step) return `${at} the world is saved as ${step.save}`
  if ('restore' in step) return `${at} the world is put back to ${step.restore}`
  if ('reset' in step) return `${at} the world is reset`
  if ('ask' in step) return `${at} a token is asked for`
  if ('present' in step) return `${at} a token is used`
  return `${at} ${step.walk} are read, ${step.limit} a page${step.status ? `, only ${step.status}` : ''}`
}
