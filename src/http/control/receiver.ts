import { refuse } from '../../core/primitives/result.js'
import { SIGNATURE_HEADER } from '../../webhooks/signature.js'
import type { ControlOperations } from '../pipeline/exchange.js'

/** A webhook receiver without state: the event log holds what it answered. */
export const receiverOperations: Pick<ControlOperations, 'receiveEvent'> = {
  receiveEvent: {
    run({ path: { mode }, body: { id, event_type }, header }) {
      if (mode === 'fail' && event_type !== 'ping')
        return refuse('service_unavailable', { message: 'The built-in receiver fails on demand.' })
      const signature = header(SIGNATURE_HEADER.toLowerCase()) ?? null
      return { status: 200, body: { received: id, event_type, signature } }
    },
  },
}
