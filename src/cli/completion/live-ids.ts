import { parseFlags, pickToolVariables } from '../framework/parse-arguments.js'
import { createClient, keyFlag, urlFlag } from '../framework/sandbox-client.js'

/** What a running sandbox can list: where, and the field that a command takes. */
const SOURCES = {
  deliveries: ['/_sandbox/state/deliveries?limit=50', 'id'],
  assets: ['/_sandbox/state/assets?limit=50', 'id'],
  payouts: ['/_sandbox/state/payouts?limit=50', 'id'],
  faults: ['/_sandbox/faults', 'id'],
  snapshots: ['/_sandbox/snapshots', 'name'],
  worlds: ['/_sandbox/worlds', 'world'],
  keys: ['/_sandbox/worlds', 'api_key'],
} as const
export type LiveIds = keyof typeof SOURCES
export const LIVE_IDS = Object.keys(SOURCES) as LiveIds[]

/** By command, subcommand and operand. */
export const LIVE_OPERANDS: Readonly<Record<string, LiveIds>> = {
  'simulate delivery ID': 'deliveries',
  'simulate asset ID': 'assets',
  'simulate payout ID': 'payouts',
  'faults clear ID': 'faults',
  'snapshot restore NAME': 'snapshots',
  'snapshot delete NAME': 'snapshots',
  'snapshot fork NAME': 'snapshots',
  'snapshot export NAME': 'snapshots',
  'worlds delete NAME': 'worlds',
}

export const LIVE_FLAGS: Readonly<Record<string, LiveIds>> = { '--delivery': 'deliveries', '--key': 'keys' }

/** A shell waits for it, so it gives up early. */
const TIMEOUT_MS = 1000

/** Prints the ids, one per line. Without a sandbox there are none: a shell shows no errors. */
export async function printLiveIds(ids: LiveIds, argv: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { url, key } = parseFlags({ url: urlFlag, key: keyFlag }, argv, pickToolVariables(env))
  const [path, field] = SOURCES[ids]
  const found = await createClient(url, key)
    .call<{ data: Record<string, string>[] }>('GET', path, undefined, TIMEOUT_MS)
    .catch(() => undefined)
  for (const row of found?.body.data ?? []) process.stdout.write(`${row[field]}\n`)
}
