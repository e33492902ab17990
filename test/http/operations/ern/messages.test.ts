import { describe, expect, test } from 'vitest'
import { VERSIONS } from '../../../../src/ern/message/versions.js'
import { edit, newRelease, purge, UPC } from '../../../ern/message-builder.js'
import { startSandbox } from '../../../support/test-sandbox.js'
import { advance, describeIssues, ernHeaders, importMessage, listOf, sendMessage } from './ern-client.js'

const { fresh, sandbox } = await startSandbox()
const MESSAGES = '/v1/ern/messages'

const operations: [string, string][] = [
  ['POST', MESSAGES],
  ['GET', MESSAGES],
  ['GET', `${MESSAGES}/ern_1`],
  ['GET', `${MESSAGES}/ern_1/acknowledgement`],
  ['GET', '/v1/releases/rel_seed_01/ern'],
]

test.each(operations)('a standard account gets 403 from %s %s', async (method, path) => {
  const client = fresh('standard')
  // Not even a malformed document or a wrong media type is looked at.
  const body = method === 'POST' ? '<' : undefined
  const { status, body: answer } = await client.send(
    method,
    path,
    { 'x-api-key': client.key, ...(body && { 'content-type': 'text/plain' }) },
    body,
  )
  expect([status, answer.error.code]).toEqual([403, 'forbidden'])
})

describe('receiving', () => {
  test.each(VERSIONS)('a message of version %s becomes a resource', async (version) => {
    const client = fresh('enterprise')
    const xml = newRelease({ version })
    const { status, headers, body } = await sendMessage(client, xml)
    expect(status).toBe(202)
    expect(headers.location).toBe(`${MESSAGES}/${body.id}`)
    expect(headers['x-sandbox-scenario']).toBe('happy-path; source=default')
    expect(body).toMatchObject({
      message_type: 'NewReleaseMessage',
      version,
      message_id: 'MSG-1',
      thread_id: 'THREAD-1',
      sender: { party_id: 'PADPIDA0000000002M', name: 'Blue Heron Distribution' },
      message_created_at: '2026-11-15T12:00:00Z',
      size_bytes: Buffer.byteLength(xml),
      status: 'received',
      outcome: null,
      release_ids: [{ type: 'ICPN', namespace: null, value: UPC }],
      release_id: null,
      resources: [],
      processed_at: null,
    })
    expect((await client.get(headers.location as string)).body).toEqual(body)
    await advance(client, '4m59s')
    expect((await client.get(`${MESSAGES}/${body.id}`)).body.status).toBe('received')
    await advance(client, '1s')
    expect((await client.get(`${MESSAGES}/${body.id}`)).body).toMatchObject({
      status: 'accepted',
      outcome: 'created',
      processed_at: '2025-01-01T00:05:00.000Z',
    })
  })

  test.each(['application/xml', 'text/xml', 'text/xml; charset=utf-8', 'Application/XML'])(
    '%s is accepted',
    async (type) => {
      expect((await sendMessage(fresh('enterprise'), newRelease(), '', { 'content-type': type })).status).toBe(202)
    },
  )

  test('the same bytes from the same sender return the first message, whatever became of it', async () => {
    const client = fresh('enterprise')
    const first = await sendMessage(client, newRelease())
    const again = await sendMessage(client, newRelease())
    expect([again.status, again.body.id, again.headers.location]).toEqual([200, first.body.id, first.headers.location])
    await advance(client, '5m')
    expect((await sendMessage(client, newRelease())).body).toMatchObject({ id: first.body.id, status: 'accepted' })
    expect(await listOf(client, MESSAGES)).toHaveLength(1)
  })

  test('a MessageId can be used by another sender, but not again, even after a rejection', async () => {
    const client = fresh('enterprise')
    const rejected = await importMessage(client, newRelease({ releaseDate: 'soon' }))
    expect(rejected.status).toBe('rejected')
    const reused = await sendMessage(client, newRelease())
    expect(reused.status).toBe(409)
    expect(reused.body.error).toMatchObject({
      code: 'duplicate_submission',
      message: expect.stringContaining(rejected.id),
      details: [
        {
          field: 'NewReleaseMessage/MessageHeader/MessageId',
          issue: `line 5, column 1: MSG-1 is the MessageId of ${rejected.id}`,
        },
      ],
    })
    expect((await sendMessage(client, newRelease({ sender: 'PADPIDA0000000001O' }))).status).toBe(202)
  })
})

