import { expect, test } from 'vitest'
import { serializeWorld } from '../../../src/core/engine/serialize-world.js'
import { toRows } from '../../../src/core/engine/world-rows.js'
import { loadRowCheck } from '../../../src/runtime/snapshots/check-row.js'
import { createCoreWorld } from '../../support/core-world.js'

test('x', async () => {
  const check = await loadRowCheck()
  for (const [s, v] of toRows(JSON.parse(JSON.stringify(serializeWorld(createCoreWorld())))))
    expect(check(s, v, s)).toBeUndefined()
  console.log(
    check('deliveries', { id: 'dlv_1' }, 'deliveries[3]'),
    check('events', { event_type: 'x' }, 'events[3]'),
    check('agenda', { task: { type: 'process-payout' } }, 'agenda[3]'),
    check('claims', [1, 2], 'claims[3]'),
    check('events', 3, 'events[3]'),
    check('tokens', 3, 'tokens[3]'),
  )
})
