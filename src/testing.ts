export { SandboxError } from './library/control-call.js'
export { type ApiClient, type ApiClientOptions, createApiClient } from './library/testing/api-client.js'
export { type ArtworkOptions, type AudioOptions, fixtures } from './library/testing/media-files.js'
export {
  type FailureOptions,
  receiver,
  type TestReceiver,
  type TestReceiverOptions,
} from './library/testing/receiver.js'
export { type RawBody, sign, verifySignature } from './library/testing/signature.js'
