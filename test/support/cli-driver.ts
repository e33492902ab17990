import type { Sandbox } from '../../src/composition/create-sandbox.js'
import { runCli } from './cli.js'

/** The command line and the API of one world of a running sandbox. */
export function createCliDriver(sandbox: Sandbox, key: string) {
  const env = { MDS_URL: sandbox.url, MDS_KEY: key }
  // biome-ignore lint/suspicious/noExplicitAny: responses of every shape
  const api = async (method: string, path: string, body?: unknown): Promise<any> => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const response = await fetch(`${sandbox.url}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return text === '' ? undefined : JSON.parse(text)
  }
  return {
    key,
    api,
    start: (...args: string[]) => runCli(args, env),
    /** Runs a command and returns its output and exit code. */
    cli: (...args: string[]) => runCli(args, env).ended,
    /** A release with a delivery in progress. */
    async deliver(store_ids = ['store_lumenwave']): Promise<string> {
      const artists = [{ name: 'Mira Solane', role: 'main' }]
      const release = { title: 'Drive', artists, release_date: '2030-01-01' }
      const { id: release_id } = await api('POST', '/v1/releases', release)
      await api('PATCH', `/v1/releases/${release_id}`, { artwork_asset_id: 'ast_seed_artwork_01' })
      await api('POST', '/v1/tracks', { release_id, title: 'Drive', audio_asset_id: 'ast_seed_audio_01' })
      await api('POST', `/v1/releases/${release_id}/submit`)
      return (await api('POST', '/v1/deliveries', { release_id, store_ids, territory_codes: ['DE'] })).id
    },
  }
}
