import { expect, test } from 'vitest'
import { runAllSteps } from '../../../src/core/primitives/steps.js'
import { createTable } from '../../../src/core/primitives/table.js'

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
