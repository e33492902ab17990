/** Settings of one world that override the sandbox's. Persisted in the world's header. */
export interface WorldSettings {
  seed?: number
  scenario?: string
  clock?: 'live' | 'manual'
  start?: number
  speed?: number | 'max'
}
