import { ApiError, get } from '../../data/api.js'
import type { ActivityEntry, Page, RecordedRequest } from '../../data/types.js'

export interface RecordedXml {
  requestId: string
  /** Undefined if the journal has no body. */
  xml: string | undefined
}

const BINARY = 'data:application/octet-stream;base64,'

/** A body that is not UTF-8 is recorded as base64. ERN also allows UTF-16, with a byte order mark. */
function decodeBody(body: string): string {
  if (!body.startsWith(BINARY)) return body
  const bytes = Uint8Array.from(atob(body.slice(BINARY.length)), (character) => character.charCodeAt(0))
  return new TextDecoder(bytes[0] === 0xfe ? 'utf-16be' : 'utf-16le').decode(bytes)
}

/** The XML of a message, from the recorded request that sent it. The message itself has only what was read. */
export async function loadXml(messageId: string): Promise<RecordedXml | undefined> {
  const { data } = await get<Page<ActivityEntry>>('/_sandbox/activity', { kind: 'request', subject: messageId })
  const isSending = (entry: ActivityEntry) =>
    'changes' in entry && entry.changes.some(({ id, change }) => id === messageId && change === 'created')
  const entry = data.find(isSending)
  if (entry?.kind !== 'request') return undefined
  try {
    const { request } = await get<RecordedRequest>(`/_sandbox/requests/${entry.request_id}`)
    return { requestId: entry.request_id, xml: request.body === null ? undefined : decodeBody(request.body) }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}
