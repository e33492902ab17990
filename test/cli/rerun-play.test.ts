import { describe, expect, test } from 'vitest'
import { readRun } from '../../src/cli/rerun-file.js'
import { play } from '../../src/cli/rerun-play.js'
import { walkOf, walkThrough } from '../../src/cli/walk-through.js'
import { SCENARIO_FILES } from '../../src/runtime/scenarios.js'
import type { SandboxOptions } from '../../src/sandbox.js'
import { createReceiver } from '../../src/webhooks/receiver.js'
import { type Client, startSandbox } from '../support/api.js'

const rerun = async (api: Client) => play(readRun((await api.get('/_sandbox/journal')).text, 'the journal'))
const same = (requests: unknown = expect.any(Number)) => ({
  requests,
  changed: [],
  attempts: { unrecorded: [], missed: [] },
})

/** A receiver that is not well. The ping, its first, is answered. */
const failNowAndThen = (_: unknown, count: number) => (count % 3 === 2 ? { status: 503 } : undefined)

describe.each(SCENARIO_FILES)('a walk through $name, played again, gives the same answers', async (file) => {
  const MODES: [string, SandboxOptions][] = [
    ['a manual clock', { clock: 'manual' }],
    ['a live clock', { clock: 'live' }],
    ['a live clock at full speed', { clock: 'live', speed: Number.POSITIVE_INFINITY }],
  ]
  for (const [mode, options] of MODES)
    test(`with ${mode}`, async () => {
      const { fresh } = await startSandbox({ ...options, scenario: file.name })
      const api = fresh()
      const receiver = await createReceiver({ secret: 'whsec_walk', respond: failNowAndThen })
      await walkThrough(api, { ...walkOf(file), receiver })
      await receiver.close()
      expect(await rerun(api)).toEqual(same())
    })
})
