import { MINUTE, SECOND } from '../primitives/time.js'

/** The delays after the first to the fifth failed attempt. */
export const RETRY_DELAYS = [30 * SECOND, 2 * MINUTE, 8 * MINUTE, 32 * MINUTE, 128 * MINUTE]
export const MAX_ATTEMPTS = RETRY_DELAYS.length + 1
