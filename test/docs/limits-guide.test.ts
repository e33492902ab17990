import { readFileSync } from 'node:fs'
import { maxHeaderSize } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import control from '../../control.openapi.yaml'
import service from '../../openapi.yaml'
import { EXIT_DEADLINE_MS, SHUTDOWN_GRACE_MS } from '../../src/cli/framework/stop-signal.js'
import { MAX_PARSED_BYTES } from '../../src/contract/router.js'
import { TOKEN_LIFETIME } from '../../src/core/access/access-tokens.js'
import * as worldLimits from '../../src/core/engine/world-limits.js'
import { MAX_WEBHOOKS } from '../../src/core/events/webhook-endpoints.js'
import { EARLIEST_START, END_OF_TIME, formatInstant, HOUR, LATEST_START } from '../../src/core/primitives/time.js'
import { MAX_UNREAD_LOG_BYTES } from '../../src/http/logging/line-writer.js'
import { MAX_UPLOAD_BYTES } from '../../src/http/operations/assets.js'
import { BODY_LIMITS, RESPONSE_STALL_TIMEOUT } from '../../src/http/server/node-listener.js'
import { TIMEOUTS } from '../../src/http/server/server.js'
import {
  CUT_OFF_GRACE_MS,
  MAX_UNREAD_BYTES,
  MAX_UNREAD_BYTES_OF_ALL_STREAMS,
} from '../../src/http/server/unread-budget.js'
import { DEFAULT_MAX_WORLDS, HIBERNATE_AFTER_MS, MAX_REGISTERED_WORLDS } from '../../src/runtime/hibernation.js'
import { MAX_OBSERVED_WORLDS } from '../../src/runtime/journal/client-observers.js'
import {
  MAX_BYTES_OF_ALL_WORLDS,
  MAX_BYTES_PER_WORLD,
  MAX_RECORDS_PER_WORLD,
} from '../../src/runtime/journal/journal.js'
import * as snapshotLimits from '../../src/runtime/snapshots/snapshot-limits.js'
import { MAX_OPEN_LOG_FILES } from '../../src/runtime/storage/disk/open-files.js'
import { MAX_FOLDING_MS } from '../../src/runtime/storage/folded-worlds.js'
import { SLICE_MS } from '../../src/runtime/time-slices.js'

const guide = readFileSync(join(import.meta.dirname, '../../docs/limits.md'), 'utf8')

/** The rows of all tables: what is limited, and its limit. */
const rows = new Map(
  guide
    .split('\n')
    .filter((line) => /^\| (?!what)/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, what, limit]) => [what, limit]),
)

/** The value at a path such as `Artists.maxItems`, with references resolved. */
function at(document: unknown, path: string): number {
  const { components } = document as { components: { schemas: Record<string, unknown>; parameters: object } }
  const start: unknown = { ...components.parameters, ...components.schemas }
  const found = path.split('.').reduce((node, name) => {
    const next = (node as Record<string, unknown>)[name] as { $ref?: string } | undefined
    return next?.$ref === undefined ? next : components.schemas[next.$ref.split('/').at(-1) as string]
  }, start)
  return found as number
}
const inService = (path: string) => at(service, path)
const inControl = (path: string) => at(control, path)

const count = (n: number) => n.toLocaleString('en')
const characters = (n: number) => `${count(n)} characters`
const mebibytes = (n: number) => `${n / 1024 ** 2} MiB`
const seconds = (ms: number) => `${ms / 1000} s`

const {
  MAX_RELEASES,
  MAX_TRACKS,
  MAX_ASSETS,
  MAX_DELIVERIES,
  MAX_ERN_MESSAGES,
  MAX_FAULTS,
  MAX_REPORTED_PLAYS,
  MAX_EVENTS,
  MAX_TOKENS,
  MAX_KEPT_ANSWERS,
  MAX_KEPT_ANSWER_BYTES,
  MAX_ATTEMPTS_PER_DISPATCH,
  MAX_REDELIVERED_EVENTS,
} = worldLimits
const { MAX_IMPORTED_BYTES, MAX_LINE_BYTES, MAX_SNAPSHOT_BYTES, MAX_SNAPSHOTS_PER_WORLD, MAX_USED_HEAP } =
  snapshotLimits

