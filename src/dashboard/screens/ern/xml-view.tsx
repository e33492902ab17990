import { Fragment } from 'preact'
import { Button } from '../../components/button.js'
import { copyText } from '../../components/code-block.js'
import { StatusBadge } from '../../components/status-badge.js'
import { countText, visibleText } from '../../text/format.js'
import { type Issue, splitXml, type XmlLine } from './xml-lines.js'

/** The text of an issue, at its place or in a list. */
export const IssueText = ({ issue: { severity, code, line, column, message } }: { issue: Issue }) => (
  <>
    <StatusBadge status={severity} tone={severity === 'error' ? 'danger' : 'warning'} />{' '}
    <span class="muted">
      {line}:{column}
    </span>{' '}
    <code>{visibleText(code)}</code> <bdi class="title">{visibleText(message)}</bdi>
  </>
)

/** XML with its issues below the lines that they concern. */
export function XmlView({ xml, issues }: { xml: string; issues: readonly Issue[] }) {
  return (
    <div class="code-block ern-xml">
      <div class="code-actions">
        <Button kind="quiet" label="Copy the XML" onClick={() => void copyText(xml, 'the XML')}>
          Copy
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section aria-label="The XML with its issues" class="ern-lines" tabIndex={0}>
        {splitXml(xml, issues).map((part) =>
          'omitted' in part ? (
            <p class="muted ern-omitted" key={part.from}>
              … {countText(part.omitted, 'line')} …
            </p>
          ) : (
            part.lines.map((line) => <Line line={line} key={line.number} />)
          ),
        )}
      </section>
    </div>
  )
}

const Line = ({ line: { number, text, issues } }: { line: XmlLine }) => (
  <Fragment>
    <div class={issues.length > 0 ? 'ern-line ern-marked' : 'ern-line'}>
      <span class="ern-number">{number}</span>
      <code>{visibleText(text)}</code>
    </div>
    {issues.map(({ issue, excerpt }) => (
      <div class={`ern-issue ern-${issue.severity}`} key={`${issue.column} ${issue.code} ${issue.message}`}>
        {excerpt !== undefined && <code class="ern-excerpt">{visibleText(excerpt)}</code>}
        <p>
          <IssueText issue={issue} />
        </p>
      </div>
    ))}
  </Fragment>
)
