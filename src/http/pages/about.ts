/** What the pages say of the sandbox that serves them. Handed over, so that they share no code with what start-up loads. */
export interface SandboxInfo {
  version: string
  keys: { standard: string; enterprise: string }
  documents: { service: object; control: object }
  scenario: string
  summary: string
  clock: 'live' | 'manual'
  speed: number
}

/** Guides that are shown as they were written. */
export const GUIDES = ['library', 'scenarios', 'webhooks', 'money', 'errors', 'fidelity'] as const
export type Guide = (typeof GUIDES)[number]

/** Every path that a browser is shown something at. */
export const PAGE_PATHS: ReadonlySet<string> = new Set([
  '/',
  '/docs',
  '/docs/viewer.js',
  '/docs/viewer.css',
  '/docs/viewer.txt',
  '/docs/start.js',
  ...GUIDES.map((guide) => `/docs/${guide}.md`),
  '/openapi.json',
  '/openapi.yaml',
  '/_sandbox/docs',
  '/_sandbox/openapi.json',
  '/_sandbox/openapi.yaml',
])
