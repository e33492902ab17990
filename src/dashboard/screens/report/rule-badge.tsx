import { StatusBadge, type Tone } from '../../components/status-badge.js'
import type { RuleVerdict } from '../../data/types.js'

const toneOfRule = ({ result, severity }: RuleVerdict): Tone => {
  if (result !== 'broken') return result === 'kept' ? 'success' : 'neutral'
  return severity === 'error' ? 'danger' : severity === 'warning' ? 'warning' : 'info'
}

const ICONS = { broken: '✗', kept: '✓', not_tried: '–' }
const TITLES = { broken: 'broken', kept: 'kept', not_tried: 'not tried' }

/** The result of a rule, in a colour that says how bad it is. */
export const RuleBadge = ({ rule }: { rule: RuleVerdict }) => (
  <StatusBadge status={`${ICONS[rule.result]} ${TITLES[rule.result]}`} tone={toneOfRule(rule)} />
)
