/** A request as sent. Header names are in lower case, each once. */

export interface HttpRequest {
  method: string
  target: string
  headers: Record<string, string>
  body: Buffer | undefined
}
export interface HttpResponse {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  text: string
}
