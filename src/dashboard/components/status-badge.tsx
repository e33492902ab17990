export type Tone = 'success' | 'danger' | 'warning' | 'info' | 'neutral'

const TONES: Record<string, Tone> = {
  delivered: 'success',
  ready: 'success',
  verified: 'success',
  paid: 'success',
  closed: 'success',
  rejected: 'danger',
  failed: 'danger',
  undeliverable: 'danger',
  unverified: 'warning',
  action_required: 'warning',
  on_hold: 'warning',
  takedown_pending: 'warning',
  taken_down: 'neutral',
  cancelled: 'neutral',
  draft: 'neutral',
}

/** The tone of a status of the API. Statuses of work in progress are `info`. */
export const toneOf = (status: string): Tone => TONES[status] ?? 'info'

export function toneOfHttpStatus(status: number | null): Tone {
  if (status === null || status >= 500) return 'danger'
  if (status >= 400) return 'warning'
  return 'success'
}

/** A status as words in a colour. */
export function StatusBadge({ status, tone = toneOf(status) }: { status: string; tone?: Tone }) {
  return <span class={`badge badge-${tone}`}>{status.replaceAll('_', ' ')}</span>
}

export const HttpStatusBadge = ({ status }: { status: number | null }) => (
  <StatusBadge status={status === null ? 'no answer' : String(status)} tone={toneOfHttpStatus(status)} />
)
