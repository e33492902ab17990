import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { parseJournal } from '../../../src/cli/rerun/parse-journal.js'
import { rerunJournal } from '../../../src/cli/rerun/rerun-journal.js'
import { runAllSteps } from '../../../src/core/primitives/steps.js'
import { createRedactor, findSecrets } from '../../../src/http/logging/redaction.js'
import { listen } from '../../../src/http/server/listen.js'
import { startSandbox, validRelease } from '../../support/test-sandbox.js'

const redactorFor = (secrets: string[]) => {
  const { redactText, redactBody } = runAllSteps(createRedactor(secrets))
  return { redactText, redactBody: (body: string) => runAllSteps(redactBody(body)) }
}
const secretsIn = (body: string) => runAllSteps(findSecrets(body))

describe('redaction removes', () => {
  const { redactText, redactBody } = redactorFor(['Hunter2 "and" more'])
  const TEXTS: [what: string, given: string, told: string][] = [
    ['keys', 'key sk_sandbox_standard_job-42!', 'key sk_sandbox_***!'],
    ['tokens', '"at_sandbox_enterprise_demo_0haepqt09ba4i00k0tuba"', '"at_sandbox_***"'],
    ['signing secrets', 'whsec_abc', '*********'],
    ['fields that are secret', '{"secret" : "abc","title":"abc"}', '{"secret" : "***","title":"abc"}'],
    ['secrets that are escaped', '{"secret":"a\\"b\\u00e9"}', '{"secret":"****"}'],
    ['names that end like one', '?x-api-key=abc&my_Token=abc&tokens=3', '?x-api-key=***&my_Token=***&tokens=3'],
    ['names in escapes', '?api%5Fkey=abc&to%6ben=abc', '?api%5Fkey=***&to%6ben=***'],
    ['forms', 'grant_type=x&client_secret=abc&b=1', 'grant_type=x&client_secret=***&b=1'],
    ['users of URLs', '{"url":"http://me:pw@host/a"}', '{"url":"http://*****@host/a"}'],
    [
      'what queries and fragments say',
      '"https://host/a?token=abc&x&y=#frag","next"',
      '"https://host/a?token=***&*&y=#****","next"',
    ],
    ['escaped URLs', '"http:\\/\\/host\\/a?k=v"', '"http:\\/\\/host\\/a?k=*"'],
    [
      'tokens in paths',
      '"https://hooks.chat.example/services/T024BE7LD/x/2o3Yd8BcFh5JkQw9Lm1NpRsT"',
      '"https://hooks.chat.example/services/*********/x/************************"',
    ],
    ['ids in paths', 'http:\\/\\/host\\/550e8400-e29b-41d4-a716-446655440000', `http:\\/\\/host\\/${'*'.repeat(36)}`],
    ['known secrets', 'It is Hunter2 "and" more.', 'It is ******************.'],
    ['known secrets in JSON', '{"a":"Hunter2 \\"and\\" more"}', '{"a":"******************"}'],
    ['known secrets in a path', '/v1/x?q=Hunter2%20%22and%22%20more', '/v1/x?q=******************'],
  ]
  for (const [what, given, told] of TEXTS)
    test(what, () => {
      expect(redactText(given)).toBe(told)
      expect(redactText(told)).toBe(told)
    })

  test('secrets that are escaped in a body', () => {
    expect(redactBody('{"s\\u0065cret":["abc",{"x":12}],"title":"abc"}')).toBe(
      '{"secret":["***",{"x":0}],"title":"abc"}',
    )
    expect(redactBody('{"sk_sandbox_standard_a":1}')).toBe('{"sk_sandbox_***":1}')
    expect(redactBody('{"secret":"abc", broken')).toBe('{"secret":"***", broken')
  })

  test('no ordinary words that happen to be a secret', () => {
    const { redactText } = redactorFor(['releases', 'a'])
    expect(redactText('/v1/releases')).toBe('/v1/releases')
  })

  test('nothing from text without secrets', () => {
    const plain =
      '{ "title" : "A secret, ***",  "url":"https://host/webhooks-for/mds_2025/ast_0haepqt09ba4i00k0tuba/content" }'
    expect([redactText(plain), redactBody(plain)]).toEqual([plain, plain])
  })

  test('known secrets that overlap, contain each other, or are long', () => {
    const long = `L0ng${'x'.repeat(5000)}`
    const { redactText } = redactorFor(['Secret01', 'Secret01-and-more', '01-Other9', 'et01-And', long])
    expect(redactText('a Secret01 b')).toBe('a ******** b')
    expect(redactText('a Secret01-and-more b')).toBe(`a ${'*'.repeat(17)} b`)
    expect(redactText('a Secret01-Other9 b')).toBe(`a ${'*'.repeat(15)} b`)
    expect(redactText('a Secret01-and-mor b')).toBe('a ********-and-mor b')
    expect(redactText(`a ${long}${long} b`)).toBe(`a ${'*'.repeat(10_008)} b`)
    expect(redactText('Secret01Secret01')).toBe('*'.repeat(16))
  })

  test('a secret with half of a surrogate pair', () => {
    expect(redactorFor(['Secret01\ud800']).redactText('a Secret01\ud800')).toBe('a *********')
  })

  test('secrets in linear time', () => {
    const before = process.cpuUsage()
    for (const piece of [
      'http://',
      '"secret":"',
      '"secret":"\\',
      'sk_sandbox_',
      '&token=',
      'at_sandbox_standard_a_',
      '@',
    ])
      redactText(piece.repeat(1_000_000 / piece.length))
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(3000)
  })
})

