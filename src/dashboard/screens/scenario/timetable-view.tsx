import { StatusBadge } from '../../components/status-badge.js'
import { TableFrame } from '../../components/table-frame.js'
import type { Timetable } from '../../data/types.js'
import { visibleText } from '../../text/format.js'

/** What happens when in a scenario: per store and attempt, for uploads, and for payouts. */
export function TimetableView({ timetable: { rules, assets, stores, payouts } }: { timetable: Timetable }) {
  return (
    <>
      {rules.length > 0 && (
        <>
          <h3>Rules</h3>
          <ul class="scenario-rules">
            {rules.map((rule) => (
              <li key={rule}>{visibleText(rule)}</li>
            ))}
          </ul>
        </>
      )}
      <h3>Stores</h3>
      <p class="muted">After the submission, if the release is corrected before each resubmission.</p>
      <TableFrame label="Timetable of the stores">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Store</th>
              {stores[0]?.attempts.map((_, i) => (
                <th scope="col" key={i}>
                  Attempt {i + 1}
                </th>
              ))}
              <th scope="col">Takedown</th>
            </tr>
          </thead>
          <tbody>
            {stores.map(({ store_id, attempts, takedown_after }) => (
              <tr key={store_id}>
                <th scope="row">{store_id.replace('store_', '')}</th>
                {attempts.map(({ outcome, after, code, ingesting_after }, i) => (
                  <td key={i} title={`ingesting after ${ingesting_after}`}>
                    <StatusBadge status={outcome} /> after {after}
                    {code && <div class="muted">{code}</div>}
                  </td>
                ))}
                <td>{takedown_after === null ? 'never' : `after ${takedown_after}`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      <h3>Uploads and payouts</h3>
      <ul class="scenario-rules">
        {assets.map(({ type, outcome, after }) => (
          <li key={type}>
            {type} <StatusBadge status={outcome} /> after {after}
          </li>
        ))}
        {payouts.map(({ currency, attempts }) =>
          attempts.map(({ hold_reason, processing_after, outcome, after }, i) => (
            <li key={`${currency} ${i}`}>
              {currency} payout{attempts.length > 1 && `, attempt ${i + 1}`}:{' '}
              {hold_reason && (
                <>
                  <StatusBadge status="on_hold" /> for {hold_reason.replaceAll('_', ' ')}, then{' '}
                </>
              )}
              processing after {processing_after}, <StatusBadge status={outcome} /> {after} later
            </li>
          )),
        )}
      </ul>
    </>
  )
}