describe('refusing', () => {
  const issue = (field: string | undefined, text: string) => ({
    ...(field && { field }),
    issue: expect.stringMatching(text),
  })
  const root = 'NewReleaseMessage'
  const header = `${root}/MessageHeader`
  const cases: [string, string | Buffer, number, string, object[]][] = [
    ['an empty body', '', 400, 'invalid_request', [issue(undefined, '^line 1, column 1: the document is empty')]],
    ['text', 'hello', 400, 'invalid_request', [issue(undefined, '^line 1, column 1: not well-formed')]],
    [
      'a truncated document',
      newRelease().slice(0, 300),
      400,
      'invalid_request',
      [issue(`${header}/MessageSender/PartyId`, '^line 6, column 33: not well-formed')],
    ],
    [
      'a DOCTYPE',
      edit(newRelease(), '<ern:', '<!DOCTYPE x [<!ENTITY a "b">]>\n<ern:'),
      400,
      'invalid_request',
      [issue(undefined, '^line 2, column 1: the document has a DOCTYPE')],
    ],
    [
      'another encoding',
      Buffer.from(edit(newRelease(), 'UTF-8', 'ISO-8859-1')),
      400,
      'invalid_request',
      [issue(undefined, '^line 1, column 1: the XML declaration says ISO-8859-1')],
    ],
    [
      'bytes that are not UTF-8',
      Buffer.concat([Buffer.from('<a>'), Buffer.from([0xff])]),
      400,
      'invalid_request',
      [issue(undefined, '^line 1, column 4: ')],
    ],
    [
      'a document in no namespace',
      `<a>${'<b>'.repeat(100)}`,
      422,
      'validation_failed',
      [issue('a', '^line 1, column 1: the root is in no namespace')],
    ],
    [
      'elements that are nested too deep',
      edit(newRelease(), '<PartyList>', `<PartyList>${'<b>'.repeat(70)}`),
      400,
      'invalid_request',
      [issue(`${root}/PartyList${'/b'.repeat(62)}`, '^line \\d+, column \\d+: elements are nested more than 64 deep')],
    ],
    [
      'ERN 3',
      edit(newRelease(), '/ern/432', '/ern/383'),
      422,
      'validation_failed',
      [
        issue(
          root,
          '^line 2, column 1: the root is in the namespace "http://ddex.net/xml/ern/383". Accepted are .*432',
        ),
      ],
    ],
    [
      'another root',
      newRelease().replaceAll('NewReleaseMessage', 'CatalogListMessage'),
      422,
      'validation_failed',
      [issue('CatalogListMessage', '^line 2, column 1: the root is CatalogListMessage')],
    ],
    [
      'a header without its required parts',
      newRelease()
        .replace(/<MessageId>.*\n/, '')
        .replace(/<PartyId>PADPIDA0000000002M/, '<PartyId>')
        .replace(/<MessageCreatedDateTime>.*\n/, '<MessageCreatedDateTime> </MessageCreatedDateTime>'),
      422,
      'missing_required_field',
      [
        issue(`${header}/MessageId`, '^line 3, column 1: MessageId is missing'),
        issue(`${header}/MessageSender/PartyId`, '^line 5, column 16: is empty'),
        issue(`${header}/MessageCreatedDateTime`, '^line 7, column 1: is empty'),
      ],
    ],
  ]
  test.each(cases)('%s', async (_name, document, status, code, details) => {
    const client = fresh('enterprise')
    const response = await sendMessage(client, document)
    expect([response.status, response.body.error.code]).toEqual([status, code])
    expect(response.body.error.details).toEqual(details)
    expect(await listOf(client, MESSAGES)).toEqual([])
  })

  test.each([
    ['application/json', {}],
    ['application/xml', { 'content-encoding': 'gzip' }],
    ['multipart/form-data; boundary=x', {}],
  ])('the media type %s with %j', async (type, headers) => {
    const { status, body } = await sendMessage(fresh('enterprise'), newRelease(), '', {
      'content-type': type,
      ...headers,
    })
    expect([status, body.error.code]).toEqual([415, 'unsupported_media_type'])
  })

  test('more than 4 MiB', async () => {
    const client = fresh('enterprise')
    const padding = (bytes: number) => edit(newRelease(), '<PartyList>', `<!--${' '.repeat(bytes)}--><PartyList>`)
    const rest = 4 * 1024 * 1024 - Buffer.byteLength(padding(0))
    const { status, body } = await sendMessage(client, padding(rest + 1))
    expect([status, body.error.code, body.error.message]).toEqual([
      413,
      'payload_too_large',
      'The body is larger than 4 MiB (4,194,304 bytes).',
    ])
    expect((await sendMessage(client, padding(rest))).body).toMatchObject({ size_bytes: 4 * 1024 * 1024 })
  })

  test('an unknown delivery, and scenarios that do not exist', async () => {
    const client = fresh('enterprise')
    expect((await sendMessage(client, newRelease(), '?delivery=later')).body.error.details).toMatchObject([
      { field: 'delivery' },
    ])
    const byHeader = await sendMessage(client, newRelease(), '', { 'x-sandbox-scenario': 'ern-rejektion' })
    expect(byHeader.status).toBe(400)
    expect(byHeader.body.error.details).toMatchObject([
      { field: 'X-Sandbox-Scenario', issue: expect.stringContaining('did you mean ern-rejection?') },
    ])
    const byTitle = await sendMessage(client, newRelease().replaceAll('Night Ferry', 'Night Ferry [sandbox:nothing]'))
    expect([byTitle.status, byTitle.body.error.details[0].field]).toEqual([400, 'title'])
  })

  test('other requests are answered while a long message is read', async () => {
    const client = fresh('enterprise')
    const other = fresh('enterprise')
    await other.get('/v1/releases')
    const parties = Array.from({ length: 30_000 }, (_, i) => `<Party><PartyReference>PX${i}</PartyReference></Party>`)
    const sending = sendMessage(client, edit(newRelease(), '</PartyList>', `${parties.join('\n')}</PartyList>`))
    let isAnswered = false
    void sending.then(() => (isAnswered = true))
    let answeredMeanwhile = 0
    while (!isAnswered) {
      await fetch(`${sandbox.url}/v1/releases`, { headers: { 'x-api-key': other.key } }).then((response) =>
        response.text(),
      )
      if (!isAnswered) answeredMeanwhile++
    }
    expect((await sending).status).toBe(202)
    expect(answeredMeanwhile).toBeGreaterThan(5)
  })
})

