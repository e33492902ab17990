import { parseDuration, parseInstant } from '../../core/primitives/time.js'
import type { components } from '../../generated/control-api.js'
import { type Flag, UsageError } from '../framework/flags.js'
import { during } from '../framework/progress.js'
import { clean, type Paint } from '../framework/terminal.js'
import type { Answer, Client } from './client.js'
import { action, drive } from './drive-command.js'

type Schemas = components['schemas']

export const DELIVERY_STATUSES = ['in_progress', 'delivered', 'rejected', 'action_required', 'taken_down'] as const
type Until = NonNullable<Schemas['Advance']['until']>

const to: Flag<string | undefined> = {
  value: 'INSTANT',
  help: 'Move it to an instant',
  initial: undefined,
  read: (given) => {
    const ms = parseInstant(given)
    return ms === undefined
      ? { allowed: 'an instant such as 2025-02-01T00:00:00Z, or a date' }
      : new Date(ms).toISOString()
  },
}

const until: Flag<Until | undefined> = {
  value: 'idle|ID=STATUS',
  help: 'Until nothing is scheduled any more, or a delivery has a status',
  initial: undefined,
  choices: ['idle'],
  read: (given) => {
    if (given === 'idle') return given
    const [, delivery, word] = /^([^=]+)=(.+)$/.exec(given) ?? []
    const status = DELIVERY_STATUSES.find((each) => each === word)
    return delivery !== undefined && status
      ? { delivery, status }
      : { allowed: `idle, or a delivery and a status such as dlv_…=rejected (of ${DELIVERY_STATUSES.join(', ')})` }
  },
}

/** `mds-sandbox clock [advance]` */
export const clock = drive({
  '': action({}, async ({ client, tell }) =>
    tell(await client.call<Schemas['Clock']>('GET', '/_sandbox/clock'), inWords),
  ),

  advance: action({ to, until }, async ({ values, operands: [duration], client, tell, paint, env }) => {
    const target = {
      ...(duration && { duration }),
      ...(values.to && { to: values.to }),
      ...(values.until && { until: values.until }),
    }
    if (Object.keys(target).length !== 1)
      throw new UsageError('clock advance takes one of a duration such as 72h, --to INSTANT and --until idle.')
    if (duration !== undefined && parseDuration(duration) === undefined)
      throw new UsageError(
        `DURATION can't be ${JSON.stringify(duration)}. Allowed: a duration such as 72h, 1h30m or 2d.`,
      )
    const answer = await advance(client, target, env)
    tell(answer, (body) => story(body, paint))
    if (answer.body.reached === false) process.exitCode = 1
  }),
})

const inWords = ({ mode, now, speed }: Schemas['Clock']) =>
  `${now}  ${mode === 'manual' ? 'manual: it moves when told to' : `live, waits divided by ${speed}`}`

/** Takes as long as it takes: what falls due is done, and whoever is told of it may be slow to answer. */
const advance = (client: Client, target: Schemas['Advance'], env: NodeJS.ProcessEnv) =>
  during('The clock moves', env, async (progress) => {
    const look = () =>
      client.call<Schemas['Clock']>('GET', '/_sandbox/clock').then(
        ({ body }) => progress.say(`The clock is at ${body.now}`),
        () => undefined,
      )
    const timer = process.stderr.isTTY ? setInterval(look, 1000) : undefined
    try {
      return (await client.call('POST', '/_sandbox/clock/advance', target, 0)) as Answer<Schemas['Advanced']>
    } finally {
      clearInterval(timer)
    }
  })

function story({ now, reached, steps }: Schemas['Advanced'], paint: Paint): string[] {
  const lines = steps.map(
    ({ at, subject, change }) => `${paint('dim', at)}  ${subject.padEnd(25)}  ${clean(change, 500)}`,
  )
  const count = steps.length === 0 ? 'nothing fell due' : `${steps.length} ${steps.length === 1 ? 'step' : 'steps'}`
  const end = reached === false ? paint('yellow', '. It did not come to that, and nothing more is scheduled') : ''
  return [...lines, `The clock is at ${paint('bold', now)}, ${count}${end}.`]
}
