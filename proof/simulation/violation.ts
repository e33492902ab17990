/** What does not hold, in words. */
export class Violation extends Error {}
