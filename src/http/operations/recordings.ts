import { refuse } from '../../core/errors.js'
import type { ControlOperations } from '../exchange.js'

// TODO: replaced by the recorder.
export const recordingOperations: Pick<ControlOperations, 'listRequests' | 'getJournal'> = {
  listRequests: { run: () => refuse('internal_error') },
  getJournal: { run: () => refuse('internal_error') },
}
