import { isIP } from 'node:net'
import { type Refusal, refuse } from '../../core/primitives/result.js'
import type { Incoming } from '../pipeline/exchange.js'
import type { Pipeline } from '../pipeline/pipeline.js'

/** The form in which browsers send Host. The URL parser alone would accept tabs, escapes and ignored characters. */
const HOST = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])(?::\d{0,5})?$/i

/**
 * Any website can send requests to a server on the developer's machine, by its address or by a DNS name that it points
 * there (DNS rebinding). The control plane and the pages therefore accept only hosts that no website can own: IP addresses,
 * names without a dot, and names under localhost, internal and test.
 */
export function refuseForeignOrigin(host: string | undefined, origin: string | undefined): Refusal | undefined {
  const url = host && HOST.test(host) && URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined
  if (!url) return refuse('invalid_request', { message: 'The Host header is malformed.' })
  const name = url.hostname.replace(/^\[|\]$|\.$/g, '')
  const isLocalName = isIP(name) !== 0 || !name.includes('.') || /\.(?:localhost|internal|test)$/.test(name)
  if (!isLocalName)
    return refuse('forbidden', {
      message:
        'The control plane and the pages refuse this Host, because a website could own it. Use an IP address, localhost, or a name without dots.',
    })
  if (origin !== undefined && origin !== `http://${url.host}` && origin !== `https://${url.host}`)
    return refuse('forbidden', {
      message: 'The control plane and the pages refuse requests from other origins. Open them directly.',
    })
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
