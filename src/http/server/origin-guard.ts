import { isIP } from 'node:net'
import { type Refusal, refuse } from '../../core/primitives/result.js'
import type { Incoming } from '../pipeline/exchange.js'
import type { Pipeline } from '../pipeline/pipeline.js'

/** What a browser writes there. Reading it as a URL forgives more: tabs, escapes, characters that are left out. */
const HOST = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])(?::\d{0,5})?$/i

/**
 * Any web page can reach a server on the developer's machine, by its address or by a name that it makes point here
 * (DNS rebinding). So the control plane and the pages answer only to names that no foreign site can own: addresses, names without
 * a dot such as localhost or a CI service's, and those under localhost, internal and test.
 */
export function refuseForeignOrigin(host: string | undefined, origin: string | undefined): Refusal | undefined {
  const url = host && HOST.test(host) && URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined
  if (!url) return refuse('invalid_request', { message: 'The Host header is malformed.' })
  const name = url.hostname.replace(/^\[|\]$|\.$/g, '')
  const isLocalName = isIP(name) !== 0 || !name.includes('.') || /\.(?:localhost|internal|test)$/.test(name)
  if (!isLocalName)
    return refuse('forbidden', {
      message:
        'The control plane and the pages do not answer to this Host. Call them by an IP address, localhost, or a name without dots.',
    })
  if (origin !== undefined && origin !== `http://${url.host}` && origin !== `https://${url.host}`)
    return refuse('forbidden', { message: 'The control plane and the pages do not answer to another origin.' })
  return undefined
}

const joinValues = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join() : value)

/** Refuses a request that a foreign website could have made. */
export const refuseForeignRequest = ({ host, origin }: Incoming['headers']): Refusal | undefined =>
  refuseForeignOrigin(joinValues(host), joinValues(origin))

export const guardOrigin = (pipeline: Pipeline): Pipeline => ({
  reject: pipeline.reject,
  handle(incoming) {
    const refusal = refuseForeignRequest(incoming.headers)
    return refusal ? pipeline.reject(incoming, refusal) : pipeline.handle(incoming)
  },
})
