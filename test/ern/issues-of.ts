import type { ErnIssue, ErnReport } from '../../src/ern/checks/report.js'
import { SERVICE_DPID } from '../../src/ern/message/party-ids.js'
import { type ReadMessage, readMessage } from '../../src/ern/message/read-message.js'
import { type ResolvedMessage, resolveMessage } from '../../src/ern/message/resolve-message.js'
import type { DealWorld } from '../../src/ern/resolve/resolve-deals.js'

export const TEST_WORLD: DealWorld = {
  now: Date.parse('2026-11-15T12:00:00Z'),
  territories: new Set(['DE', 'FR', 'GB', 'JP', 'US']),
  licensed: new Set(['DE', 'FR', 'GB', 'US']),
  storeIds: new Set(['store_one', 'store_two']),
  serviceDpid: SERVICE_DPID,
}

export async function read(document: string | Uint8Array): Promise<ReadMessage> {
  const result = await readMessage(typeof document === 'string' ? Buffer.from(document) : document)
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result.value
}

export async function resolve(
  document: string | Uint8Array,
  changes: Partial<DealWorld> = {},
): Promise<ReadMessage & ResolvedMessage> {
  const message = await read(document)
  return { ...message, ...resolveMessage(message, { ...TEST_WORLD, ...changes }) }
}

export const reportOf = async (document: string | Uint8Array, changes?: Partial<DealWorld>): Promise<ErnReport> =>
  (await resolve(document, changes)).report

/** `code path`, without the root of the path. */
export const describeIssues = ({ issues }: { issues: readonly ErnIssue[] }): string[] =>
  issues.map(({ code, path }) => `${code} ${path.replace(/^(?:New|Purge)ReleaseMessage\/?/, '')}`.trim())
