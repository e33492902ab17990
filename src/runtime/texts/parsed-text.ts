/** What is wrong at a position of a text. Lines and columns count from 1. */
export interface TextIssue {
  line: number
  column: number
  message: string
}

/** A parsed file that knows where each value is. */
export interface ParsedText {
  value: unknown
  /** What is wrong with the syntax. `value` is undefined then. */
  issues: TextIssue[]
  /** Places an issue at a field such as `stores[0].name`, or at its nearest parent if the field is missing. */
  locate(field: string, message: string): TextIssue
}

/** `stores[0].name` → `['stores', 0, 'name']` */
export const keysOf = (field: string): (string | number)[] =>
  [...field.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([key, index]) => (index ? Number(index) : key))
