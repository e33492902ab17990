import { escapeXml } from './escape.js'

export interface TestCase {
  name: string
  milliseconds: number
  /** The reason; undefined if the check passed or was skipped. */
  failure: string | undefined
  /** Why the check was not run. */
  skipped?: string | undefined
  /** Further details, below the message. */
  details?: string | undefined
}

const formatSeconds = (ms: number) => (ms / 1000).toFixed(3)

/** A report in the JUnit XML format, which CI servers read. */
export function formatJunit(suite: string, cases: readonly TestCase[]): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length
  const skipped = cases.filter((testCase) => testCase.skipped !== undefined).length
  const time = formatSeconds(cases.reduce((sum, { milliseconds }) => sum + milliseconds, 0))
  const counts = `tests="${cases.length}" failures="${failures}" errors="0"`
  const suiteCounts = skipped === 0 ? counts : `${counts} skipped="${skipped}"`
  const rows = cases.map((testCase) => {
    const { name, milliseconds } = testCase
    const openTag = `    <testcase classname="${escapeXml(suite)}" name="${escapeXml(name)}" time="${formatSeconds(milliseconds)}"`
    const content = formatOutcome(testCase)
    return content === '' ? `${openTag}/>` : `${openTag}>\n${content}    </testcase>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts} time="${time}">
  <testsuite name="${escapeXml(suite)}" ${suiteCounts} time="${time}">
${rows.join('\n')}
  </testsuite>
</testsuites>
`
}

function formatOutcome({ failure, skipped, details }: TestCase): string {
  if (skipped !== undefined) return `      <skipped message="${escapeXml(skipped)}"/>\n`
  const text = details === undefined ? '' : escapeXml(details).replaceAll('&#10;', '\n')
  if (failure !== undefined)
    return text === ''
      ? `      <failure message="${escapeXml(failure)}"/>\n`
      : `      <failure message="${escapeXml(failure)}">${text}</failure>\n`
  return text === '' ? '' : `      <system-out>${text}</system-out>\n`
}
