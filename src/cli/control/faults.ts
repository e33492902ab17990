import openapi from '../../../openapi.yaml'
import type { Document } from '../../contract/openapi-document.js'
import type { components } from '../../generated/control-api.js'
import { choiceFlag, type Flag, integerFlag, textFlag } from '../framework/flags.js'
import { UsageError } from '../framework/parse-arguments.js'
import { formatTable } from '../framework/table.js'
import { defineAction, defineControlCommand } from './define-control-command.js'

type Schemas = components['schemas']
type Fault = Schemas['Fault']

const OPERATIONS = Object.values((openapi as Document).paths ?? {}).flatMap((item) =>
  Object.values(item ?? {}).flatMap((operation) => (operation as { operationId?: string }).operationId ?? []),
)

const probabilityFlag: Flag<number | undefined> = {
  placeholder: 'P',
  help: 'The probability that a call is affected, such as 0.2; derived from the seed',
  defaultValue: undefined,
  parse: (given) => {
    const p = /^(0|1|0?\.\d+|0\.0*|1\.0*)$/.test(given) ? Number(given) : Number.NaN
    return Number.isNaN(p) ? { allowed: 'a number from 0 to 1 such as 0.2' } : p
  },
}

const statusFlag = {
  ...choiceFlag('Return this status', ['429', '500', '503'], '503'),
  defaultValue: undefined,
} as Flag<string | undefined>
const connectionFlag = { ...choiceFlag('Reset the connection', ['reset'], 'reset'), defaultValue: undefined } as Flag<
  string | undefined
>
const timesFlag = {
  ...integerFlag('How many calls are affected (default: all)', 'N', 1, 1, 1_000_000),
  defaultValue: undefined,
} as Flag<number | undefined>

const addFlags = {
  operation: {
    ...textFlag('The affected operation, such as createDelivery (default: all)', 'OPERATION'),
    choices: OPERATIONS,
  },
  status: statusFlag,
  connection: connectionFlag,
  delay: textFlag('Delay the response, such as 2s of wall-clock time', 'DURATION'),
  times: timesFlag,
  probability: probabilityFlag,
}

/** `mds-sandbox faults [add|clear]` */
export const faults = defineControlCommand({
  '': defineAction({}, async ({ client, printResponse }) =>
    printResponse(await client.call<Schemas['Faults']>('GET', '/_sandbox/faults'), ({ data }) =>
      data.length === 0
        ? 'No faults.'
        : formatTable(data.map((fault) => [fault.id, formatFault(fault), `applied ${formatTimes(fault.struck)}`])),
    ),
  ),

  add: defineAction(addFlags, async ({ values, client, printResponse }) => {
    const { operation, status, connection, delay, times, probability } = values
    if (status === undefined && connection === undefined && delay === undefined)
      throw new UsageError('faults add needs --status, --connection or --delay.')
    const body = {
      operation,
      status: status === undefined ? undefined : Number(status),
      connection,
      delay,
      times,
      probability,
    }
    printResponse(
      await client.call<Fault>('POST', '/_sandbox/faults', body),
      (fault) => `${fault.id}  ${formatFault(fault)}`,
    )
  }),

  clear: defineAction({}, async ({ operands: [id], client, printResponse }) => {
    const path = id === undefined ? '' : `/${encodeURIComponent(id)}`
    printResponse(await client.call('DELETE', `/_sandbox/faults${path}`), () => `Removed ${id ?? 'all faults'}`)
  }),
})

const formatTimes = (n: number) => (n === 1 ? 'once' : `${n} times`)

function formatFault({ operation, status, connection, delay, times, probability }: Fault): string {
  const effects = [
    delay && `waits ${delay}`,
    status && `returns ${status}`,
    connection && 'resets the connection',
  ].filter(Boolean)
  const frequency = times === undefined ? 'always' : formatTimes(times)
  const chance = probability === undefined ? '' : `, with probability ${probability}`
  return `${operation ?? 'every call'} ${effects.join(' and ')}, ${frequency}${chance}`
}