describe('Idempotency-Key', () => {
  const key = '6f1c2f0e-5a3b-4c8d-9e7f-0a1b2c3d4e5f'
  test('counts the bytes of the message', async () => {
    const client = fresh('enterprise')
    const first = await sendMessage(client, newRelease(), '', { 'idempotency-key': key })
    const retry = await sendMessage(client, newRelease(), '', { 'idempotency-key': key })
    expect([retry.status, retry.text, retry.headers['idempotent-replayed']]).toEqual([202, first.text, 'true'])
    expect(retry.headers.location).toBe(first.headers.location)
    const other = await sendMessage(client, newRelease({ messageId: 'MSG-2' }), '', { 'idempotency-key': key })
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused'])
  })

  test('a refused message can be corrected and sent with its key', async () => {
    const client = fresh('enterprise')
    expect((await sendMessage(client, '<a', '', { 'idempotency-key': key })).status).toBe(400)
    expect((await sendMessage(client, newRelease(), '', { 'idempotency-key': key })).status).toBe(202)
  })
})

describe('reading', () => {
  test('the list has filters and pages', async () => {
    const client = fresh('enterprise')
    const created = await importMessage(client, newRelease())
    const purged = await importMessage(client, purge({ messageId: 'MSG-2' }))
    const rejected = await importMessage(client, purge({ messageId: 'MSG-3' }))
    const waiting = (await sendMessage(client, newRelease({ messageId: 'MSG-4' }))).body
    const idsOf = async (query: string) => (await listOf(client, `${MESSAGES}${query}`)).map(({ id }) => id)
    expect(await idsOf('')).toEqual([waiting.id, rejected.id, purged.id, created.id])
    expect(await idsOf('?status=received')).toEqual([waiting.id])
    expect(await idsOf('?status=accepted&message_type=PurgeReleaseMessage')).toEqual([purged.id])
    expect(await idsOf(`?release_id=${created.release_id}`)).toEqual([purged.id, created.id])
    expect(await idsOf('?release_id=rel_seed_01')).toEqual([])
    const first = (await client.get(`${MESSAGES}?limit=3`)).body
    expect([first.data.length, first.has_more]).toEqual([3, true])
    const rest = (await client.get(`${MESSAGES}?limit=3&cursor=${first.next_cursor}`)).body
    expect(rest.data.map(({ id }: { id: string }) => id)).toEqual([created.id])
    expect((await client.get(`${MESSAGES}?status=late`)).status).toBe(400)
  })

  test('what does not exist is 404', async () => {
    const client = fresh('enterprise')
    for (const path of [`${MESSAGES}/ern_1`, `${MESSAGES}/ern_1/acknowledgement`, '/v1/releases/rel_1/ern'])
      expect((await client.get(path)).status).toBe(404)
    const neighbour = fresh('enterprise')
    const { body } = await sendMessage(neighbour, newRelease())
    expect((await client.get(`${MESSAGES}/${body.id}`)).status).toBe(404)
  })

  test('the acknowledgement exists once the message is processed', async () => {
    const client = fresh('enterprise')
    const { body } = await sendMessage(client, newRelease())
    const early = await client.get(`${MESSAGES}/${body.id}/acknowledgement`)
    expect([early.status, early.body.error.code]).toEqual([409, 'invalid_state'])
    await advance(client, '5m')
    const { status, headers, text } = await client.get(`${MESSAGES}/${body.id}/acknowledgement`)
    expect([status, headers['content-type']]).toEqual([200, 'application/xml'])
    expect(text).toContain('<ReleaseStatus>SuccessfullyIngestedByReleaseDistributor</ReleaseStatus>')
    expect(text).toContain('<MessageStatus>FileOK</MessageStatus>')
    expect((await client.get(`${MESSAGES}/${body.id}/acknowledgement`)).text).toBe(text)
  })

  test('the acknowledgement of a rejection names each status once', async () => {
    const client = fresh('enterprise')
    const message = await importMessage(
      client,
      newRelease({
        releaseDate: 'soon',
        recordings: [{ isrc: 'NONE' }, { isrc: 'NONE2' }],
        releaseType: '<ReleaseType>RingtoneRelease</ReleaseType>',
      }),
    )
    expect(message.status).toBe('rejected')
    const { text } = await client.get(`${MESSAGES}/${message.id}/acknowledgement`)
    expect(text).toContain('<ReleaseStatus>ProcessingErrorAtReleaseDistributor</ReleaseStatus>')
    expect([...text.matchAll(/<MessageStatus[^>]*>(.*)<\/MessageStatus>/g)].map(([, status]) => status).sort()).toEqual(
      ['IdentifierSyntaxInvalid', 'NewReleaseMessageInvalid', 'UserDefined'],
    )
    expect(text).toContain('UserDefinedValue="release_type_unsupported"')
    expect(text).toContain('<ProposedActionType>DoNotResendRelease</ProposedActionType>')
  })

  test('the control plane lists messages with what comes next', async () => {
    const client = fresh('enterprise')
    const { body } = await sendMessage(client, newRelease())
    const [item] = await listOf(client, '/_sandbox/state/ern_messages?q=msg-1&status=received')
    expect(item).toEqual({
      ...body,
      sandbox: {
        scenario: { name: 'happy-path', source: 'default' },
        release_title: null,
        next_steps: [{ due: '2025-01-01T00:05:00.000Z', task: 'process-ern', subject: body.id }],
      },
    })
    expect((await client.get(`/_sandbox/state/ern_messages/${body.id}`)).body.id).toBe(body.id)
  })
})

