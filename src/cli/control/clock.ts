import { parseDuration, parseInstant } from '../../core/primitives/time.js'
import type { components } from '../../generated/control-api.js'
import type { Flag } from '../framework/flags.js'
import { UsageError } from '../framework/parse-arguments.js'
import { withProgress } from '../framework/progress.js'
import type { Client, SandboxResponse } from '../framework/sandbox-client.js'
import { type Paint, sanitize } from '../framework/terminal.js'
import { dataFlag, parseCondition, withData } from './condition-flag.js'
import { defineAction, defineControlCommand } from './define-control-command.js'

type Schemas = components['schemas']

type AdvanceTarget = NonNullable<Schemas['Advance']['until']>

const toFlag: Flag<string | undefined> = {
  placeholder: 'INSTANT',
  help: 'Advance the clock to this instant',
  defaultValue: undefined,
  parse: (given) => {
    const ms = parseInstant(given)
    return ms === undefined
      ? { allowed: 'an instant such as 2025-02-01T00:00:00Z, or a date' }
      : new Date(ms).toISOString()
  },
}

const untilFlag: Flag<AdvanceTarget | undefined> = {
  placeholder: 'idle|ID=STATUS|EVENT_TYPE',
  help: 'Advance until nothing is scheduled, a resource has a status, or an event has happened',
  defaultValue: undefined,
  choices: ['idle'],
  parse: (given) => {
    if (given === 'idle') return given
    const condition = parseCondition(given)
    return 'allowed' in condition ? { allowed: `idle, ${condition.allowed}` } : condition
  },
}

/** `mds-sandbox clock [advance]` */
export const clock = defineControlCommand({
  '': defineAction({}, async ({ client, printResponse }) =>
    printResponse(await client.call<Schemas['Clock']>('GET', '/_sandbox/clock'), formatClock),
  ),

  advance: defineAction(
    { to: toFlag, until: untilFlag, data: dataFlag },
    async ({ values, operands: [duration], client, printResponse, paint, env }) => {
      const until = values.until === 'idle' ? values.until : withData(values.until, values.data)
      const target = {
        ...(duration && { duration }),
        ...(values.to && { to: values.to }),
        ...(until && { until }),
      }
      if (Object.keys(target).length !== 1)
        throw new UsageError('clock advance takes one of a duration such as 72h, --to INSTANT and --until idle.')
      if (duration !== undefined && parseDuration(duration) === undefined)
        throw new UsageError(
          `DURATION can't be ${JSON.stringify(duration)}. Allowed: a duration such as 72h, 1h30m or 2d.`,
        )
      const response = await advanceClock(client, target, env)
      printResponse(response, (body) => formatAdvance(body, paint))
      if (response.body.reached === false) process.exitCode = 1
    },
  ),
})

const formatClock = ({ mode, now, speed }: Schemas['Clock']) =>
  `${now}  ${mode === 'manual' ? 'manual: it moves only when you advance it' : `live, waits divided by ${speed}`}`

/** Has no timeout, because webhook handlers that receive the due events may be slow. */
const advanceClock = (client: Client, target: Schemas['Advance'], env: NodeJS.ProcessEnv) =>
  withProgress('Advancing the clock', env, async (progress) => {
    const reportTime = () =>
      client.call<Schemas['Clock']>('GET', '/_sandbox/clock').then(
        ({ body }) => progress.update(`The clock is at ${body.now}`),
        () => undefined,
      )
    const timer = process.stderr.isTTY ? setInterval(reportTime, 1000) : undefined
    try {
      return (await client.call('POST', '/_sandbox/clock/advance', target, 0)) as SandboxResponse<Schemas['Advanced']>
    } finally {
      clearInterval(timer)
    }
  })

function formatAdvance({ now, reached, steps }: Schemas['Advanced'], paint: Paint): string[] {
  const lines = steps.map(
    ({ at, subject, change }) => `${paint('dim', at)}  ${subject.padEnd(25)}  ${sanitize(change, 500)}`,
  )
  const count = steps.length === 0 ? 'nothing was due' : `${steps.length} ${steps.length === 1 ? 'step' : 'steps'}`
  const suffix =
    reached === false ? paint('yellow', '. The condition was not reached, and nothing more is scheduled') : ''
  return [...lines, `The clock is at ${paint('bold', now)}, ${count}${suffix}.`]
}
