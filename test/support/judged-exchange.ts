/** One request and its answer, as they went over the wire. */

export interface Exchange {
  request: {
    method: string
    /** Path and query, as sent. */
    url: string
    headers: Record<string, string>
    body: Buffer | string | undefined
  }
  response: { status: number; headers: Record<string, string>; body: string }
}
/** What our answer says about the request. */

export interface ResponseSummary {
  status: number
  /** The code of the error envelope, or OAuth's `error`. */
  code: string | undefined
  message: string
  /** Each as `field issue`. */
  details: string[]
}
/**
 * - `route`: one finds the path or the method in the document, the other does not.
 * - `security`: one sees a credential, the other does not.
 * - `request`: one takes the request for what the document describes, the other does not.
 * - `response`: our answer is not what the document describes.
 */

export interface Disagreement {
  kind: 'route' | 'security' | 'request' | 'response'
  /** The operationId, or method and path where Prism finds no operation. */
  operation: string
  ours: string
  /** What Prism objects to; empty when it has no objection. */
  prism: string[]
  detail: string
}
/** A disagreement with all that one needs to tell whether it is a known one. */

export interface Finding {
  exchange: Exchange
  response: ResponseSummary
  disagreement: Disagreement
}
