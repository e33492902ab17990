import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPositionIndex } from '../../../src/core/primitives/position-index.js'
import { runAllSteps } from '../../../src/core/primitives/steps.js'
import { createTable, type SharedRows } from '../../../src/core/primitives/table.js'

interface Row {
  id: string
  status: string
  label: string
}

function filled(n: number) {
  const table = createTable<Row>(['status'])
  for (let i = 0; i < n; i++) table.add({ id: `r${i}`, status: i % 3 === 0 ? 'draft' : 'done', label: `l${i % 2}` })
  return table
}

function readAll(table: ReturnType<typeof filled>, filter: Partial<Row>, limit: number) {
  const pages: string[][] = []
  let before: number | undefined
  do {
    const { rows, next } = table.pageNewestFirst(filter, limit, before)
    pages.push(rows.map(({ id }) => id))
    before = next
  } while (before !== undefined)
  return pages
}

test('pages run from the newest row to the oldest', () => {
  expect(readAll(filled(5), {}, 2)).toEqual([['r4', 'r3'], ['r2', 'r1'], ['r0']])
})

test('a page that ends with the last row has no next position', () => {
  expect(readAll(filled(4), {}, 2)).toEqual([
    ['r3', 'r2'],
    ['r1', 'r0'],
  ])
})

test('filters by an indexed field, by another field, and by both', () => {
  expect(readAll(filled(10), { status: 'draft' }, 2).flat()).toEqual(['r9', 'r6', 'r3', 'r0'])
  expect(readAll(filled(5), { label: 'l1' }, 2).flat()).toEqual(['r3', 'r1'])
  expect(readAll(filled(10), { status: 'draft', label: 'l1' }, 1).flat()).toEqual(['r9', 'r3'])
  expect(readAll(filled(5), { status: 'unknown' }, 2)).toEqual([[]])
})

test('rows added after the first page do not change the following pages', () => {
  const table = filled(6)
  const first = table.pageNewestFirst({}, 3)
  table.add({ id: 'late', status: 'draft', label: '' })
  const second = table.pageNewestFirst({}, 3, first.next)
  expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(['r5', 'r4', 'r3', 'r2', 'r1', 'r0'])
})

test('a changed row moves between indexes and keeps its position', () => {
  const table = filled(7)
  const row = table.get('r1')
  if (!row) throw new Error('r1 is gone')
  table.change(row, { status: 'draft' })
  expect(table.where({ status: 'draft' }).map(({ id }) => id)).toEqual(['r0', 'r1', 'r3', 'r6'])
  expect(readAll(table, { status: 'done' }, 10).flat()).toEqual(['r5', 'r4', 'r2'])
})

test('a restored table keeps its positions, without memory for the gaps before its first row', () => {
  const table = createTable<Row>(['status'])
  const rows = ['a', 'b'].map((id) => ({ id, status: 'draft', label: '' }))
  runAllSteps(table.restore({ start: 2 ** 40, rows: [rows[0] as Row, null, rows[1] as Row] }))
  const { rows: found, next } = table.pageNewestFirst({}, 1)
  expect([found.map(({ id }) => id), next]).toEqual([['b'], 2 ** 40 + 2])
  expect(table.pageNewestFirst({}, 5, next).rows.map(({ id }) => id)).toEqual(['a'])
  expect(table.pageOldestFirst({ status: 'draft' }, 5).rows.map(({ id }) => id)).toEqual(['a', 'b'])
  table.remove(table.first() as Row)
  expect([table.first()?.id, table.serialize().start, table.get('b')?.id]).toEqual(['b', 2 ** 40 + 2, 'b'])
})

test('two rows with one id are not restored: the second could never be removed', () => {
  const row = { id: 'a', status: 'draft', label: '' }
  expect(() => runAllSteps(createTable<Row>([]).restore({ start: 0, rows: [row, { ...row }] }))).toThrow(
    'Two rows have the id a.',
  )
})

