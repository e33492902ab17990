/** A broken guarantee. */
export class Violation extends Error {}
