/** What the pages show about the sandbox. Passed in as data, so that the pages import nothing that start-up loads. */
export interface SandboxInfo {
  version: string
  keys: { standard: string; enterprise: string }
  documents: { service: object; control: object }
  scenario: string
  summary: string
  clock: 'live' | 'manual'
  speed: number
}