test('rows can be removed from the front, the middle and the end of an index', () => {
  const table = createTable<Row>(['status'])
  const rows = Array.from({ length: 50 }, (_, i) => table.add({ id: `r${i}`, status: 'a' } as Row))
  const kept = new Set(rows)
  const remove = (i: number) => {
    table.remove(rows[i] as Row)
    kept.delete(rows[i] as Row)
    expect(table.where({ status: 'a' } as Partial<Row>)).toEqual([...kept])
    expect(table.pageNewestFirst({ status: 'a' } as Partial<Row>, 100).rows).toEqual([...kept].reverse())
    expect(table.pageOldestFirst({ status: 'a' } as Partial<Row>, 100).rows).toEqual([...kept])
  }
  for (const i of [0, 1, 2, 25, 49, 3, 4]) remove(i)
  for (let i = 5; i < 49; i++) if (i !== 25) remove(i)
  expect(table.has('status', 'a')).toBe(false)
})

test('removing old rows one by one does not move the rest each time', () => {
  const table = createTable<Row>(['status'])
  const rows = Array.from({ length: 200_000 }, (_, i) => table.add({ id: `r${i}`, status: 'a' } as Row))
  const before = process.cpuUsage()
  for (const row of rows) table.remove(row)
  // With a shift of the whole index per row, this takes tens of seconds.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(3000)
})

/** The first rows of `filled(n)`, for tables that share them. */
function sharedRows(n: number): SharedRows<Row> {
  const rows = filled(n).where({})
  const index = createPositionIndex()
  for (const [position, { status }] of rows.entries()) index.add(status, position)
  return {
    size: n,
    positionOf: (id) => (/^r\d+$/.test(id) && Number(id.slice(1)) < n ? Number(id.slice(1)) : undefined),
    rowAt: (position) => rows[position] as Row,
    indexes: new Map([['status', index]]),
  }
}

const change = fc.record({
  kind: fc.constantFrom('add', 'change', 'remove'),
  row: fc.nat(15),
  status: fc.constantFrom('draft', 'done', 'new'),
})

test('a table over shared rows behaves like a table of its own, and does not change them', () => {
  const shared = sharedRows(8)
  const before = JSON.stringify([...Array(8).keys()].map(shared.rowAt))
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      const observedOwn: unknown[] = []
      const observedShared: unknown[] = []
      const own = createTable<Row>(['status'], (...change) => void observedOwn.push(change))
      runAllSteps(own.restore({ start: 0, rows: filled(8).where({}) }))
      const over = createTable<Row>(['status'], (...change) => void observedShared.push(change), shared)
      for (const [i, { kind, row: n, status }] of changes.entries())
        for (const table of [own, over]) {
          const row = table.get(`r${n}`)
          if (kind === 'add') table.add({ id: `own${i}`, status, label: 'l0' })
          else if (row && kind === 'change') table.change(row, { status })
          else if (row && kind === 'remove') table.remove(row)
        }
      expect(observedShared).toEqual(observedOwn)
      expect(over.serialize()).toEqual(own.serialize())
      expect([over.size, over.first(), over.where({})]).toEqual([own.size, own.first(), own.where({})])
      for (const status of ['draft', 'done', 'new', 'never']) {
        expect(over.has('status', status)).toBe(own.has('status', status))
        expect(over.where({ status })).toEqual(own.where({ status }))
        expect(readAll(over, { status }, 2)).toEqual(readAll(own, { status }, 2))
      }
      expect(over.pageOldestFirst({ label: 'l1' }, 3, 1)).toEqual(own.pageOldestFirst({ label: 'l1' }, 3, 1))
    }),
    { seed: 1, numRuns: 200 },
  )
  expect(JSON.stringify([...Array(8).keys()].map(shared.rowAt))).toBe(before)
  expect(shared.indexes.get('status')?.find('draft')).toEqual({ list: [0, 3, 6], start: 0 })
})
