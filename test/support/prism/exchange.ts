/** One request and its response as sent. */

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
/** What the sandbox's response says about the request. */

export interface ResponseSummary {
  status: number
  /** The code of the error envelope, or OAuth's `error`. */
  code: string | undefined
  message: string
  /** Each entry is `field issue`. */
  details: string[]
}
/**
 * - `route`: only one of the two finds the path and method in the document.
 * - `security`: only one of the two finds a credential.
 * - `request`: only one of the two considers the request valid.
 * - `response`: our response does not match the document.
 */

export interface Disagreement {
  kind: 'route' | 'security' | 'request' | 'response'
  /** The operationId, or method and path if Prism finds no operation. */
  operation: string
  ours: string
  /** Prism's objections. */
  prism: string[]
  detail: string
}
/** A disagreement with everything that is needed to recognize a known difference. */

export interface Finding {
  exchange: Exchange
  response: ResponseSummary
  disagreement: Disagreement
}
