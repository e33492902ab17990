/** How the outside world behaves. Durations are in milliseconds. */
export interface Scenario {
  name: string
  summary: string
  assets: { processing: number }
}
