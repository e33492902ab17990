/** A data directory, or a world in it, that can't be used. The message says why. */
export class DataError extends Error {}
