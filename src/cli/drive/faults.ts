import openapi from '../../../openapi.yaml'
import type { Document } from '../../contract/document.js'
import type { components } from '../../generated/control-api.js'
import { choice, type Flag, text, UsageError, whole } from '../framework/flags.js'
import { action, columns, drive } from './drive-command.js'

type Schemas = components['schemas']
type Fault = Schemas['Fault']

const OPERATIONS = Object.values((openapi as Document).paths ?? {}).flatMap((item) =>
  Object.values(item ?? {}).flatMap((operation) => (operation as { operationId?: string }).operationId ?? []),
)

const probability: Flag<number | undefined> = {
  value: 'P',
  help: 'How likely it strikes a call, such as 0.2; the seed decides',
  initial: undefined,
  read: (given) => {
    const p = /^(0|1|0?\.\d+|0\.0*|1\.0*)$/.test(given) ? Number(given) : Number.NaN
    return Number.isNaN(p) ? { allowed: 'a number from 0 to 1 such as 0.2' } : p
  },
}

const status = { ...choice('Answer with it', ['429', '500', '503'], '503'), initial: undefined } as Flag<
  string | undefined
>
const connection = { ...choice('Cut the connection', ['reset'], 'reset'), initial: undefined } as Flag<
  string | undefined
>
const times = { ...whole('How often; for ever when left out', 'N', 1, 1, 1_000_000), initial: undefined } as Flag<
  number | undefined
>

const addFlags = {
  operation: { ...text('Which calls, such as createDelivery; all when left out', 'OPERATION'), choices: OPERATIONS },
  status,
  connection,
  delay: text('Wait first, such as 2s of wall time', 'DURATION'),
  times,
  probability,
}

/** `mds-sandbox faults [add|clear]` */
export const faults = drive({
  '': action({}, async ({ client, tell }) =>
    tell(await client.call<Schemas['Faults']>('GET', '/_sandbox/faults'), ({ data }) =>
      data.length === 0 ? 'None.' : columns(data.map((fault) => [fault.id, inWords(fault), `struck ${fault.struck}`])),
    ),
  ),

  add: action(addFlags, async ({ values, client, tell }) => {
    const { operation, status, connection, delay, times, probability } = values
    if (status === undefined && connection === undefined && delay === undefined)
      throw new UsageError('faults add needs --status, --connection or --delay.')
    const given = {
      operation,
      status: status === undefined ? undefined : Number(status),
      connection,
      delay,
      times,
      probability,
    }
    tell(await client.call<Fault>('POST', '/_sandbox/faults', given), (fault) => `${fault.id}  ${inWords(fault)}`)
  }),

  clear: action({}, async ({ operands: [id], client, tell }) => {
    const path = id === undefined ? '' : `/${encodeURIComponent(id)}`
    tell(await client.call('DELETE', `/_sandbox/faults${path}`), () => `Removed ${id ?? 'all of them'}`)
  }),
})

function inWords({ operation, status, connection, delay, times, probability }: Fault): string {
  const what = [delay && `waits ${delay}`, status && `answers ${status}`, connection && 'is cut off'].filter(Boolean)
  const often = times === undefined ? 'always' : times === 1 ? 'once' : `${times} times`
  const chance = probability === undefined ? '' : `, with probability ${probability}`
  return `${operation ?? 'every call'} ${what.join(' and ')}, ${often}${chance}`
}