/** Counts steps instead of time: each step is short, so a linear number of steps is a linear duration. */
function countSteps(steps: Generator): number {
  let count = 1
  while (!steps.next().done) count++
  return count
}

test('many secrets in one body are found and removed in many short steps', () => {
  const bodyWith = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`a${i}_token`, `Secret${i}Value`])))
  const stepsFor = (count: number) => {
    const body = bodyWith(count)
    const secrets = secretsIn(body)
    expect(secrets).toHaveLength(count)
    const redactor = runAllSteps(createRedactor(secrets))
    expect(runAllSteps(redactor.redactBody(body))).not.toContain('Value')
    return [countSteps(findSecrets(body)), countSteps(createRedactor(secrets)), countSteps(redactor.redactBody(body))]
  }
  const [few, many] = [stepsFor(5000), stepsFor(20_000)] as [number[], number[]]
  for (const [i, steps] of many.entries()) {
    expect(steps).toBeGreaterThan(20)
    expect(steps / (few[i] as number)).toBeLessThan(6)
  }
})

test('finds the secrets in JSON and form bodies', () => {
  expect(secretsIn('{"url":"https://chat.example/hook/2o3Yd8BcFh5J/v1"}')).toEqual(['2o3Yd8BcFh5J'])
  expect(secretsIn('{"a":{"client_secret":"x y","secret":5}}')).toEqual(['x y', '5'])
  expect(secretsIn('client_secret=x+y%21&client_id=z')).toEqual(['x y!'])
  expect(secretsIn('client_secret=sk_sandbox_enterprise_demo')).toEqual([])
})

test('the journal and the request log contain no secret', async () => {
  const { fresh } = await startSandbox()
  const api = fresh('enterprise')
  const name = api.key.split('_').at(-1)
  const PLANTED = ['Pl4nted-own', 'Pl4nted-query', 'Pl4nted-user', 'Pl4nted-basic', 'Pl4nted-wrong', 'Pl4nted-changed']
  const [own, query, user, basic, wrong, changed] = PLANTED as [string, string, string, string, string, string]
  const seen: string[] = [api.key, ...PLANTED]

  // A receiver that has its secret in its URL, and repeats whatever it is told.
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => response.end(`${request.url} ${JSON.stringify(request.headers)} ${own} ${body}`))
  })
  const url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}/hook?key=${query}#${query}`
  const hook = (more: object) => api.post('/v1/webhooks', { url, event_type: 'asset.ready', ...more })
  const mine = (await hook({ secret: own })).body
  const made = (await hook({})).body
  seen.push(made.secret.slice('whsec_'.length))
  await hook({ url: `http://${user}:${user}@127.0.0.1/` })
  await hook({ secret: [own], note: own })
  await api.patch(`/v1/webhooks/${mine.id}`, { secret: changed })
  await api.post('/v1/releases', { ...validRelease, title: `About ${own} and ${api.key}` })
  await api.get(`/v1/releases?token=${wrong}&api_key=${api.key}&cursor=${own}`)
  await api.get('/v1/releases', { authorization: `Bearer ${api.key}` })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const grant = `grant_type=client_credentials&client_id=client_enterprise_${name}&client_secret=`
  const token = (await api.send('POST', '/v1/oauth/token', form, `${grant}${api.key}`)).body.access_token
  seen.push(token)
  const credentials = Buffer.from(`client_enterprise_${name}:${basic}`).toString('base64')
  seen.push(credentials)
  await api.send('POST', '/v1/oauth/token', { ...form, 'x-api-key': api.key }, `${grant}${wrong}`)
  await api.send(
    'POST',
    '/v1/oauth/token',
    { ...form, 'x-api-key': api.key, authorization: `Basic ${credentials}` },
    'grant_type=client_credentials',
  )
  await api.send('GET', '/v1/webhooks', { authorization: `Bearer ${token}` })
  await api.post('/_sandbox/simulate/asset', { asset_id: 'ast_seed_audio_01', outcome: 'ready' })
  const { id } = (await api.post('/v1/assets', { type: 'audio', filename: `${own}.wav`, content_type: 'audio/wav' }))
    .body
  await api.post('/_sandbox/simulate/asset', { asset_id: id, outcome: 'ready' })
  await api.post('/_sandbox/clock/advance', { duration: '1h' })
  await api.get(`/v1/webhooks/${mine.id}/events`)

  const journal = (await api.get('/_sandbox/journal')).text
  server.close()
  expect(journal.split('\n').length).toBeGreaterThan(20)
  expect(journal).toContain('***')
  expect(seen.filter((secret) => journal.includes(secret))).toEqual([])
  // It can be played all the same.
  expect(await rerunJournal(parseJournal(journal, 'it'))).toMatchObject({
    changed: [],
    attempts: { unrecorded: [], missed: [] },
  })
  const log = (await api.get('/_sandbox/requests')).text
  expect([api.key, token, wrong].filter((secret) => log.includes(secret))).toEqual([])
})
