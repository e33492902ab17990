import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { deserializeWorld, serializeWorld } from '../../../src/core/engine/serialize-world.js'
import { builtInSeeds as seeds } from '../../../src/runtime/fixtures/built-in-seeds.js'
import {
  createSnapshotReader,
  encodeSnapshot,
  readSnapshotHeader,
  type SnapshotReaderOptions,
} from '../../../src/runtime/snapshots/snapshot-codec.js'
import { createCoreOptions, createCoreWorld } from '../../support/core-world.js'

const HEADER = { version: '1.2.3', name: 'before-test', key: 'ünï' }
const world = createCoreWorld()
world.webhooks.add({ id: 'whk_1' } as never)
world.webhooks.remove(world.webhooks.add({ id: 'whk_2' } as never))
world.webhooks.add({ id: 'whk_3' } as never)
world.events.remove(world.events.add({ id: 'evt_1' } as never))
world.agenda.schedule(world.now, { type: 'process-payout', subject: 'pay_1' })
world.tokens.set('at_1', 5)
world.money.claims.set('stm_1', 'pay_1')
const serialized = serializeWorld(world)
const file = Buffer.concat([...encodeSnapshot(HEADER, serialized)])
const lines = file.toString().trimEnd().split('\n')

function read(bytes: Uint8Array, size = 4096, options?: SnapshotReaderOptions) {
  const reader = createSnapshotReader<typeof HEADER>(options)
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size))
  return reader.end()
}

/** A file with these lines and a correct last line. */
function sign(rows: readonly string[]): Buffer {
  const body = rows.map((row) => `${row}\n`).join('')
  const checksum = createHmac('sha256', 'mds-sandbox snapshot').update(body).digest('hex')
  return Buffer.from(`${body}${JSON.stringify(['end', { rows: rows.length - 1, checksum }])}\n`)
}

test.each([1, 2, 3, 7, 1000, 4096, 1e9])(
  'a world is the same after encoding and reading in pieces of %i bytes',
  (size) => {
    const { header, serialized: found } = read(file, size)
    expect(header).toEqual({ ...HEADER, format: 2 })
    expect(found).toEqual(JSON.parse(JSON.stringify(serialized)))
    expect(serializeWorld(deserializeWorld(createCoreOptions(), seeds, found))).toEqual(found)
  },
)

test('the memory of a chunk can be reused for the next one', () => {
  const reader = createSnapshotReader()
  const chunk = Buffer.alloc(1000)
  for (let at = 0; at < file.length; at += chunk.length)
    reader.push(chunk.subarray(0, file.copy(chunk, 0, at, at + chunk.length)))
  expect(reader.end().serialized).toEqual(read(file).serialized)
})

test('a chunk is about as large as 64 KiB, or a row', () => {
  const large = createCoreWorld()
  for (let i = 0; i < 5000; i++) large.releases.add({ id: `rel_${i}`, title: 'x'.repeat(100) } as never)
  const sizes = [...encodeSnapshot(HEADER, serializeWorld(large))].map(({ length }) => length)
  expect(sizes.length).toBeGreaterThan(8)
  expect(Math.max(...sizes)).toBeLessThan(70 * 1024)
})

test('sales are written with what is needed of their tracks', () => {
  const tracks = [{ id: 'trk_1', title: 'T', isrc: 'X', territory: ['US'] }]
  const offer = { territory_codes: ['US'], tracks, release_date: '2025-01-01' }
  const sale = { at: 1, delivery_id: 'dlv_1', release_id: 'rel_1', store_id: 's', offer }
  const found = read(Buffer.concat([...encodeSnapshot(HEADER, { ...serialized, sales: [sale] })])).serialized
  expect(found.sales).toEqual([{ ...sale, offer: { ...offer, tracks: [{ isrc: 'X', territory: ['US'] }] } }])
})

test('the header is readable from the first bytes alone', () => {
  expect(readSnapshotHeader(file.subarray(0, 200))).toEqual({ ...HEADER, format: 2 })
  expect(createSnapshotReader().header).toBeUndefined()
})

