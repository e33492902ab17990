import type { ComponentChildren } from 'preact'
import type { SandboxFacts } from '../../data/types.js'
import { visibleText } from '../../text/format.js'

type Checklist = NonNullable<SandboxFacts['submission']>
type CheckName = Checklist['checks'][number]['name']

const CHECK_TEXTS: Record<CheckName, string> = {
  status: 'The release is a draft',
  tracks: 'It has at least one track',
  audio: 'The audio of every track is ready',
  artwork: 'The artwork is ready',
  release_date: 'The release date is in the future',
  duplicate: 'No other release is a duplicate of it',
  other: 'Everything else is complete',
}

interface SubmissionChecklistProps {
  checklist: Checklist
  /** By check, what helps if it is not met. */
  remedies: Partial<Record<CheckName, ComponentChildren>>
}

/** What a submission needs, with everything that is missing. */
export function SubmissionChecklist({ checklist: { ready, checks }, remedies }: SubmissionChecklistProps) {
  return (
    <section class="catalogue-checklist" aria-label="Submission">
      <h3>{ready ? 'Ready to submit' : "Why can't I submit?"}</h3>
      <ul>
        {checks.map(({ name, ok, issues }) => (
          <li key={name} class={ok ? 'met' : 'unmet'}>
            <span aria-hidden="true">{ok ? '✓' : '✗'}</span>
            <div>
              <span class="visually-hidden">{ok ? 'Met: ' : 'Not met: '}</span>
              {CHECK_TEXTS[name] ?? name}
              {issues.map(({ field, issue }) => (
                <p key={`${field} ${issue}`} class="muted">
                  {field && <code>{visibleText(field)}</code>} {visibleText(issue)}
                </p>
              ))}
              {!ok && remedies[name]}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
