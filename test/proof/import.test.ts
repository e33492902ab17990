import { afterEach, expect, test, vi } from 'vitest'
import { mutate } from '../../proof/import/mutations.js'
import { runCase } from '../../proof/import/run-case.js'
import { parseSnapshotFile, signSnapshotFile } from '../../proof/import/snapshot-file.js'
import { createRandom } from '../../proof/runner/random.js'

afterEach(() => vi.doUnmock('../../src/core/restore/find-state-issues.js'))

test('passes a case, in which files are refused and accepted', async () => {
  const { refused, accepted, restarts } = await runCase(1)
  expect([refused > 5, accepted > 0, restarts]).toEqual([true, true, accepted])
}, 60_000)

test('the same seed gives the same mutants, another seed others', () => {
  const original = signSnapshotFile({
    header: { format: 2, name: 'x' },
    rows: [
      ['world', { now: 1 }],
      ['tokens', ['a', 1]],
    ],
  })
  const texts = (seed: number) => {
    const random = createRandom(seed)
    return Array.from({ length: 20 }, () => mutate(original, random).text)
  }
  expect(texts(1)).toEqual(texts(1))
  expect(texts(2)).not.toEqual(texts(1))
  expect(new Set(texts(1)).size).toBeGreaterThan(15)
})

test('a signed file is the exported one', () => {
  const text = signSnapshotFile({ header: { a: 1 }, rows: [['world', {}]] })
  expect(signSnapshotFile(parseSnapshotFile(text))).toBe(text)
})

/** Accepted by a sandbox that checks less, so the case must find what it breaks. */
test('finds that a check of the world as a whole is missing', async () => {
  vi.resetModules()
  vi.doMock('../../src/core/restore/find-state-issues.js', () => ({ findStateIssues: () => [] }))
  const { runCase: runCaseWithoutChecks } = await import('../../proof/import/run-case.js')
  const stuck = (original: string) => {
    const file = parseSnapshotFile(original)
    for (const [section, row] of file.rows) if (section === 'deliveries') row.status = 'taken_down'
    return { description: 'deliveries have a status that their stores do not make', text: signSnapshotFile(file) }
  }
  await expect(runCaseWithoutChecks(1, stuck)).rejects.toThrow(/an invariant is violated|is answered with/)
  vi.resetModules()
}, 60_000)
