import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Exchange } from '../../test/support/prism/exchange.js'
import { loadPrismCheck } from '../../test/support/prism-check.js'
import { CaseFailure, type Proof } from '../runner/proof.js'
import { createRandom } from '../runner/random.js'
import { type Campaign, checkExpiredToken, checkQuota, runCampaign } from './campaign.js'
import { type Contract, control, service } from './checks/contract.js'
import { createDriver, createStats, type DriverOptions, type FuzzStats } from './driver.js'
import { cutConnections } from './requests/cut-connections.js'
import { raceIdempotencyKeys } from './requests/idempotency-race.js'
import { sendMalformed } from './requests/malformed-requests.js'
import { draftFor } from './requests/recipes.js'
import { toRequest } from './requests/request-variants.js'
import { openTestSandbox, type TestSandbox } from './test-sandbox.js'

/** The sandboxes of a run. Worlds are isolated, so cases do not depend on each other. */
export interface TestSandboxes {
  lenient: TestSandbox
  strict: TestSandbox
  /** Two sandboxes that get the same requests, the second over connections. */
  direct: TestSandbox
  networked: TestSandbox
  /** A sandbox that stores its worlds on disk. */
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

/** Percentage of mutants that are sent to the lenient sandbox, and to the compared pair. */
const SAMPLE_PERCENT = { lenient: 40, compared: 3 }

/** What the seed decides apart from the requests. A full short run covers every combination. */
const caseOptions = (seed: number) => ({
  tier: seed % 2 === 0 ? ('standard' as const) : ('enterprise' as const),
  isStrict: seed % 4 === 3,
  isCompared: seed % 4 === 1 || seed % 4 === 2,
  isConcurrent: seed % 4 === 0 || seed % 4 === 1,
  /** Before the sunset of setting `status` with PATCH. */
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
    if (response?.status !== 201)
      throw new CaseFailure(campaign.seed, `The world could not be created: ${response?.text}`)
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
  const { tier, isStrict, isCompared, isConcurrent, isBeforeSunset } = caseOptions(seed)
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
      connection.close()
      stats.cutConnections += await cutConnections(seed, networked)
      const errors = networked.takeErrors()
      if (errors.length > 0) throw new CaseFailure(seed, `after connections were cut:\n${errors.join('\n')}`)
    }
    if (isConcurrent) await raceIdempotencyKeys(withDriver(persistent).driver, tier, seed)
  } finally {
    connection.close()
    for (const each of [lenient, strict, direct, networked, persistent])
      for (const made of each.worldKeys()) each.removeWorld(made)
  }
}

/** Control-plane statuses that no request can reach: 500 would be a bug, 503 needs a full disk. */
const UNREACHABLE_STATUSES = [500, 503]

const pairsOf = ({ operations }: Contract, isReachable: (status: number) => boolean = () => true) =>
  operations.flatMap(({ id, responses }) =>
    [...responses.keys()].filter(isReachable).map((status) => `${id} ${status}`),
  )

const codesOf = ({ operations }: Contract) =>
  operations.flatMap(({ id, responses }) =>
    [...responses].flatMap(([status, { codes = [] }]) => codes.map((code) => `${id} ${status} ${code}`)),
  )

/** Codes that take too many requests to reach, such as the limit of webhook endpoints. */
const UNREACHABLE_CODES = ['createWebhook 409 invalid_state']

/**
 * The sandbox of this proof judges its clients; without that, a report is refused. It has no data directory, so no world
 * has files. A snapshot of more than 512 MiB takes too many requests.
 */
const UNREACHABLE_PAIRS = ['getReport 409', 'getWorldFiles 200', 'getWorldFiles 404', 'exportSnapshot 409']

const REACHABLE = {
  codes: codesOf(service).filter((code) => !UNREACHABLE_CODES.includes(code)),
  service: pairsOf(service),
  control: pairsOf(control, (status) => !UNREACHABLE_STATUSES.includes(status)).filter(
    (pair) => !UNREACHABLE_PAIRS.includes(pair),
  ),
}

/** Documented statuses and codes that no response had. */
export const missingCoverage = ({ pairs, codes }: FuzzStats): string[] => [
  ...[...REACHABLE.service, ...REACHABLE.control].filter((pair) => !pairs.has(pair)),
  ...REACHABLE.codes.filter((code) => !codes.has(code)),
]

export const fuzzProof: Proof = {
  claim: 'Whatever is sent, the response is a documented one, and refused requests change nothing.',
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
      throw new Error(`Documented, but reached by no request: ${missing.join(', ')}`)
    const reached = (all: string[], seen: Set<string>) =>
      `${all.filter((one) => seen.has(one)).length} of ${all.length}`
    const { requests, refused, overConnections, cutConnections, checkedByPrism, pairs, codes } = stats
    return [
      `${requests.service} requests to the service, ${requests.control} to the control plane; ${refused} refused`,
      `${overConnections} over connections as well, ${checkedByPrism} checked by Prism`,
      `${cutConnections} connections cut at a random moment`,
      `operation × status: ${reached(REACHABLE.service, pairs)}; with their codes: ${reached(REACHABLE.codes, codes)}`,
      `operation × status of the control plane, except 500 and 503: ${reached(REACHABLE.control, pairs)}`,
    ]
  },
}
