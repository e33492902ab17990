import { RefusedError } from '../framework/sandbox-client.js'

/** Standard accounts have no ERN, and the default key is one of a standard account. */
export function explainForbidden(error: unknown): unknown {
  if (error instanceof RefusedError && error.status === 403)
    error.message += '\nUse the key of an enterprise world: --key sk_sandbox_enterprise_demo, or MDS_KEY.'
  return error
}
