/** What is particular to a world that was made with settings of its own. */
export interface OwnSettings {
  seed?: number
  scenario?: string
  clock?: 'live' | 'manual'
  start?: number
  speed?: number | 'max'
}
