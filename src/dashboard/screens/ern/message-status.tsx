import { StatusBadge, type Tone } from '../../components/status-badge.js'

const TONES: Record<string, Tone> = { accepted: 'success', rejected: 'danger', superseded: 'neutral' }

export const MessageStatus = ({ status }: { status: string }) => (
  <StatusBadge status={status} tone={TONES[status] ?? 'info'} />
)
