import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Exchange } from '../../test/support/judged-exchange.js'
import { loadPrismCheck } from '../../test/support/prism.js'
import { CaseFailure, type Proof } from '../runner/proof.js'
import { createRandom } from '../runner/random.js'
import { type Campaign, checkExpiredToken, checkQuota, runCampaign } from './campaign.js'
import { type Contract, control, service } from './contract.js'
import { createDriver, createStats, type DriverOptions, type FuzzStats } from './driver.js'
import { sendMalformed } from './hostile.js'
import { raceIdempotencyKeys } from './in-flight.js'
import { draftFor } from './recipes.js'
import { toRequest } from './requests.js'
import { openTestSandbox, type TestSandbox } from './stage.js'

/** The sandboxes of a run. Worlds are cut off from each other, so that a case does not depend on those before it. */
export interface TestSandboxes {
  lenient: TestSandbox
  strict: TestSandbox
  /** Two that get the same requests, the second over connections. */
  direct: TestSandbox
  networked: TestSandbox
  /** One that writes to the disk. */
  persistent: TestSandbox
  prism(exchange: Exchange): object[]
  close(): Promise<void>
}

export async function openTestSandboxes(): Promise<TestSandboxes> {
  const directory = await mkdtemp(join(tmpdir(), 'mds-fuzz-'))
  const lenient = await openTestSandbox()
  const strict = await openTestSandbox({ strict: true })
  const direct = await openTestSandbox()
  const networked = await openTestSandbox()
  const persistent = await openTestSandbox({ data: directory })
  return {
    lenient,
    strict,
    direct,
    networked,
    persistent,
    prism: await loadPrismCheck(),
    async close() {
      for (const sandbox of [lenient, strict, direct, networked, persistent]) await sandbox.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** How many of a hundred mutants go to the quick sandbox, and to those that are compared. */
const SAMPLE_PERCENT = { lenient: 40, compared: 3 }

/** What a seed decides beside what is sent. The whole of a short run has every combination. */
const caseOptions = (seed: number) => ({
  tier: seed % 2 === 0 ? ('standard' as const) : ('enterprise' as const),
  isStrict: seed % 4 === 3,
  isCompared: seed % 4 === 1 || seed % 4 === 2,
  isRaced: seed % 4 === 0 || seed % 4 === 1,
  /** Before setting the status of a release stopped to work. */
  isBeforeSunset: seed % 3 === 0,
})

async function runOn({ driver, ...campaign }: Campaign, isBeforeSunset: boolean, sandboxes: readonly TestSandbox[]) {
  const [, , tier = '', name = ''] = driver.key.split('_')
  const clock = { mode: 'manual', ...(isBeforeSunset && { start: '2024-08-01T00:00:00Z' }) }
  for (const sandbox of sandboxes) {
    const makerKey = `sk_sandbox_${tier}_maker-of-${name}`
    const response = await sandbox.send(
      toRequest(draftFor(control, 'createWorld', { body: { tier, name, clock } }), makerKey),
    )
    if (response?.status !== 201) throw new CaseFailure(campaign.seed, `The world can't be made: ${response?.text}`)
  }
  await checkQuota({ driver, tier: campaign.tier })
  if (tier === 'enterprise') await checkExpiredToken({ driver, ...campaign })
  await runCampaign({ driver, ...campaign })
}

export async function runCase(
  seed: number,
  sandboxes: TestSandboxes,
  stats: FuzzStats,
  samplePercent = SAMPLE_PERCENT,
): Promise<void> {
  const { tier, isStrict, isCompared, isRaced, isBeforeSunset } = caseOptions(seed)
  const key = `sk_sandbox_${tier}_fuzz-${seed}`
  const { lenient, strict, direct, networked, persistent, prism } = sandboxes
  const withDriver = (sandbox: TestSandbox, more: Partial<DriverOptions> = {}) => ({
    driver: createDriver({ seed, sandbox, key, stats, ...more }),
    seed,
    tier,
  })
  const connection = networked.connect()
  try {
    const sandbox = isStrict ? strict : lenient
    await runOn({ ...withDriver(sandbox), samplePercent: samplePercent.lenient }, isBeforeSunset, [sandbox])
    if (isCompared) {
      const random = createRandom(seed)
      const prismCheck = { validate: prism, shouldCheck: () => random.percent(15) }
      const compared = withDriver(direct, { mirror: { sandbox: networked, connection }, prism: prismCheck })
      await runOn({ ...compared, samplePercent: samplePercent.compared }, isBeforeSunset, [direct, networked])
      stats.overConnections += await sendMalformed(seed, connection)
    }
    if (isRaced) await raceIdempotencyKeys(withDriver(persistent).driver, tier, seed)
  } finally {
    connection.close()
    for (const each of [lenient, strict, direct, networked, persistent])
      for (const made of each.worldKeys()) each.removeWorld(made)
  }
}

/** What no request leads to, of the control plane: the one would be a mistake, the other takes a disk that is full. */
const UNREACHABLE_STATUSES = [500, 503]

const pairsOf = ({ operations }: Contract, isReachable: (status: number) => boolean = () => true) =>
  operations.flatMap(({ id, responses }) =>
    [...responses.keys()].filter(isReachable).map((status) => `${id} ${status}`),
  )

const codesOf = ({ operations }: Contract) =>
  operations.flatMap(({ id, responses }) =>
    [...responses].flatMap(([status, { codes = [] }]) => codes.map((code) => `${id} ${status} ${code}`)),
  )

/** What takes more than a proof has patience for: so many endpoints that there can't be another. */
const UNREACHABLE_CODES = ['createWebhook 409 invalid_state']

const REACHABLE = {
  codes: codesOf(service).filter((code) => !UNREACHABLE_CODES.includes(code)),
  service: pairsOf(service),
  control: pairsOf(control, (status) => !UNREACHABLE_STATUSES.includes(status)),
}

/** What is documented, and was the answer to nothing. */
export const missingCoverage = ({ pairs, codes }: FuzzStats): string[] => [
  ...[...REACHABLE.service, ...REACHABLE.control].filter((pair) => !pairs.has(pair)),
  ...REACHABLE.codes.filter((code) => !codes.has(code)),
]

export const fuzz: Proof = {
  claim: 'Whatever is sent, the answer is one that the documents describe, and what they refuse changes nothing.',
  cases: 12,
  async run({ seeds, isFullRun }) {
    const stats = createStats()
    const sandboxes = await openTestSandboxes()
    try {
      for (const seed of seeds) await runCase(seed, sandboxes, stats)
    } finally {
      await sandboxes.close()
    }
    const missing = missingCoverage(stats)
    if (isFullRun() && missing.length > 0)
      throw new Error(`No request led to what is documented: ${missing.join(', ')}`)
    const reached = (all: string[], seen: Set<string>) =>
      `${all.filter((one) => seen.has(one)).length} of ${all.length}`
    const { requests, refused, overConnections, checkedByPrism, pairs, codes } = stats
    return [
      `${requests.service} requests to the service, ${requests.control} to the control plane; ${refused} refused`,
      `${overConnections} over connections as well, ${checkedByPrism} before Prism`,
      `operation × status: ${reached(REACHABLE.service, pairs)}; with their codes: ${reached(REACHABLE.codes, codes)}`,
      `operation × status of the control plane, but for 500 and 503: ${reached(REACHABLE.control, pairs)}`,
    ]
  },
}
