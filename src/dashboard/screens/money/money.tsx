import { Link } from '../../components/link.js'
import { StatusBadge } from '../../components/status-badge.js'
import { SubNavigation } from '../../components/sub-navigation.js'
import { get } from '../../data/api.js'
import { hrefOf, parts } from '../../data/router.js'
import type { Invariants } from '../../data/types.js'
import { useResource } from '../../data/use-resource.js'
import type { Screen } from '../screen.js'
import { InvariantList } from './invariant-list.js'
import { Payouts } from './payouts.js'
import { StatementDetail } from './statement-detail.js'
import { Statements } from './statements.js'

const PAGES = { '': 'Statements', payouts: 'Payouts', invariants: 'Invariants' }

function Money() {
  const [part, id] = parts.value
  const invariants = useResource(
    'invariants',
    () => get<Invariants>('/_sandbox/invariants'),
    ({ kind }) => kind === 'clock' || kind === 'reset',
  )
  return (
    <div class="page-frame">
      <SubNavigation label="Money" pages={PAGES}>
        <InvariantLight data={invariants.value.data} hasFailed={invariants.value.error !== undefined} />
      </SubNavigation>
      {part === undefined ? (
        <Statements />
      ) : part === 'payouts' ? (
        <Payouts selected={id} />
      ) : part === 'invariants' ? (
        <InvariantList resource={invariants.value} onRetry={invariants.refresh} />
      ) : (
        <StatementDetail id={part} />
      )}
    </div>
  )
}

function InvariantLight({ data, hasFailed }: { data: Invariants | undefined; hasFailed: boolean }) {
  const violated = data?.checks.filter(({ ok }) => !ok).length ?? 0
  return (
    <Link href={hrefOf({ parts: ['invariants'] })} class="money-light">
      {data ? (
        <StatusBadge
          status={violated === 0 ? '✓ all invariants hold' : `✗ ${violated} violated`}
          tone={violated === 0 ? 'success' : 'danger'}
        />
      ) : (
        <StatusBadge status={hasFailed ? 'invariants unknown' : 'checking invariants'} tone="neutral" />
      )}
    </Link>
  )
}

export const moneyScreen: Screen = { name: 'money', title: 'Money', component: Money }
