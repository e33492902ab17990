import { expect, test } from 'vitest'
import { createRandom } from '../../proof/runner/random.js'
import { runCrashPoint } from '../../proof/simulation/crash-points-proof.js'
import type { Wrappers } from '../../proof/simulation/machine.js'
import { type CasePlan, createPlan, runCase } from '../../proof/simulation/run-case.js'
import type { Disk, DiskFile } from '../../src/runtime/storage/disk/durable-disk.js'
import { SIGNATURE_HEADER } from '../../src/webhooks/signature.js'

const SEEDS = Array.from({ length: 40 }, (_, i) => i + 1)

test('passes a few cases', async () => {
  for (const seed of SEEDS.slice(0, 15)) await runCase(seed)
})

/** Cases that once failed, and why. */
const REGRESSIONS: [seed: number, why: string][] = [
  [896058253, 'an advance waited forever for a task that had been cancelled because the disk could not be read'],
]
for (const [seed, why] of REGRESSIONS)
  test(`case ${seed} passes: ${why}`, async () => {
    await runCase(seed)
  })

test('loses nothing in crashes at some points of a run', async () => {
  for (let seed = 1; seed < 450; seed += 37) await runCrashPoint(seed)
})

test('the same seed gives the same digest, another seed another', async () => {
  const [first, again, other] = [await runCase(7), await runCase(7), await runCase(8)]
  expect(again).toEqual(first)
  expect(other.digest).not.toBe(first.digest)
})

/** Wraps every opened file. */
const wrapFiles = (disk: Disk, change: (file: DiskFile, path: string) => Partial<DiskFile>): Disk => ({
  ...disk,
  open(path, how) {
    const file = disk.open(path, how)
    return { ...file, ...change(file, path) }
  },
})

/** For faults that other failures would hide. */
const withoutDiskFailures = (plan: CasePlan): CasePlan => ({ ...plan, diskFailures: undefined })
const syncAlways = (plan: CasePlan): CasePlan => ({ ...plan, options: { ...plan.options, dataSync: 'always' } })

const faults: [description: string, wrappers: () => Wrappers, plan: (plan: CasePlan) => CasePlan, message: RegExp][] = [
  [
    'a disk that reports a log as synced without syncing it',
    () => ({
      disk: (disk) => wrapFiles(disk, (_, path) => (path.endsWith('.journal') ? { sync: async () => {} } : {})),
    }),
    (plan) => syncAlways(withoutDiskFailures(plan)),
    /does not exist|did not last|instead of|is lost|shows/,
  ],
  [
    'a disk that reports a snapshot as synced without syncing it',
    () => ({ disk: (disk) => wrapFiles(disk, () => ({ syncNow: () => {} })) }),
    (plan) => syncAlways(withoutDiskFailures(plan)),
    /is damaged|does not exist|does not start/,
  ],
  [
    'a directory that is never synced',
    () => ({ disk: (disk) => ({ ...disk, syncDirectoryNow: () => {}, syncDirectory: async () => {} }) }),
    (plan) => syncAlways(withoutDiskFailures(plan)),
    /is gone|does not exist|is lost|does not start/,
  ],
  [
    'a log that keeps partially written entries',
    () => ({ disk: (disk) => wrapFiles(disk, () => ({ truncate: () => {} })) }),
    syncAlways,
    /is damaged|does not start|was done/,
  ],
  [
    'a world that comes back although it was deleted',
    () => ({
      disk: (disk) => ({ ...disk, removeNow: (path) => (/_w\d+\./.test(path) ? undefined : disk.removeNow(path)) }),
    }),
    withoutDiskFailures,
    /world w\d+ should be gone, but exists/,
  ],
  [
    'a log that is shortened without notice',
    () => ({
      // The index is lost between two processes, so nothing confirms the number of records.
      disk: (disk) => ({ ...disk, exists: (path) => !path.endsWith('worlds.index') && disk.exists(path) }),
    }),
    (plan) => ({
      ...syncAlways(withoutDiskFailures(plan)),
      crashes: [],
      hibernateAfterMs: 900_000,
      tampering: { file: 'journal', how: 'cut at the end of a line' },
    }),
    /the damage is not noticed: less was loaded/,
  ],
  [
    'an event without its signature',
    () => ({
      sender: (sender) => ({
        ...sender,
        send: ({ headers: { [SIGNATURE_HEADER]: _, ...headers }, ...request }) => sender.send({ ...request, headers }),
      }),
    }),
    withoutDiskFailures,
    /unsigned/,
  ],
  [
    'an event that is changed after it was signed',
    () => ({
      sender: (sender) => ({
        ...sender,
        send: (request) => sender.send({ ...request, body: Buffer.from(`${Buffer.from(request.body)} `) }),
      }),
    }),
    withoutDiskFailures,
    /unsigned/,
  ],
  [
    'a seventh attempt',
    () => {
      const made = new Map<string, number>()
      return {
        sender: (sender) => ({
          ...sender,
          async send(request) {
            const key = `${request.url} ${Buffer.from(request.body)}`
            made.set(key, (made.get(key) ?? 0) + 1)
            if (made.get(key) === 6) await sender.send(request)
            return sender.send(request)
          },
        }),
      }
    },
    (plan) => ({ ...syncAlways(withoutDiskFailures(plan)), crashes: [] }),
    /6 attempts recorded, 7 made/,
  ],
  [
    'an attempt that is recorded but was never made',
    () => ({
      sender: (sender) => ({
        ...sender,
        send: (request) =>
          Buffer.from(request.body).includes('"ping"')
            ? sender.send(request)
            : Promise.resolve({ status_code: 200, failure: null, duration_ms: 1, response_body: '' }),
      }),
    }),
    (plan) => ({ ...syncAlways(withoutDiskFailures(plan)), crashes: [] }),
    /recorded, 0 made/,
  ],
  [
    'events that overtake each other',
    () => {
      let held: (() => void) | undefined
      return {
        sender: (sender) => ({
          ...sender,
          async send(request) {
            // The first of two attempts succeeds immediately but is sent after the second.
            if (Buffer.from(request.body).includes('"ping"')) return sender.send(request)
            if (held) {
              const outcome = sender.send(request)
              held()
              held = undefined
              return outcome
            }
            held = () => void sender.send(request)
            return { status_code: 200, failure: null, duration_ms: 1, response_body: '' }
          },
        }),
      }
    },
    (plan) => ({ ...syncAlways(withoutDiskFailures(plan)), crashes: [] }),
    /after an event that happened later/,
  ],
]

test.each(faults)('detects %s', async (_, wrappers, change, message) => {
  let found = ''
  for (const seed of SEEDS) {
    found = await runCase(seed, change(createPlan(createRandom(seed))), wrappers()).then(
      () => '',
      (error: Error) => error.message.split('\n')[0] as string,
    )
    if (message.test(found)) break
  }
  expect(found).toMatch(message)
})
