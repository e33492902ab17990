import { createHash } from 'node:crypto'
import { escapeHtml } from './escape-html.js'
import type { Page } from './page-content.js'
import type { SandboxInfo } from './sandbox-info.js'

/** No other host, no inline script or style, no frame, and no string that becomes code. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

export interface DashboardFiles {
  /** By a name that contains the hash of the content, so browsers may cache them forever. */
  files: ReadonlyMap<string, Page>
  contentSecurityPolicy: string
  renderPage(info: SandboxInfo, mountPrefix: string): string
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

async function buildFiles(): Promise<DashboardFiles> {
  const { script, style } = await import('../../dashboard/main.tsx?browser')
  const [scriptName, styleName] = [`app-${hashOf(script)}.js`, `style-${hashOf(style)}.css`]
  return {
    files: new Map([
      [scriptName, { type: 'text/javascript', body: script }],
      [styleName, { type: 'text/css', body: style }],
    ]),
    contentSecurityPolicy: CONTENT_SECURITY_POLICY,
    renderPage({ version, keys }, mountPrefix) {
      const base = `${mountPrefix}/_sandbox/ui`
      const settings = JSON.stringify({ root: mountPrefix, version, keys })
      return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="mds-sandbox" content="${escapeHtml(settings)}">
<title>mds-sandbox</title>
<link rel="icon" href="${mountPrefix}/docs/favicon.svg">
<link rel="stylesheet" href="${base}/assets/${styleName}">
<script type="module" src="${base}/assets/${scriptName}"></script>
</head>
<body>
<div id="app"></div>
<noscript>The dashboard needs JavaScript. <a href="${mountPrefix}/docs/home">The guides</a> do not.</noscript>
</body>
</html>
`
    },
  }
}

let files: Promise<DashboardFiles> | undefined
export const loadDashboard = (): Promise<DashboardFiles> => (files ??= buildFiles())
