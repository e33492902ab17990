import { describe, expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../../src/composition/create-sandbox.js'
import { closeAfterTests } from '../support/close-after-test.js'
import { formatRequest, sendRaw } from '../support/raw-http.js'
import { validRelease } from '../support/test-sandbox.js'

const sandbox = closeAfterTests(await createSandbox({ clock: 'manual' }))
const world = sandbox.world('enterprise', 'mine')

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Body = any
const get = async (path: string, of = world): Promise<{ status: number; body: Body }> => {
  const answer = await of.fetch(path)
  return { status: answer.status, body: await answer.json() }
}

/** Every list, with more than one page. */
const statement = (await get('/v1/statements?limit=1')).body.data[0].id
const LISTS = [
  '/v1/releases',
  '/v1/releases?status=draft',
  '/v1/tracks',
  '/v1/tracks?release_id=rel_seed_01',
  '/v1/assets',
  '/v1/assets?type=audio',
  '/v1/stores',
  '/v1/stores?territory=DE',
  '/v1/royalties',
  '/v1/statements',
  `/v1/statements/${statement}/line-items`,
  '/_sandbox/requests',
]
const paged = (list: string, query: string) => `${list}${list.includes('?') ? '&' : '?'}${query}`
const cursors = new Map<string, string>()
for (const list of LISTS) {
  const { body } = await get(paged(list, 'limit=1'))
  if (body.next_cursor !== null) cursors.set(list, body.next_cursor)
}
const cursor = cursors.get('/v1/releases') as string
const refusalOf = async (list: string, forged: string, of = world) => {
  const { status, body } = await get(paged(list, `limit=1&cursor=${forged}`), of)
  return [forged, status, body.error?.code]
}
const REFUSED = (forged: string) => [forged, 400, 'invalid_cursor']

describe('a cursor is refused', () => {
  test('with any bit flipped', async () => {
    const bytes = Buffer.from(cursor, 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes)
      flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7))
      const forged = flipped.toString('base64url')
      expect(await refusalOf('/v1/releases', forged)).toEqual(REFUSED(forged))
    }
  })

  test('truncated, extended or in another encoding', async () => {
    const FORGED = [
      ...Array.from(cursor, (_, i) => cursor.slice(0, i)).slice(1),
      ...Array.from(cursor, (_, i) => cursor.slice(i + 1)).slice(0, -1),
      `${cursor}A`,
      `${cursor}AAAA`,
      `${cursor}=`,
      `${cursor}==`,
      `A${cursor}`,
      `${cursor}${cursor}`,
      `%20${cursor}`,
      `${cursor}%20`,
      `${cursor}%0A`,
      `${cursor}%00`,
      `${cursor}.`,
      `${cursor}%F0%9F%92%A3`,
      cursor.toUpperCase(),
      cursor.toLowerCase(),
      [...cursor].reverse().join(''),
      encodeURIComponent(Buffer.from(cursor).toString('base64')),
      encodeURIComponent(Buffer.from('{"position":0}').toString('base64')),
      'A'.repeat(24),
      '_'.repeat(24),
      '-'.repeat(24),
      'A'.repeat(100),
      '0',
      '-1',
      'null',
      'undefined',
      '__proto__',
      '[object%20Object]',
      '..%2F..%2Fetc%2Fpasswd',
      "'%20OR%201=1--",
    ].filter((forged) => forged !== cursor)
    for (const forged of FORGED) expect(await refusalOf('/v1/releases', forged)).toEqual(REFUSED(forged))
  })

  test('longer than the contract allows', async () => {
    const [, status, code] = await refusalOf('/v1/releases', 'A'.repeat(10_000))
    expect([status, code]).toEqual([400, 'invalid_request'])
  })

  test('twice, or as a list or an object', async () => {
    for (const query of [`cursor=${cursor}&cursor=${cursor}`, 'cursor=', 'cursor'])
      expect((await get(`/v1/releases?${query}`)).status).toBe(400)
    // These are unknown query parameters.
    for (const query of [`cursor[]=${cursor}`, `cursor[a]=${cursor}`])
      expect((await get(`/v1/releases?${query}`)).status).toBe(200)
  })

  test('in any other list, or with any other filter', async () => {
    expect(cursors.size).toBeGreaterThan(8)
    for (const [list, own] of cursors) {
      expect([list, (await get(paged(list, `limit=1&cursor=${own}`))).status]).toEqual([list, 200])
      for (const other of LISTS)
        if (other !== list) expect([list, ...(await refusalOf(other, own))]).toEqual([list, ...REFUSED(own)])
    }
  })

  test('in another world, whatever its name, its tier or its seed', async () => {
    const other = await createSandbox({ listen: false, clock: 'manual', seed: 2 })
    onTestFinished(() => other.close())
    for (const stranger of [
      sandbox.world('enterprise', 'other'),
      sandbox.world('standard', 'mine'),
      other.world('enterprise', 'mine'),
    ])
      for (const [list, own] of cursors)
        if (!list.includes('line-items')) expect(await refusalOf(list, own, stranger)).toEqual(REFUSED(own))
  })

  test('but not after a reset that leaves it past the end of the list', async () => {
    const fuller = sandbox.world('standard', 'fuller')
    const headers = { 'content-type': 'application/json' }
    for (let i = 0; i < 5; i++)
      await fuller.fetch('/v1/releases', { method: 'POST', headers, body: JSON.stringify(validRelease) })
    await fuller.clock.advance('200d')
    const later = new Map<string, string>()
    for (const list of ['/v1/releases', '/v1/royalties', '/v1/statements', '/_sandbox/requests']) {
      let next: string | null = null
      for (let pages = 0; pages < 5; pages++) {
        next = (await get(paged(list, `limit=3${next ? `&cursor=${next}` : ''}`), fuller)).body.next_cursor ?? next
        if (next) later.set(list, next)
      }
    }
    await fuller.reset()
    expect(later.size).toBe(4)
    for (const [list, own] of later) {
      const { status, body } = await get(paged(list, `limit=3&cursor=${own}`), fuller)
      expect([list, status, Array.isArray(body.data)]).toEqual([list, 200, true])
    }
  })
})

