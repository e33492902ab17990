import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { CodeBlock } from '../../components/code-block.js'
import { FailureState } from '../../components/empty-state.js'
import { useAction } from '../../components/use-action.js'
import { call, get, post } from '../../data/api.js'
import { filters } from '../../data/router.js'
import type { ScenarioCheck, ScenarioDefinition, ScenarioState } from '../../data/types.js'
import { useResource } from '../../data/use-resource.js'
import { saveFile } from '../../text/download.js'
import { countText, visibleText } from '../../text/format.js'
import { TimetableView } from './timetable-view.js'

const TEMPLATE = `name: picky-store
summary: One store wants another cover.
stores:
  - store: store_pernickel
    until: corrected
    outcome: action_required
    code: artwork_text_mismatch
    after: 2h
`
const CHECK_AFTER_MS = 250

/** The built-in scenarios name themselves, and a custom one needs a name of its own. */
const asCopy = ({ text, name }: ScenarioDefinition) =>
  text?.replace(/^# yaml-language-server.*\n/, '').replace(`name: ${name}`, `name: my-${name}`) ?? TEMPLATE

/** Checks a scenario file while it is written, and gives it to the world. The text lives in the page only. */
export function ScenarioEditor() {
  const { from } = filters.value
  const resource = useResource(`template ${from}`, async () => {
    if (!from) return TEMPLATE
    const { data } = await get<{ data: ScenarioDefinition[] }>('/_sandbox/scenarios')
    const scenario = data.find(({ name }) => name === from)
    return scenario ? asCopy(scenario) : TEMPLATE
  })
  const { data, error } = resource.value
  if (error && data === undefined) return <FailureState error={error} onRetry={resource.refresh} />
  return data === undefined ? null : <Editor initialText={data} key={from} />
}

function Editor({ initialText }: { initialText: string }) {
  const text = useSignal(initialText)
  const check = useSignal<ScenarioCheck | undefined>(undefined)
  const error = useSignal<Error | undefined>(undefined)
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(() => {
      post<ScenarioCheck>('/_sandbox/scenarios/check', { text: text.value }).then(
        (result) => {
          if (!isCurrent) return
          check.value = result
          error.value = undefined
        },
        (failure: Error) => {
          if (isCurrent) error.value = failure
        },
      )
    }, CHECK_AFTER_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text.value])

  function goTo(line: number, column: number) {
    const lines = text.peek().split('\n')
    const offset = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, column - 1)
    area.current?.focus()
    area.current?.setSelectionRange(offset, offset)
  }

  const { isBusy, run } = useAction()
  const use = async () => {
    const { name: used } = await call<ScenarioState>('PUT', '/_sandbox/scenario', {
      body: { scenario: check.peek()?.scenario },
    })
    return `The world uses ${used}. Its store rules apply from the next delivery on.`
  }
  const result = check.value
  const name = /^name: *([a-z0-9-]+)/m.exec(text.value)?.[1] ?? 'scenario'
  return (
    <div class="page scenario-editor">
      <div>
        <label class="label" for="scenario-text">
          Scenario file (YAML)
        </label>
        <textarea
          ref={area}
          id="scenario-text"
          class="input"
          rows={24}
          spellcheck={false}
          aria-describedby="scenario-issues"
          aria-invalid={result?.valid === false}
          value={text.value}
          onInput={({ currentTarget }) => (text.value = currentTarget.value)}
        />
        <div id="scenario-issues" role="status">
          {error.value ? (
            <p class="form-error">The text could not be checked. {error.value.message}</p>
          ) : result?.valid ? (
            <p class="scenario-valid">✓ The scenario is valid.</p>
          ) : (
            result && <p class="form-error">{countText(result.issues.length, 'issue')}</p>
          )}
        </div>
        {!error.value && result && !result.valid && (
          <ul class="scenario-issues">
            {result.issues.map(({ line, column, message }) => (
              <li key={`${line} ${column} ${message}`}>
                <Button onClick={() => goTo(line, column)} title="Go to this place">
                  {line}:{column}
                </Button>
                <span>{visibleText(message)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <section aria-label="Preview">
        <h2>Preview</h2>
        {result?.timetable ? (
          <>
            <TimetableView timetable={result.timetable} />
            <h3>Use it</h3>
            <p>
              This world can use the scenario now. It keeps it until it is reset, and its snapshots contain it. Other
              worlds get it from the file when a sandbox starts:
            </p>
            <div class="form-row">
              <Button kind="primary" disabled={isBusy} onClick={() => void run(use)}>
                Use it in this world
              </Button>
              <Button onClick={() => saveFile(text.value, `${name}.yaml`, 'application/yaml')}>
                Download {name}.yaml
              </Button>
            </div>
            <CodeBlock text={`npx mds-sandbox --scenario ./${name}.yaml`} label="the command" />
          </>
        ) : (
          <p class="muted">The preview appears when the text is valid.</p>
        )}
      </section>
    </div>
  )
}
