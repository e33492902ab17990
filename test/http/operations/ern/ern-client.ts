import { createHash } from 'node:crypto'
import type { ApiResponse, Client } from '../../../support/test-sandbox.js'

export const ernHeaders = ({ key }: Client, headers: Record<string, string> = {}): Record<string, string> => ({
  'x-api-key': key,
  'content-type': 'application/xml',
  ...headers,
})

/** Sends a message. `query` starts with `?`. */
export const sendMessage = (
  client: Client,
  xml: string | Buffer,
  query = '',
  headers: Record<string, string> = {},
): Promise<ApiResponse> => client.send('POST', `/v1/ern/messages${query}`, ernHeaders(client, headers), xml)

export const advance = async (client: Client, duration: string) =>
  (await client.post('/_sandbox/clock/advance', { duration })).body

/** Sends a message and processes it. */
export async function importMessage(
  client: Client,
  xml: string | Buffer,
  query = '',
  headers: Record<string, string> = {},
): Promise<ApiResponse['body']> {
  const { status, body, text } = await sendMessage(client, xml, query, headers)
  if (status !== 202) throw new Error(`The message was not received: ${status} ${text}`)
  await advance(client, '5m')
  return (await client.get(`/v1/ern/messages/${body.id}`)).body
}

/** The data of a list. */
export const listOf = async (client: Client, path: string): Promise<ApiResponse['body'][]> =>
  (await client.get(path)).body.data

/** Uploads the content of an asset, and processes it. */
export async function upload(client: Client, assetId: string, content: Buffer): Promise<void> {
  const { status, text } = await client.send(
    'PUT',
    `/v1/assets/${assetId}/content`,
    { 'x-api-key': client.key, 'content-type': 'application/octet-stream' },
    content,
  )
  if (status !== 200) throw new Error(`The upload was refused: ${status} ${text}`)
  await advance(client, '2m')
}

/** An asset that is ready. */
export async function readyAsset(client: Client, filename: string, content: Buffer): Promise<string> {
  const isArtwork = /\.(?:jpg|png)$/.test(filename)
  const extension = filename.split('.').at(-1) as 'wav' | 'flac' | 'jpg' | 'png'
  const contentTypes = { wav: 'audio/wav', flac: 'audio/flac', jpg: 'image/jpeg', png: 'image/png' }
  const created = await client.post('/v1/assets', {
    type: isArtwork ? 'artwork' : 'audio',
    filename,
    content_type: contentTypes[extension],
  })
  await upload(client, created.body.id, content)
  return created.body.id
}

export const hashOf = (algorithm: 'md5' | 'sha1' | 'sha256', content: Buffer, encoding: 'hex' | 'base64' = 'hex') =>
  createHash(algorithm).update(content).digest(encoding)

/** `code path`, without the root. */
export const describeIssues = ({ issues }: ApiResponse['body']): string[] =>
  issues.map(({ code, path }: { code: string; path: string }) =>
    `${code} ${path.replace(/^(?:New|Purge)ReleaseMessage\/?/, '')}`.trim(),
  )
