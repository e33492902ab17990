import { refuse } from '../../../core/primitives/result.js'
import type { ClientReport } from '../../../report/client-report.js'
import type { ClientObservers } from '../../../runtime/journal/client-observers.js'
import { runInSlices } from '../../../runtime/time-slices.js'
import { createFormRedactor } from '../../logging/redaction.js'
import { keyOf } from '../../pipeline/authentication.js'
import type { ControlOperations } from '../../pipeline/exchange.js'

const { redactValue } = createFormRedactor()

export const createReportOperations = (
  observers: ClientObservers | undefined,
): Pick<ControlOperations, 'getReport' | 'setMark'> => ({
  getReport: {
    async run({ world, query }) {
      if (!observers)
        return refuse('invalid_state', {
          message: 'The sandbox was started with --report off, so it does not judge clients. Start it without.',
        })
      const { account, name } = world.state
      const report = await (query.scope === 'all' ? observers.reportAll() : observers.report(keyOf(account.tier, name)))
      return { status: 200, body: (await runInSlices(redactValue(report))) as ClientReport }
    },
  },

  // The observer learns the mark from the record of this call, as it does from a journal.
  setMark: {
    run: ({ body: { name, exclude = false } }) => ({ status: 200, body: { name, exclude } }),
  },
})
