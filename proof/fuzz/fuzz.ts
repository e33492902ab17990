import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Exchange } from '../../test/support/judged-exchange.js'
import { secondJudge } from '../../test/support/prism.js'
import { CaseFailed, type Proof } from '../runner/proof.js'
import { createRandom } from '../runner/random.js'
import { type Campaign, letTokenExpire, runCampaign, useUpQuota } from './campaign.js'
import { type Contract, control, service } from './contract.js'
import { createDriver, createTally, type DriverOptions, type Tally } from './driver.js'
import { sendHostile } from './hostile.js'
import { raceKeys } from './in-flight.js'
import { draftOf } from './recipes.js'
import { spell } from './requests.js'
import { openStage, type Stage } from './stage.js'

/** The sandboxes of a run. Worlds are cut off from each other, so that a case does not depend on those before it. */
export interface Stages {
  quick: Stage
  strict: Stage
  /** Two that get the same requests, the second over connections. */
  near: Stage
  far: Stage
  /** One that writes to the disk. */
  kept: Stage
  prism(exchange: Exchange): object[]
  close(): Promise<void>
}

export async function openStages(): Promise<Stages> {
  const directory = await mkdtemp(join(tmpdir(), 'mds-fuzz-'))
  const quick = await openStage()
  const strict = await openStage({ strict: true })
  const near = await openStage()
  const far = await openStage()
  const kept = await openStage({ data: directory })
  return {
    quick,
    strict,
    near,
    far,
    kept,
    prism: await secondJudge(),
    async close() {
      for (const stage of [quick, strict, near, far, kept]) await stage.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** How many of a hundred mutants go to the quick sandbox, and to those that are compared. */
const SHARE = { quick: 40, compared: 3 }

/** What a seed decides beside what is sent. The whole of a short run has every combination. */
const traitsOf = (seed: number) => ({
  tier: seed % 2 === 0 ? ('standard' as const) : ('enterprise' as const),
  isStrict: seed % 4 === 3,
  isCompared: seed % 4 === 1 || seed % 4 === 2,
  isRaced: seed % 4 === 0 || seed % 4 === 1,
  /** Before setting the status of a release stopped to work. */
  isOld: seed % 3 === 0,
})

async function perform({ driver, ...campaign }: Campaign, isOld: boolean, makers: readonly Stage[]) {
  const [, , tier = '', name = ''] = driver.key.split('_')
  const clock = { mode: 'manual', ...(isOld && { start: '2024-08-01T00:00:00Z' }) }
  for (const stage of makers) {
    const maker = `sk_sandbox_${tier}_maker-of-${name}`
    const made = await stage.send(spell(draftOf(control, 'createWorld', { body: { tier, name, clock } }), maker))
    if (made?.status !== 201) throw new CaseFailed(campaign.seed, `The world can't be made: ${made?.text}`)
  }
  await useUpQuota({ driver, tier: campaign.tier })
  if (tier === 'enterprise') await letTokenExpire({ driver, ...campaign })
  await runCampaign({ driver, ...campaign })
}

export async function runCase(seed: number, stages: Stages, tally: Tally, share = SHARE): Promise<void> {
  const { tier, isStrict, isCompared, isRaced, isOld } = traitsOf(seed)
  const key = `sk_sandbox_${tier}_fuzz-${seed}`
  const { quick, strict, near, far, kept, prism } = stages
  const of = (stage: Stage, more: Partial<DriverOptions> = {}) => ({
    driver: createDriver({ seed, stage, key, tally, ...more }),
    seed,
    tier,
  })
  const connection = far.open()
  try {
    const stage = isStrict ? strict : quick
    await perform({ ...of(stage), share: share.quick }, isOld, [stage])
    if (isCompared) {
      const random = createRandom(seed)
      const judge = { judge: prism, isNext: () => random.percent(15) }
      const compared = of(near, { twin: { stage: far, connection }, prism: judge })
      await perform({ ...compared, share: share.compared }, isOld, [near, far])
      tally.overSockets += await sendHostile(seed, connection)
    }
    if (isRaced) await raceKeys(of(kept).driver, tier, seed)
  } finally {
    connection.close()
    for (const each of [quick, strict, near, far, kept]) for (const made of each.keys()) each.remove(made)
  }
}

/** What no request leads to, of the control plane: the one would be a mistake, the other takes a disk that is full. */
const OUT_OF_REACH = [500, 503]

const pairsOf = ({ operations }: Contract, isReachable: (status: number) => boolean = () => true) =>
  operations.flatMap(({ id, answers }) => [...answers.keys()].filter(isReachable).map((status) => `${id} ${status}`))

const codesOf = ({ operations }: Contract) =>
  operations.flatMap(({ id, answers }) =>
    [...answers].flatMap(([status, { codes = [] }]) => codes.map((code) => `${id} ${status} ${code}`)),
  )

/** What takes more than a proof has patience for: so many endpoints that there can't be another. */
const TOO_FAR = ['createWebhook 409 invalid_state']

const REACHABLE = {
  codes: codesOf(service).filter((code) => !TOO_FAR.includes(code)),
  service: pairsOf(service),
  control: pairsOf(control, (status) => !OUT_OF_REACH.includes(status)),
}

/** What is documented, and was the answer to nothing. */
export const unreached = ({ pairs, codes }: Tally): string[] => [
  ...[...REACHABLE.service, ...REACHABLE.control].filter((pair) => !pairs.has(pair)),
  ...REACHABLE.codes.filter((code) => !codes.has(code)),
]

export const fuzz: Proof = {
  claim: 'Whatever is sent, the answer is one that the documents describe, and what they refuse changes nothing.',
  cases: 12,
  async run({ seeds, isWhole }) {
    const tally = createTally()
    const stages = await openStages()
    try {
      for (const seed of seeds) await runCase(seed, stages, tally)
    } finally {
      await stages.close()
    }
    const missing = unreached(tally)
    if (isWhole() && missing.length > 0) throw new Error(`No request led to what is documented: ${missing.join(', ')}`)
    const reached = (all: string[], seen: Set<string>) =>
      `${all.filter((one) => seen.has(one)).length} of ${all.length}`
    const { requests, refused, overSockets, byPrism, pairs, codes } = tally
    return [
      `${requests.service} requests to the service, ${requests.control} to the control plane; ${refused} refused`,
      `${overSockets} over connections as well, ${byPrism} before Prism`,
      `operation × status: ${reached(REACHABLE.service, pairs)}; with their codes: ${reached(REACHABLE.codes, codes)}`,
      `operation × status of the control plane, but for 500 and 503: ${reached(REACHABLE.control, pairs)}`,
    ]
  },
}
