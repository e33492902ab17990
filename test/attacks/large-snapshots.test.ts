import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { parseSnapshotFile, type Row, signSnapshotFile } from '../../proof/import/snapshot-file.js'
import { createSandbox } from '../../src/composition/create-sandbox.js'

/** Counts the turns of the event loop while the work runs. No request is served during a turn. */
async function countTurns(work: Promise<unknown>): Promise<number> {
  let isDone = false
  let turns = 0
  const counting = (async () => {
    for (; !isDone; turns++) await nextTurn()
  })()
  await work.finally(() => (isDone = true))
  await counting
  return turns
}

const RELEASES = 50_000
/** Each step takes at least 100 ms, so that there are at least this many slices of 5 ms. In one piece there would be few turns. */
const MIN_TURNS = 10

test('other requests are served between the slices of an import, a refused import and an export', async () => {
  // Without connections, all turns are between slices.
  const sandbox = await createSandbox({ listen: false, clock: 'manual' })
  onTestFinished(() => sandbox.close())
  const world = sandbox.world('standard', 'large')
  await world.snapshot('large')
  const exportFile = () => world.control('exportSnapshot', { path: { snapshot: 'large' } })
  const { header, rows } = parseSnapshotFile(await exportFile())
  const release = rows.find(([section]) => section === 'releases')?.[1]
  const more = Array.from({ length: RELEASES }, (_, i): Row => ['releases', { ...release, id: `rel_x${i}` }])
  const body = signSnapshotFile({ header, rows: [...rows, ...more] })
  expect(await countTurns(world.control('importSnapshot', { body }))).toBeGreaterThan(MIN_TURNS)

  const forged = signSnapshotFile({ header, rows: [...rows, ...more, more[0] as Row] })
  const refusal = expect(world.control('importSnapshot', { body: forged })).rejects.toThrow(
    /releases\[500\d\d\]\.id rel_x0 is the id of an earlier row/,
  )
  expect(await countTurns(refusal)).toBeGreaterThan(MIN_TURNS)

  let exported = ''
  expect(await countTurns(exportFile().then((text) => (exported = text)))).toBeGreaterThan(MIN_TURNS)
  expect(exported.length).toBe(body.length)
})
