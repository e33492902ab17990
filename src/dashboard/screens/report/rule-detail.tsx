import { CodeBlock, CopyableValue } from '../../components/code-block.js'
import { EmptyState } from '../../components/empty-state.js'
import { Link } from '../../components/link.js'
import { StatusBadge } from '../../components/status-badge.js'
import { filters, hrefOf } from '../../data/router.js'
import type { RuleVerdict } from '../../data/types.js'
import { DetailPane, FieldList } from '../../list/detail-pane.js'
import { countText, instantText, visibleText } from '../../text/format.js'
import { RuleBadge } from './rule-badge.js'

type Finding = RuleVerdict['findings'][number]
type Evidence = RuleVerdict['evidence'][number]

interface RuleDetailProps {
  /** The id from the URL. */
  id: string
  rule: RuleVerdict | undefined
  /** Evidence of other worlds does not say which world has the request. */
  hasLinks: boolean
  onClose: () => void
}

/** A rule: what the client did, what it should do, and how to try it. */
export function RuleDetail({ id, rule, hasLinks, onClose }: RuleDetailProps) {
  return (
    <DetailPane id={id} title={rule ? rule.title : visibleText(id)} onClose={onClose}>
      {rule ? <RuleContent rule={rule} hasLinks={hasLinks} /> : <EmptyState title="There is no rule of this name" />}
    </DetailPane>
  )
}

function RuleContent({ rule, hasLinks }: { rule: RuleVerdict; hasLinks: boolean }) {
  const { mark } = filters.value
  return (
    <>
      <p class="report-verdict">
        <RuleBadge rule={rule} /> {rule.severity}
        {rule.count > 0 && `, ${countText(rule.count, 'time')}`}
      </p>
      {rule.result === 'not_tried' && (
        <p>The client was never in a situation in which it could keep or break this rule.</p>
      )}
      {rule.findings.map((finding) => (
        <FindingSection
          key={finding.fingerprint}
          finding={finding}
          evidence={rule.evidence.filter(
            (piece) => piece.fingerprint === finding.fingerprint && (!mark || piece.mark === mark),
          )}
          hasLinks={hasLinks}
        />
      ))}
      <h3>What a client should do</h3>
      <p>{rule.remedy}</p>
      <TryIt text={rule.try_it} />
      <FieldList
        fields={[
          ['Rule', <CopyableValue key="id" value={rule.id} label="the id of the rule" />],
          [
            'Guide',
            <Link key="guide" href={hrefOf({ screen: 'guides', parts: ['report', rule.id] })}>
              When it is broken
            </Link>,
          ],
        ]}
      />
    </>
  )
}

function FindingSection({
  finding: { operation, subject, count, severity, fingerprint },
  evidence,
  hasLinks,
}: {
  finding: Finding
  evidence: readonly Evidence[]
  hasLinks: boolean
}) {
  return (
    <section class="report-finding" aria-label={`Finding ${fingerprint}`}>
      <h3>
        {operation ?? 'Event'} {subject && <bdi class="muted">{visibleText(subject)}</bdi>}{' '}
        <StatusBadge
          status={severity}
          tone={severity === 'error' ? 'danger' : severity === 'note' ? 'info' : 'warning'}
        />
      </h3>
      <ul>
        {evidence.map((piece, i) => (
          <li key={i}>
            <EvidenceItem evidence={piece} hasLinks={hasLinks} />
          </li>
        ))}
      </ul>
      {count > evidence.length && (
        <p class="muted">
          {evidence.length} of {countText(count, 'time')} shown.
        </p>
      )}
    </section>
  )
}

function EvidenceItem({ evidence, hasLinks }: { evidence: Evidence; hasLinks: boolean }) {
  const { at, what, request_ids, event_id, mark } = evidence
  return (
    <>
      <p>
        <bdi>{visibleText(what)}</bdi>
      </p>
      <p class="report-evidence">
        <time dateTime={at}>{instantText(at)}</time>
        {mark !== null && (
          <span class="muted">
            in “<bdi>{visibleText(mark)}</bdi>”
          </span>
        )}
        {request_ids.map((id) => (
          <EvidenceLink key={id} id={id} href={hrefOf({ screen: 'activity', parts: [id] })} hasLinks={hasLinks} />
        ))}
        {event_id !== null && (
          <EvidenceLink
            id={event_id}
            href={hrefOf({ screen: 'activity', filters: { q: event_id } })}
            hasLinks={hasLinks}
          />
        )}
      </p>
    </>
  )
}

const EvidenceLink = ({ id, href, hasLinks }: { id: string; href: string; hasLinks: boolean }) =>
  hasLinks ? (
    <Link href={href}>
      <code>{visibleText(id)}</code>
    </Link>
  ) : (
    <code>{visibleText(id)}</code>
  )

/** A command that can be copied, or an instruction. */
const TryIt = ({ text }: { text: string }) => (
  <>
    <h3>To try it</h3>
    {text.startsWith('mds-sandbox ') ? (
      <CodeBlock text={`npx ${text}`} label="the command" />
    ) : (
      <p>{`${text.charAt(0).toUpperCase()}${text.slice(1)}.`}</p>
    )}
  </>
)
