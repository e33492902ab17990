import type { components } from '../../generated/service-api.js'
import { matchesPattern } from '../primitives/match-pattern.js'

/** What a release must contain for a rule to apply. `*` in a text matches anything. */
export interface ReleaseConditions {
  title?: string
  label?: string
  /** The name of at least one artist. */
  artist?: string
  /** The release has rights in at least one of these territories. */
  territories?: string[]
  /** The number of tracks. */
  tracks?: { min?: number; max?: number }
  /** At least one track has audio in one of these formats. */
  audio_format?: string[]
}

export interface ReleaseContent
  extends Pick<components['schemas']['Release'], 'title' | 'label' | 'artists' | 'territories'> {
  trackCount: number
  audioFormats: readonly string[]
}

const hasAny = (wanted: readonly string[], found: readonly string[]) => wanted.some((value) => found.includes(value))

export function meetsConditions(
  { title, label, artist, territories, tracks, audio_format }: ReleaseConditions,
  content: ReleaseContent,
): boolean {
  return (
    (title === undefined || matchesPattern(title, content.title)) &&
    (label === undefined || matchesPattern(label, content.label)) &&
    (artist === undefined || content.artists.some(({ name }) => matchesPattern(artist, name))) &&
    (territories === undefined || hasAny([...territories, 'WORLD'], content.territories)) &&
    content.trackCount >= (tracks?.min ?? 0) &&
    content.trackCount <= (tracks?.max ?? Number.POSITIVE_INFINITY) &&
    (audio_format === undefined || hasAny(audio_format, content.audioFormats))
  )
}
