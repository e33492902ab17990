/** What is particular to a world that was made with settings of its own. */
export interface WorldSettings {
  seed?: number
  scenario?: string
  clock?: 'live' | 'manual'
  start?: number
  speed?: number | 'max'
}
