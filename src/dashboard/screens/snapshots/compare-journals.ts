/** A request of a journal, as far as the comparison needs it. */
interface JournalRequest {
  request_id: string
  operation: string | null
  method: string
  target: string
  body: string | null
  status: number
  answer: unknown
}

export interface RequestDifference {
  /** The position among the requests, starting at 1. */
  number: number
  method: string
  target: string
  /** Undefined if this world does not have the request. */
  requestId: string | undefined
  fields: { field: string; before: string; after: string }[]
}

export interface JournalComparison {
  requests: [before: number, after: number]
  differences: RequestDifference[]
}

const MAX_FIELDS = 20

/** The requests of a journal. Throws if the text is no journal. */
function readRequests(text: string, name: string): JournalRequest[] {
  const lines = text.trimEnd().split('\n')
  try {
    const [header, ...records] = lines.map((line) => JSON.parse(line) as { type?: string })
    if (header?.type !== 'header') throw new Error('no header')
    return records.filter(({ type }) => type === 'request') as unknown as JournalRequest[]
  } catch {
    throw new Error(`${name} is not a journal. Download one here, or with GET /_sandbox/journal.`)
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function* findFields(before: unknown, after: unknown, path: string): Generator<RequestDifference['fields'][number]> {
  if (isObject(before) && isObject(after) && Array.isArray(before) === Array.isArray(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
      yield* findFields(before[name], after[name], path === '' ? name : `${path}.${name}`)
  } else if (JSON.stringify(before) !== JSON.stringify(after))
    yield { field: path || 'body', before: textOf(before), after: textOf(after) }
}

const textOf = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value))

/** Compares two runs request by request: what was asked, and how it was answered. */
export function compareJournals(before: string, after: string, name: string): JournalComparison {
  const [old, current] = [readRequests(before, name), readRequests(after, 'The journal of this world')]
  const differences: RequestDifference[] = []
  for (let i = 0; i < Math.max(old.length, current.length); i++) {
    const [a, b] = [old[i], current[i]]
    const shown = b ?? a
    if (!shown) continue
    const fields = [...findFields(factsOf(a), factsOf(b), '')].slice(0, MAX_FIELDS)
    if (fields.length > 0)
      differences.push({
        number: i + 1,
        method: shown.method,
        target: shown.target,
        requestId: b?.request_id,
        fields,
      })
  }
  return { requests: [old.length, current.length], differences }
}

const factsOf = (request: JournalRequest | undefined) =>
  request && {
    request: `${request.method} ${request.target}`,
    sent: request.body,
    status: request.status,
    answer: request.answer,
  }
