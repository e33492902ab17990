import type { Paint } from '../framework/terminal.js'

export interface BannerSettings {
  url: string
  keys: { standard: string; enterprise: string }
  scenario: string
  summary: string
  clock: 'live' | 'manual'
  speed: number
}

/** The text that a started sandbox prints. */
export function formatBanner({ url, keys, scenario, summary, clock, speed }: BannerSettings, paint: Paint): string {
  const clockText =
    clock === 'manual'
      ? 'manual: it moves only when you advance it'
      : `live, waits divided by ${Number.isFinite(speed) ? speed : 'max'}`
  const row = (label: string, value: string) => `  ${paint('dim', label.padEnd(14))}  ${value}`
  return `${paint('green', 'mds-sandbox is ready')} at ${paint('bold', url)}

${row('standard key', paint('cyan', keys.standard))}
${row('enterprise key', paint('cyan', keys.enterprise))}
${row('scenario', `${scenario}: ${summary}`)}
${row('clock', clockText)}

Try it:
  ${paint('bold', `curl ${url}/v1/releases -H 'X-API-Key: ${keys.standard}'`)}
  or open ${url} in a browser: dashboard, API reference and guides

${paint('dim', 'Press Ctrl+C to stop.')}
`
}
