import type { AddedFault } from '../../core/engine/rows.js'
import { invalidField, refuseWithIssues } from '../../core/primitives/result.js'
import { suggest } from '../../core/primitives/suggest.js'
import { formatDuration, parseDuration } from '../../core/primitives/time.js'
import type { ControlOperations } from '../pipeline/exchange.js'

const faultView = ({ id, operations, status, connection, delay, times, probability, struck }: AddedFault) => ({
  id,
  ...(operations !== undefined && { operation: operations[0] }),
  ...(status !== undefined && { status }),
  ...(connection !== undefined && { connection }),
  ...(delay !== undefined && { delay: formatDuration(delay) }),
  ...(times !== undefined && { times }),
  ...(probability !== undefined && { probability }),
  struck,
})

type FaultOperations = 'listFaults' | 'addFault' | 'clearFaults' | 'removeFault'

/** `operations` are the operationIds of the service's API. */
export const createFaultOperations = (operations: readonly string[]): Pick<ControlOperations, FaultOperations> => ({
  listFaults: {
    run: ({ world }) => ({ status: 200, body: { data: world.state.faults.map(faultView) } }),
  },

  addFault: {
    run({ world, body }) {
      const { operation, delay, ...rest } = body
      if (operation !== undefined && !operations.includes(operation)) {
        const suggestion = suggest(operation, operations)
        return refuseWithIssues([
          invalidField('operation', `is not an operation${suggestion ? `; did you mean ${suggestion}?` : ''}`),
        ])
      }
      const result = world.execute({
        type: 'add-fault',
        input: {
          ...rest,
          ...(operation !== undefined && { operations: [operation] }),
          ...(delay !== undefined && { delay: parseDuration(delay) as number }),
        },
      })
      return result.ok ? { status: 201, body: faultView(result.value) } : result
    },
  },

  clearFaults: {
    run({ world }) {
      world.execute({ type: 'clear-faults' })
      return { status: 204, body: undefined }
    },
  },

  removeFault: {
    run({ world, path }) {
      const done = world.execute({ type: 'remove-fault', id: path.fault_id })
      return done.ok ? { status: 204, body: undefined } : done
    },
  },
})
