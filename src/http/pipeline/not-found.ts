import { type Refusal, refuse } from '../../core/primitives/result.js'
import { suggest } from '../../core/primitives/suggest.js'

/** `paths` are candidates for a suggestion. */
export function refuseUnrouted(method: string, path: string, allow: string[], paths: string[]): Refusal {
  if (allow.length > 0)
    return refuse('method_not_allowed', {
      message: `${path} does not take ${method}. It takes ${allow.join(', ')}.`,
      headers: { Allow: allow.join(', ') },
    })
  const suggestion = suggest(path, paths)
  const hint = suggestion ? ` Did you mean ${suggestion}?` : ' The API is under /v1, the control plane under /_sandbox.'
  return refuse('not_found', { message: `This path does not exist.${hint}` })
}
