export interface TestCase {
  name: string
  milliseconds: number
  /** The reason; undefined if the check passed. */
  failure: string | undefined
}

/** XML 1.0 does not allow most control characters, even escaped. */
const escapeXml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[\t\n\r]/g, (blank) => `&#${blank.charCodeAt(0)};`)

const formatSeconds = (ms: number) => (ms / 1000).toFixed(3)

/** A report in the JUnit XML format, which CI servers read. */
export function formatJunit(suite: string, cases: readonly TestCase[]): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length
  const time = formatSeconds(cases.reduce((sum, { milliseconds }) => sum + milliseconds, 0))
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" time="${time}"`
  const rows = cases.map(({ name, milliseconds, failure }) => {
    const openTag = `    <testcase classname="${escapeXml(suite)}" name="${escapeXml(name)}" time="${formatSeconds(milliseconds)}"`
    return failure === undefined
      ? `${openTag}/>`
      : `${openTag}>\n      <failure message="${escapeXml(failure)}"/>\n    </testcase>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
  <testsuite name="${escapeXml(suite)}" ${counts}>
${rows.join('\n')}
  </testsuite>
</testsuites>
`
}
