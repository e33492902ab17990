import { useSignal } from '@preact/signals'
import { Button } from '../../components/button.js'
import { EmptyState, FailureState } from '../../components/empty-state.js'
import { TableFrame } from '../../components/table-frame.js'
import { TableHead } from '../../components/table-head.js'
import { useAction } from '../../components/use-action.js'
import { call, get, post } from '../../data/api.js'
import type { Fault, FaultCreate } from '../../data/types.js'
import { useResource } from '../../data/use-resource.js'
import { curlPost } from '../../text/curl-command.js'

interface ApiDocument {
  paths: Record<string, Record<string, { operationId?: string }>>
}

/** The operations of the service's API, from its document. */
async function loadOperations(): Promise<string[]> {
  const document = await get<ApiDocument>('/openapi.json')
  return Object.values(document.paths)
    .flatMap((item) => Object.values(item).flatMap(({ operationId }) => operationId ?? []))
    .sort()
}

const OUTCOMES: readonly (readonly [title: string, fault: FaultCreate])[] = [
  ['429', { status: 429 }],
  ['500', { status: 500 }],
  ['503', { status: 503 }],
  ['Reset the connection', { connection: 'reset' }],
  ['Wait 2 s', { delay: '2s' }],
  ['Wait 35 s', { delay: '35s' }],
]

const TIMES: Record<string, string> = { '1': 'Once', '2': 'Twice', '3': '3 times', '10': '10 times', '': 'Always' }

const addCommand = () => curlPost('/_sandbox/faults', '{"operation": "createDelivery", "status": 503, "times": 1}')

const describe = ({ status, connection, delay }: Fault) =>
  [delay && `waits ${delay}`, status && `returns ${status}`, connection && 'resets the connection']
    .filter(Boolean)
    .join(' and ')

/** The faults that were added to the world, and a form that adds one with two clicks. */
export function Faults() {
  // A fault that strikes changes its count, so every request can change the list.
  const resource = useResource(
    'faults',
    () => get<{ data: Fault[] }>('/_sandbox/faults'),
    ({ kind }) => kind === 'request' || kind === 'reset',
  )
  const { isBusy, run } = useAction()
  const { data, error } = resource.value
  const remove = async (id: string) => {
    await call('DELETE', `/_sandbox/faults/${id}`)
    resource.refresh()
    return 'The fault was removed.'
  }
  const clear = async () => {
    await call('DELETE', '/_sandbox/faults')
    resource.refresh()
    return 'All faults were removed.'
  }
  return (
    <div class="page">
      <AddFault onAdd={resource.refresh} />
      {error && !data && <FailureState error={error} onRetry={resource.refresh} />}
      {data?.data.length === 0 && (
        <EmptyState title="No faults were added" command={addCommand()}>
          <p>
            Choose an operation and an outcome above, or add a fault from a test. Faults of the scenario are not listed.
          </p>
        </EmptyState>
      )}
      {data && data.data.length > 0 && (
        <>
          <TableFrame label="Faults">
            <table class="table">
              <caption>Faults of this world</caption>
              <TableHead columns={['Operation', 'Effect', 'How often', 'Affected', 'Action']} numbers={['Affected']} />
              <tbody>
                {data.data.map((fault) => (
                  <tr key={fault.id}>
                    <th scope="row">{fault.operation ?? 'every operation'}</th>
                    <td>{describe(fault)}</td>
                    <td>
                      {fault.times === undefined ? 'always' : fault.times === 1 ? 'once' : `${fault.times} times`}
                      {fault.probability !== undefined && `, with probability ${fault.probability}`}
                    </td>
                    <td class="number">
                      {fault.struck}
                      {fault.times !== undefined && ` of ${fault.times}`}
                    </td>
                    <td>
                      <Button
                        disabled={isBusy}
                        label={`Remove the fault of ${fault.operation ?? 'every operation'}`}
                        onClick={() => void run(() => remove(fault.id))}
                      >
                        Remove
                      </Button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableFrame>
          <p>
            <Button kind="danger" disabled={isBusy} onClick={() => void run(clear)}>
              Remove all
            </Button>
          </p>
        </>
      )}
    </div>
  )
}

function AddFault({ onAdd }: { onAdd: () => void }) {
  const operations = useResource('operations', loadOperations).value
  const operation = useSignal('')
  const times = useSignal('1')
  const { isBusy, run } = useAction()
  const add = async (fault: FaultCreate) => {
    await post('/_sandbox/faults', {
      ...fault,
      ...(operation.value && { operation: operation.value }),
      ...(times.value && { times: Number(times.value) }),
    })
    onAdd()
    return `The next ${operation.value || 'request'} is affected.`
  }
  return (
    <fieldset class="form-row">
      <legend class="visually-hidden">Add a fault</legend>
      <label>
        Operation
        <select
          class="input"
          value={operation.value}
          onChange={({ currentTarget }) => (operation.value = currentTarget.value)}
        >
          <option value="">Every operation</option>
          {operations.data?.map((id) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </select>
      </label>
      <label>
        How often
        <select class="input" value={times.value} onChange={({ currentTarget }) => (times.value = currentTarget.value)}>
          {['1', '2', '3', '10', ''].map((value) => (
            <option key={value} value={value}>
              {TIMES[value]}
            </option>
          ))}
        </select>
      </label>
      <fieldset class="faults-outcomes">
        <legend class="label">Outcome, which adds the fault</legend>
        {OUTCOMES.map(([title, fault]) => (
          <Button key={title} disabled={isBusy} onClick={() => void run(() => add(fault))}>
            {title}
          </Button>
        ))}
      </fieldset>
    </fieldset>
  )
}
