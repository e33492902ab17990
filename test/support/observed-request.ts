import type { ObservedRequest } from '../../src/report/observed-records.js'

/** A successful read, as an observer of clients sees it, with the given differences. */
export const observedRequest = (given: Partial<ObservedRequest> = {}): ObservedRequest => ({
  kind: 'request',
  isControl: false,
  requestId: 'req_1',
  now: 0,
  receivedAt: 0,
  milliseconds: 0,
  method: 'GET',
  target: '/v1/stores',
  headers: '',
  body: undefined,
  upload: undefined,
  operation: 'listStores',
  status: 200,
  code: undefined,
  replayed: false,
  warnings: [],
  responseHeaders: '',
  responseBody: '{}',
  ...given,
})