test('a rejected message has all errors and changes nothing', async () => {
  const client = fresh('enterprise')
  const before = await listOf(client, '/v1/releases?limit=100')
  const message = await importMessage(
    client,
    newRelease({
      artists: '<DisplayArtist><ArtistPartyReference>P9</ArtistPartyReference></DisplayArtist>',
      recordings: [{ isrc: 'X' }],
    }),
  )
  expect(message).toMatchObject({
    status: 'rejected',
    outcome: null,
    release_id: null,
    resources: [],
    delivery_ids: [],
  })
  expect(describeIssues(message)).toEqual(
    expect.arrayContaining([
      'isrc_invalid ResourceList/SoundRecording/SoundRecordingEdition/ResourceId/ISRC',
      'reference_dangling ReleaseList/Release/DisplayArtist/ArtistPartyReference',
    ]),
  )
  expect(message.error_count).toBeGreaterThan(1)
  expect(await listOf(client, '/v1/releases?limit=100')).toEqual(before)
})

test('the event of a message has its outcome', async () => {
  const client = fresh('enterprise')
  const message = await importMessage(client, newRelease())
  const [event] = await listOf(client, '/_sandbox/events?event_type=ern.message.processed')
  expect(event.data).toEqual({
    ern_message_id: message.id,
    message_id: 'MSG-1',
    message_type: 'NewReleaseMessage',
    status: 'accepted',
    outcome: 'created',
    release_id: message.release_id,
    error_count: 0,
    warning_count: message.warning_count,
  })
  const standard = fresh('standard')
  const refused = await standard.post('/v1/webhooks', {
    url: 'http://127.0.0.1:9/x',
    event_type: ['asset.ready', 'ern.message.processed'],
  })
  expect([refused.status, refused.body.error.message]).toEqual([
    403,
    'ern.message.processed is for enterprise accounts only.',
  ])
})

test('a body of another operation keeps its limit', async () => {
  const client = fresh('enterprise')
  const { status, body } = await client.send(
    'POST',
    '/v1/releases',
    ernHeaders(client, { 'content-type': 'application/json' }),
    `"${'x'.repeat(1024 * 1024)}"`,
  )
  expect([status, body.error.message]).toEqual([413, 'The body is larger than 1 MiB (1,048,576 bytes).'])
})