const EXPECTED: Record<string, string> = {
  'titles of releases and tracks': characters(inService('Title.maxLength')),
  'names of labels and artists': characters(inService('Label.maxLength')),
  'artists of a release': count(inService('Artists.maxItems')),
  territories: count(inService('ReleaseTerritories.maxItems')),
  'stores of a delivery': count(inService('StoreIds.maxItems')),
  'tracks in one bulk request': count(inService('TracksCreate.properties.tracks.maxItems')),
  'tracks of a release': count(inService('TrackNumber.maximum')),
  'file names of assets': characters(inService('AssetCreate.properties.filename.maxLength')),
  'URLs of webhook endpoints': characters(inService('WebhookUrl.maxLength')),
  'secrets of webhook endpoints': characters(inService('WebhookSecret.maxLength')),
  'events in one redelivery': count(inService('Redelivery.properties.event_ids.maxItems')),
  'statements in one payout': count(inService('PayoutCreate.properties.statement_ids.maxItems')),
  'ids, in a path, a query or a body': characters(inService('ReleaseId.schema.maxLength')),
  cursors: characters(inService('Cursor.schema.maxLength')),
  'OAuth client ids and secrets': characters(inService('TokenRequest.properties.client_id.maxLength')),
  'page size (`limit`)': count(inService('Limit.schema.maximum')),
  'texts of the control plane: names of scenarios, operations and rejection codes': characters(
    inControl('ScenarioChoice.properties.name.maxLength'),
  ),
  'rejection reasons and changelog entries': characters(
    inControl('DeliverySimulation.properties.rejection_reason.maxLength'),
  ),
  'JSON body': mebibytes(MAX_PARSED_BYTES),
  'nesting of a JSON body': '64 levels',
  'uploaded asset': mebibytes(MAX_UPLOAD_BYTES),
  'ERN message': mebibytes(inService('ErnDocument.maxLength')),
  '`details` of one error': '1,000 entries',
  'request line and headers': `${maxHeaderSize / 1024} KiB`,
  'time for the headers to arrive': seconds(TIMEOUTS.headersTimeout),
  'time in which a body makes no progress': seconds(BODY_LIMITS.stallMs),
  'time for the whole body': `${seconds(BODY_LIMITS.totalMs)}, and 1 s more for every ${BODY_LIMITS.bytesPerSecond / 1024} KiB`,
  'time in which a client reads nothing of its response': seconds(RESPONSE_STALL_TIMEOUT),
  'idle connection': seconds(TIMEOUTS.keepAliveTimeout),
  releases: count(MAX_RELEASES),
  tracks: count(MAX_TRACKS),
  assets: count(MAX_ASSETS),
  deliveries: count(MAX_DELIVERIES),
  'ERN messages': count(MAX_ERN_MESSAGES),
  'webhook endpoints': count(MAX_WEBHOOKS),
  faults: count(MAX_FAULTS),
  'figures set with `POST /_sandbox/simulate/plays`': count(MAX_REPORTED_PLAYS),
  events: `${count(MAX_EVENTS)}, and 30 days on the world's clock`,
  'attempts of one event to one endpoint': count(MAX_ATTEMPTS_PER_DISPATCH),
  'answers kept for an `Idempotency-Key`': `${count(MAX_KEPT_ANSWERS)}, ${mebibytes(MAX_KEPT_ANSWER_BYTES)}, and 24 hours on the world's clock`,
  'access tokens': `${count(MAX_TOKENS)}, and one hour on the world's clock`,
  statements: '120 months',
  'requests in the journal': `${count(MAX_RECORDS_PER_WORLD)} records and ${mebibytes(MAX_BYTES_PER_WORLD)}`,
  'saved snapshots': count(MAX_SNAPSHOTS_PER_WORLD),
  'custom scenarios': 'one per sandbox, chosen at start',
  'worlds with a client report of their own': count(MAX_OBSERVED_WORLDS),
  'journals of all worlds': mebibytes(MAX_BYTES_OF_ALL_WORLDS),
  'unread bytes of one event stream': mebibytes(MAX_UNREAD_BYTES),
  'unread bytes of all event streams': mebibytes(MAX_UNREAD_BYTES_OF_ALL_STREAMS),
  'exported or imported snapshot': mebibytes(MAX_SNAPSHOT_BYTES),
  'one line of an imported snapshot': mebibytes(MAX_LINE_BYTES),
  'imported snapshots in memory, without `--data`': mebibytes(MAX_IMPORTED_BYTES),
  'heap in use during an import': `${MAX_USED_HEAP * 100} % of its limit`,
  'worlds in memory (`--max-worlds`)': count(DEFAULT_MAX_WORLDS),
  'worlds in all': count(MAX_REGISTERED_WORLDS),
  'idle world in memory, with `--data`': `${HIBERNATE_AFTER_MS / 60_000} min`,
  'open log files, with `--data`': count(MAX_OPEN_LOG_FILES),
  'unread output of the log': mebibytes(MAX_UNREAD_LOG_BYTES),
  'requests in progress after `SIGTERM`': seconds(SHUTDOWN_GRACE_MS),
  'writing the states of changed worlds after `SIGTERM`, with `--data`': seconds(MAX_FOLDING_MS),
  'exit after `SIGTERM`': seconds(EXIT_DEADLINE_MS),
  'start of a clock': `${formatInstant(EARLIEST_START)} to ${formatInstant(LATEST_START)}`,
  'end of every clock': formatInstant(END_OF_TIME),
  'delay of a fault': '5m',
}

describe('the guide states the limits of the code and the contracts', () => {
  test.each(Object.entries(EXPECTED))('%s: %s', (what, limit) => {
    expect(rows.get(what)).toBe(limit)
  })

  test('and no other rows', () => {
    const figures = [...rows.keys()].filter((what) => what && !what.startsWith('-') && !(what in EXPECTED))
    expect(figures.filter((what) => !rows.get(what)?.includes(' ms'))).toEqual([])
  })

  test('and the numbers in its sentences', () => {
    expect(guide).toContain(`slices of ${SLICE_MS} ms`)
    expect(guide).toContain(`has ${CUT_OFF_GRACE_MS / 1000} s for that`)
    expect(TOKEN_LIFETIME).toBe(HOUR)
    expect(MAX_REDELIVERED_EVENTS).toBe(inService('Redelivery.properties.event_ids.maxItems'))
  })

  test('and what they have in common', () => {
    expect(inService('Label.maxLength')).toBe(inService('Artist.properties.name.maxLength'))
    expect(inService('ReleaseTerritories.maxItems')).toBe(inService('DeliveryTerritories.maxItems'))
    expect(inControl('ChangelogEntry.properties.summary.maxLength')).toBe(
      inControl('DeliverySimulation.properties.rejection_reason.maxLength'),
    )
  })
})
