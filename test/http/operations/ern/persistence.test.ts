import { expect, test } from 'vitest'
import { parseJournal } from '../../../../src/cli/rerun/parse-journal.js'
import { rerunJournal } from '../../../../src/cli/rerun/rerun-journal.js'
import { createSandbox, type Sandbox } from '../../../../src/composition/create-sandbox.js'
import { channel, deal, newRelease, purge, titles } from '../../../ern/message-builder.js'
import { copyDirectory } from '../../../support/data-directories.js'
import { jpeg, wav } from '../../../support/media-files.js'
import { createTemporaryDirectory } from '../../../support/temporary-directory.js'
import { type ApiResponse, type Client, createClientFor, startSandbox } from '../../../support/test-sandbox.js'
import { hashOf, sendMessage } from './ern-client.js'

const HOST = { host: 'mds.test' }

/** Sends messages of every kind, and returns every response. */
async function runStory(client: Client): Promise<ApiResponse[]> {
  const responses: ApiResponse[] = []
  const note = async (calling: Promise<ApiResponse>) => {
    const response = await calling
    responses.push(response)
    return response
  }
  const send = (xml: string | Buffer, query = '', headers = {}) => note(sendMessage(client, xml, query, headers))
  const advance = (duration: string) => note(client.post('/_sandbox/clock/advance', { duration }))
  const created = '2024-12-01T00:00:00Z'
  const hash = { algorithm: 'MD5', value: hashOf('md5', wav()) }
  const first = newRelease({ created, recordings: [{ hash }], deals: deal({ extra: channel('store_lumenwave') }) })
  const { body } = await send(first)
  await send(first)
  await send('<a')
  await send(newRelease({ created, messageId: 'BAD', releaseDate: 'x' }))
  await send(
    Buffer.from(
      `\ufeff${newRelease({ created, messageId: 'WIDE', title: titles('夜') }).replace('UTF-8', 'UTF-16')}`,
      'utf16le',
    ),
    '?delivery=none',
    { 'x-sandbox-scenario': 'ern-rejection' },
  )
  await advance('5m')
  const { resources, release_id } = (await note(client.get(`/v1/ern/messages/${body.id}`))).body
  for (const [i, content] of [wav(), jpeg(3000)].entries()) {
    const path = `/v1/assets/${resources[i].asset_id}/content`
    await note(client.send('PUT', path, { 'x-api-key': client.key, ...HOST }, content))
    await advance('2m')
  }
  await advance('3h')
  await note(client.get(`/v1/releases/${release_id}/ern`))
  await send(newRelease({ created: '2024-12-02T00:00:00Z', messageId: 'END', recordings: [{ hash }], deals: null }))
  await advance('5m')
  await send(purge({ created: '2024-12-03T00:00:00Z', messageId: 'PURGE' }))
  await advance('5m')
  for (const { id } of (await note(client.get('/v1/ern/messages'))).body.data)
    await note(client.get(`/v1/ern/messages/${id}/acknowledgement`))
  await send(newRelease({ created: '2024-12-04T00:00:00Z', messageId: 'LAST' }))
  return responses
}

const bytesOf = (responses: ApiResponse[]) =>
  responses.map(({ status, text, headers: { date: _date, ...headers } }) => [status, headers, text])

test('the same messages give the same bytes', async () => {
  const runs = []
  for (let i = 0; i < 2; i++) {
    const { client } = await startSandbox({ seed: 5 })
    runs.push(bytesOf(await runStory(client('sk_sandbox_enterprise_same'))))
  }
  expect(runs[1]).toEqual(runs[0])
})

test.each(['manual', 'live'] as const)('a rerun with a %s clock sends the same messages', async (clock) => {
  const { fresh } = await startSandbox({ clock })
  const client = fresh('enterprise')
  const responses = await runStory(client)
  const journal = parseJournal((await client.get('/_sandbox/journal')).text, 'the journal')
  expect(journal.header.complete).toBe(true)
  expect(await rerunJournal(journal)).toEqual({
    requests: responses.length,
    changed: [],
    attempts: { unrecorded: [], missed: [] },
  })
})

test('the journal of a message can be read request by request', async () => {
  const { fresh } = await startSandbox()
  const client = fresh('enterprise')
  const xml = newRelease()
  const { headers } = await sendMessage(client, xml)
  const { body } = await client.get(`/_sandbox/requests/${headers['x-request-id']}`)
  expect([body.request.body, body.status]).toEqual([xml, 202])
  expect(body.changes).toEqual([
    { collection: 'ern_messages', id: expect.any(String), change: 'created', to: 'received' },
  ])
})

test('messages survive a crash and a restart', async () => {
  const data = createTemporaryDirectory()
  const open: Sandbox[] = []
  const start = async (directory: string) => {
    const sandbox = await createSandbox({ clock: 'manual', data: directory })
    open.push(sandbox)
    return createClientFor(sandbox, 'sk_sandbox_enterprise_data')
  }
  const read = async (client: Client) => {
    const paths = ['ern/messages', 'releases', 'tracks', 'assets', 'deliveries'].map((name) => `/v1/${name}?limit=100`)
    const seen = []
    for (const path of [...paths, '/_sandbox/agenda', '/_sandbox/events?limit=100'])
      seen.push((await client.get(path, HOST)).body)
    return seen
  }
  const client = await start(data)
  await runStory(client)
  const before = await read(client)
  const crashed = await start(copyDirectory(data))
  expect(await read(crashed)).toEqual(before)
  await open[0]?.close()
  const restarted = await start(data)
  expect(await read(restarted)).toEqual(before)
  // What is still to be processed is processed after the restart, in the same way.
  for (const api of [crashed, restarted]) await api.post('/_sandbox/clock/advance', { duration: '100h' })
  expect(await read(restarted)).toEqual(await read(crashed))
  expect((await restarted.get('/v1/ern/messages?limit=1')).body.data[0]).toMatchObject({
    message_id: 'LAST',
    status: 'accepted',
  })
  for (const sandbox of open) await sandbox.close()
})