describe('a credential opens only its own world:', () => {
  const issue = async (of: typeof world, from = sandbox) => {
    const body = `grant_type=client_credentials&client_id=client_enterprise_${of.name}&client_secret=${of.apiKey}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await from.fetch('/v1/oauth/token', { method: 'POST', headers, body })
    return ((await answer.json()) as { access_token: string }).access_token
  }
  const bearer = async (token: string) =>
    (await sandbox.fetch('/v1/releases', { headers: { authorization: `Bearer ${token}` } })).status

  test('a token changed at any position is refused', async () => {
    const token = await issue(world)
    expect(await bearer(token)).toBe(200)
    const WITHIN = token.lastIndexOf('_') + 1
    for (let i = WITHIN; i < token.length; i++) {
      const other = token[i] === 'a' ? 'b' : 'a'
      expect(await bearer(`${token.slice(0, i)}${other}${token.slice(i + 1)}`)).toBe(401)
    }
    for (const forged of [
      token.slice(0, -1),
      `${token}0`,
      token.toUpperCase(),
      token.replace('enterprise', 'standard'),
      token.replace('mine', 'other'),
      token.replace('mine', 'min'),
      `at_sandbox_enterprise_mine_${'0'.repeat(21)}`,
      `${token},${token}`,
      `${token} x`,
    ])
      expect([forged, await bearer(forged)]).toEqual([forged, 401])
  })

  test('a token of another sandbox, from before a reset, or expired is refused', async () => {
    const other = await createSandbox({ listen: false, clock: 'manual', seed: 7 })
    onTestFinished(() => other.close())
    expect(await bearer(await issue(other.world('enterprise', 'mine'), other))).toBe(401)
    const token = await issue(world)
    await world.clock.advance('59m59s')
    expect(await bearer(token)).toBe(200)
    await world.clock.advance('1s')
    expect(await bearer(token)).toBe(401)
    const next = await issue(world)
    await world.reset()
    expect(await bearer(next)).toBe(401)
  })

  test('malformed keys are refused and create no world', async () => {
    const worlds = async () => (await get('/_sandbox/worlds')).body.data.length
    const before = await worlds()
    const KEYS = [
      'sk_sandbox_standard_',
      'sk_sandbox_standard_-a',
      'sk_sandbox_standard_A',
      'sk_sandbox_standard_a_b',
      'sk_sandbox_standard_a.b',
      'sk_sandbox_standard_../a',
      'sk_sandbox_standard_..%2fa',
      'sk_sandbox_standard_a/b',
      'sk_sandbox_standard_a\\b',
      'sk_sandbox_standard___proto__',
      'sk_sandbox_standard_a\tb',
      'sk_sandbox_standard_a b',
      'sk_sandbox_standard_a, sk_sandbox_standard_b',
      'sk_sandbox_standard_\xe4',
      `sk_sandbox_standard_${'a'.repeat(64)}`,
      `sk_sandbox_standard_${'a'.repeat(10_000)}`,
      'sk_sandbox_premium_a',
      'sk_sandbox__a',
      'SK_SANDBOX_STANDARD_a',
      'xsk_sandbox_standard_a',
      '__proto__',
      'constructor',
      'null',
      '{}',
      '*',
      '',
    ]
    for (const key of KEYS)
      for (const headers of [[['X-API-Key', key]], [['Authorization', `Bearer ${key}`]]] as const) {
        const lines = [['Host', 'a'], ...headers, ['Connection', 'close']] as const
        const [answer] = await sendRaw(sandbox.port, formatRequest('GET /v1/releases', lines))
        expect([key, answer?.status, answer?.code]).toEqual([key, 401, 'unauthorized'])
      }
    expect(await worlds()).toBe(before)
  })

  test('an id of another world is not found', async () => {
    const headers = { 'content-type': 'application/json' }
    const made = await world.fetch('/v1/releases', { method: 'POST', headers, body: JSON.stringify(validRelease) })
    const { id } = (await made.json()) as { id: string }
    for (const stranger of [sandbox.world('standard', 'mine'), sandbox.world('enterprise', 'other')]) {
      expect((await get(`/v1/releases/${id}`, stranger)).status).toBe(404)
      expect((await get(`/v1/tracks?release_id=${id}`, stranger)).body.data ?? []).toEqual([])
    }
  })
})
