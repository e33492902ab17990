import { createSandbox } from '../../composition/create-sandbox.js'
import type { components } from '../../generated/control-api.js'
import { builtInSeeds } from '../../runtime/fixtures/built-in-seeds.js'
import { BUILT_IN_SCENARIO_FILES } from '../../runtime/scenarios/built-in-scenarios.js'
import { type ScenarioFile, toScenario } from '../../runtime/scenarios/scenario-file.js'
import { createReceiver } from '../../webhooks/receiver.js'
import type { RecordedEvent } from '../../webhooks/recording.js'
import { isFilePath, loadCustomScenario } from './custom-scenario.js'
import { runWalkThrough, type WalkThroughClient, walkThroughOptions } from './walk-through.js'

/** A separate world, so that its event ids are new to a receiver that already knows the ids of another world. */
const KEY = 'sk_sandbox_standard_replay'

export interface ScenarioEvents {
  records: RecordedEvent[]
  /** The number of events with a wrong signature. They are left out, because a replay would sign them correctly. */
  forged: number
}

/** Runs the walk-through of a scenario in a new sandbox, and returns the received events in order of arrival. */
export async function recordScenarioEvents(nameOrPath: string, seed: number | undefined): Promise<ScenarioEvents> {
  const file = isFilePath(nameOrPath)
    ? await loadCustomScenario(nameOrPath, builtInSeeds)
    : (BUILT_IN_SCENARIO_FILES.find(({ name }) => name === nameOrPath) as ScenarioFile)
  const sandbox = await createSandbox({
    clock: 'manual',
    scenario: toScenario(file),
    ...(seed !== undefined && { seed }),
  })
  const receiver = await createReceiver({ secret: 'whsec_walk' })
  try {
    const client = createWalkThroughClient(sandbox.url)
    await runWalkThrough(client, { ...walkThroughOptions(file), receiver })
    const log: components['schemas']['EventLogEntry'][] = (await client.get('/_sandbox/events')).body.data
    // Times of the world's clock: in wall-clock time, all events arrive at nearly the same moment.
    const times = new Map(
      log.map(({ id, deliveries }) => {
        const attempts = deliveries.flatMap(({ attempts }) => attempts)
        return [
          id,
          attempts.filter((attempt) => attempt.status_code !== null).map((attempt) => attempt.attempted_at),
        ] as const
      }),
    )
    const received = receiver.arrivals.flatMap(({ event, body, verdict }) => {
      if (!event || event.event_type === 'ping') return []
      const at = times.get(event.id)?.shift() ?? event.created_at
      return [{ verdict, record: { at, id: event.id, event_type: event.event_type, body: body.toString('utf8') } }]
    })
    const genuine = received.filter(({ verdict }) => verdict !== 'bad signature')
    return { records: genuine.map(({ record }) => record), forged: received.length - genuine.length }
  } finally {
    await receiver.close()
    await sandbox.close(0)
  }
}

function createWalkThroughClient(url: string): WalkThroughClient {
  const send: WalkThroughClient['send'] = async (method, path, headers, body) => {
    const response = await fetch(new URL(path, url), { method, headers, body: body.length > 0 ? body : null })
    const text = await response.text()
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: text === '' ? undefined : JSON.parse(text),
    }
  }
  const call =
    (method: string) =>
    (path: string, body?: unknown): ReturnType<WalkThroughClient['send']> =>
      body === undefined
        ? send(method, path, { 'x-api-key': KEY }, Buffer.alloc(0))
        : send(
            method,
            path,
            { 'x-api-key': KEY, 'content-type': 'application/json' },
            Buffer.from(JSON.stringify(body)),
          )
  return { key: KEY, get: call('GET'), post: call('POST'), patch: call('PATCH'), send }
}
