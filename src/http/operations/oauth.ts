import { TOKEN_LIFETIME } from '../../core/access/access-tokens.js'
import { SECOND } from '../../core/primitives/time.js'
import type { RunningWorld } from '../../runtime/running-world.js'
import { parseKey } from '../pipeline/authentication.js'
import type { OperationOutcome, Reply, V1Operations } from '../pipeline/exchange.js'

const CHALLENGE = { 'WWW-Authenticate': 'Basic realm="mds-sandbox"' }

/** RFC 6749, section 5.2. */
const oauthError = (status: number, error: string, error_description: string, headers = {}): Reply => ({
  status,
  body: { error, error_description },
  headers,
})
const invalidClient = (description: string) => oauthError(401, 'invalid_client', description, CHALLENGE)

/** HTTP Basic credentials, form-encoded as RFC 6749 requires. */
function parseBasicAuth(header: string | undefined): { id: string; secret: string } | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/]+=*) *$/i.exec(header ?? '') ?? []
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? []
  try {
    return id === undefined || secret === undefined
      ? undefined
      : { id: decodeURIComponent(id), secret: decodeURIComponent(secret) }
  } catch {
    return undefined
  }
}

export const oauthOperations: Pick<V1Operations, 'createToken'> = {
  createToken: {
    run({ worlds, body, header, assignWorld }) {
      const { client_id, client_secret } = body
      const authorization = header('authorization')
      if (authorization !== undefined && (client_id !== undefined || client_secret !== undefined))
        return oauthError(
          400,
          'invalid_request',
          'The client is authenticated twice. Use HTTP Basic or the form, not both.',
        )
      const client =
        authorization === undefined ? { id: client_id, secret: client_secret } : parseBasicAuth(authorization)
      if (!client?.id || !client.secret)
        return invalidClient('Send client_id and client_secret, by HTTP Basic or in the form.')
      const credential = parseKey(client.secret)
      if (!credential || client.id !== `client_${credential.tier}_${credential.name}`)
        return invalidClient(
          'The client_id must be client_<tier>_<world> and the client_secret its API key, sk_sandbox_<tier>_<world>.',
        )
      if (credential.tier !== 'enterprise')
        return oauthError(
          400,
          'unauthorized_client',
          'OAuth is available to enterprise organizations only. Use the API key instead.',
        )
      const issueToken = (world: RunningWorld): OperationOutcome => {
        assignWorld(world)
        const token = world.execute({ type: 'issue-token' })
        if (!token.ok) return token
        return {
          status: 200,
          body: { access_token: token.value, token_type: 'Bearer', expires_in: TOKEN_LIFETIME / SECOND },
        }
      }
      const world = worlds.open(credential)
      return world instanceof Promise ? world.then(issueToken) : issueToken(world)
    },
  },
}