test('every row is checked before it is kept, with its path', () => {
  const paths: string[] = []
  const checkRow = (_section: string, _value: unknown, path: string) => void paths.push(path)
  read(file, 4096, { checkRow })
  expect(paths.slice(0, 2)).toEqual(['world', 'releases[0]'])
  expect(paths).toContain('webhooks[2]')
  expect(() =>
    read(file, 4096, { checkRow: (_, __, path) => (path === 'webhooks[1]' ? `${path} is bad` : undefined) }),
  ).toThrow(/^is not valid: line \d+: webhooks\[1\] is bad$/)
})

const FORMAT_1 = JSON.stringify({ format: 1, version: '0.1.0', name: 'x', world: { text: 'x'.repeat(100_000) } })

describe('refuses', () => {
  test.each<[string, () => Uint8Array, string]>([
    ['nothing', () => Buffer.alloc(0), 'is not a snapshot: it is empty'],
    ['garbage', () => Buffer.from('\u0000garbage\n'), 'is not a snapshot'],
    ['a long first line', () => Buffer.from('x'.repeat(1e6)), 'is not a snapshot'],
    ['a long header', () => Buffer.from(`{"format":2,"x":"${'x'.repeat(1e6)}"}\n`), 'is not a snapshot'],
    ['an array', () => Buffer.from('[]\n'), 'is not a snapshot'],
    ['null', () => Buffer.from('null\n'), 'is not a snapshot'],
    [
      'format 1',
      () => Buffer.from(FORMAT_1),
      'has format 1, written by mds-sandbox 0.1.0; this version reads format 2. Save and export',
    ],
    [
      'a short format 1',
      () => Buffer.from('{"format":1,"version":"0.1.0"}'),
      'has format 1, written by mds-sandbox 0.1.0',
    ],
    ['a newer format', () => Buffer.from('{"format":3,"version":"9.0.0"}\n'), 'Use a newer mds-sandbox'],
    ['a file cut in the header', () => file.subarray(0, 10), 'is not a snapshot'],
    [
      'a file cut at a line',
      () => Buffer.from(`${lines.slice(0, 5).join('\n')}\n`),
      'is incomplete: it ends after line 5',
    ],
    ['a file cut in a line', () => file.subarray(0, 2000), 'is not JSON'],
    [
      'a changed row',
      () => Buffer.from(file.toString().replace('"title":"', '"title":"x')),
      'its checksum does not match',
    ],
    [
      'a missing row',
      () => Buffer.from(lines.toSpliced(3, 1).join('\n')),
      `it has ${lines.length - 3} rows instead of ${lines.length - 2}`,
    ],
    [
      'a swapped row',
      () =>
        Buffer.from(
          lines
            .with(3, lines[4] as string)
            .with(4, lines[3] as string)
            .join('\n'),
        ),
      'its checksum',
    ],
    ['a line after the end', () => Buffer.concat([file, Buffer.from('["tokens",["a",1]]\n')]), 'comes after the end'],
    ['an empty line', () => sign(lines.slice(0, -1).toSpliced(2, 0, '')), 'line 3 is not JSON'],
    ['a row that is no array', () => sign([lines[0] as string, '{}']), 'line 2 is not a row'],
    ['an unknown section', () => sign([...lines.slice(0, 2), '["__proto__",{}]']), 'line 3 is a row of "__proto__"'],
    ['a second world', () => sign([...lines.slice(0, 2), lines[1] as string]), 'line 3 is a row of "world"'],
    ['rows before the world', () => sign([lines[0] as string, '["tokens",["a",1]]']), 'line 2 is a row of "tokens"'],
    ['no rows', () => sign([lines[0] as string]), 'no row of the section world'],
  ])('%s', (_, content, message) => {
    for (const size of [100, 1e9]) expect(() => read(content(), size)).toThrow(message)
  })

  test('a line that is too long, before it is complete', () => {
    const reader = createSnapshotReader({ maxLineBytes: 1000 })
    reader.push(Buffer.from(`${lines[0]}\n["releases",`))
    expect(() => reader.push(Buffer.alloc(1001, 'x'))).toThrow('line 2 is longer than 1000 bytes')
    expect(() =>
      read(sign([lines[0] as string, `["releases","${'x'.repeat(1000)}"]`]), 1e9, { maxLineBytes: 1000 }),
    ).toThrow('line 2 is longer than 1000 bytes')
  })
})
