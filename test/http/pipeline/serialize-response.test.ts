import { expect, test } from 'vitest'
import { hasOnlySerializedRows, serializeBody } from '../../../src/http/pipeline/serialize-response.js'
import { startSandbox, validRelease } from '../../support/test-sandbox.js'

const { fresh } = await startSandbox()
const row = (id: string) => ({ id, artists: [{ name: 'Mira "M" Solane', role: 'main' }], label: null })

test('serialized rows equal JSON.stringify', () => {
  const one = { status: 200, body: row('a'), rowsIn: 'body' } as const
  const page = { data: [one.body, row('b')], next_cursor: 'c"', has_more: true }
  const last = { data: [], next_cursor: null, has_more: false }
  for (const reply of [one, { ...one, body: page, rowsIn: 'data' }, { ...one, body: last, rowsIn: 'data' }] as const)
    for (let i = 0; i < 2; i++) expect(serializeBody(reply)).toBe(JSON.stringify(reply.body))
})

test('rows are cached once they were serialized, alone or in a page', () => {
  const [a, b] = [row('a'), row('b')]
  const pageOf = (...data: object[]) =>
    ({ status: 200, body: { data, next_cursor: null, has_more: false }, rowsIn: 'data' }) as const
  expect(hasOnlySerializedRows(pageOf(a))).toBe(false)
  serializeBody({ status: 200, body: a, rowsIn: 'body' })
  expect([hasOnlySerializedRows(pageOf(a)), hasOnlySerializedRows(pageOf(a, b))]).toEqual([true, false])
  serializeBody(pageOf(a, b))
  expect([hasOnlySerializedRows(pageOf(b)), hasOnlySerializedRows({ status: 200, body: b, rowsIn: 'body' })]).toEqual([
    true,
    true,
  ])
  expect(hasOnlySerializedRows({ status: 200, body: b })).toBe(false)
})

test('a serialized row is deeply frozen', () => {
  const changed = row('a')
  serializeBody({ status: 200, body: changed, rowsIn: 'body' })
  expect(() => Object.assign(changed.artists[0] as object, { name: 'X' })).toThrow(TypeError)
})

test('a changed release is served with its changes, however often it was read before', async () => {
  const api = fresh()
  const { id } = (await api.post('/v1/releases', validRelease)).body
  for (const title of ['One', 'Two', 'Three']) {
    await api.get(`/v1/releases/${id}`)
    await api.get('/v1/releases?limit=3')
    await api.patch(`/v1/releases/${id}`, { title })
    expect((await api.get(`/v1/releases/${id}`)).body.title).toBe(title)
    expect((await api.get('/v1/releases?limit=3')).body.data[0].title).toBe(title)
  }
})
