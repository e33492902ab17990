import { SIGNATURE_HEADER } from '../../../webhooks/signature.js'
import type { ControlOperations } from '../../pipeline/exchange.js'

/**
 * A webhook receiver without state: the event log of the world holds what it answered. So the answer depends on the request
 * alone. A request id in it would differ while a dashboard is open.
 */
export const receiverOperations: Pick<ControlOperations, 'receiveEvent'> = {
  receiveEvent: {
    run({ path: { mode }, body: { id, event_type }, header }) {
      const accepted = mode === 'accept' || event_type === 'ping'
      const signature = header(SIGNATURE_HEADER.toLowerCase()) ?? null
      return { status: accepted ? 200 : 503, body: { accepted, received: id, event_type, signature } }
    },
  },
}
