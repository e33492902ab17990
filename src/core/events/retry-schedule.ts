import { MINUTE, SECOND } from '../primitives/time.js'

/** After each failure but the last. */
export const BACKOFF = [30 * SECOND, 2 * MINUTE, 8 * MINUTE, 32 * MINUTE, 128 * MINUTE]
export const MOST_ATTEMPTS = BACKOFF.length + 1
