import { createSandbox } from '../../composition/sandbox.js'
import type { components } from '../../generated/control-api.js'
import { SCENARIO_FILES } from '../../runtime/scenarios/built-in-scenarios.js'
import { readScenario, type ScenarioFile } from '../../runtime/scenarios/scenario-file.js'
import { createReceiver } from '../../webhooks/receiver.js'
import type { Recorded } from '../../webhooks/recording.js'
import { isFile, loadOwnScenario } from '../serve/custom-scenario.js'
import { type Walker, walkOf, walkThrough } from './walk-through.js'

/** A world that nobody else uses: a receiver that knows the ids of another would take these events for old ones. */
const KEY = 'sk_sandbox_standard_replay'

export interface ScenarioEvents {
  records: Recorded[]
  /** Arrivals with a wrong signature. Signed anew they would be something else. */
  forged: number
}

/** Plays a scenario's walk-through in a sandbox of its own, and tells what a receiver got, in the order it came. */
export async function eventsOfScenario(chosen: string, seed: number | undefined): Promise<ScenarioEvents> {
  const file = isFile(chosen)
    ? await loadOwnScenario(chosen)
    : (SCENARIO_FILES.find(({ name }) => name === chosen) as ScenarioFile)
  const sandbox = await createSandbox({
    clock: 'manual',
    scenario: readScenario(file),
    ...(seed !== undefined && { seed }),
  })
  const receiver = await createReceiver({ secret: 'whsec_walk' })
  try {
    const walker = createWalker(sandbox.url)
    await walkThrough(walker, { ...walkOf(file), receiver })
    const log: components['schemas']['EventLogEntry'][] = (await walker.get('/_sandbox/events')).body.data
    // The clock's time, not the wall's, under which weeks pass in a moment.
    const times = new Map(
      log.map(({ id, deliveries }) => {
        const attempts = deliveries.flatMap(({ attempts }) => attempts)
        return [id, attempts.filter((made) => made.status_code !== null).map((made) => made.attempted_at)] as const
      }),
    )
    const met = receiver.arrivals.flatMap(({ event, body, verdict }) => {
      if (!event || event.event_type === 'ping') return []
      const at = times.get(event.id)?.shift() ?? event.created_at
      return [{ verdict, record: { at, id: event.id, event_type: event.event_type, body: body.toString('utf8') } }]
    })
    const genuine = met.filter(({ verdict }) => verdict !== 'bad signature')
    return { records: genuine.map(({ record }) => record), forged: met.length - genuine.length }
  } finally {
    await receiver.close()
    await sandbox.close(0)
  }
}

function createWalker(url: string): Walker {
  const send: Walker['send'] = async (method, path, headers, body) => {
    const answer = await fetch(new URL(path, url), { method, headers, body: body.length > 0 ? body : null })
    const text = await answer.text()
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: text === '' ? undefined : JSON.parse(text),
    }
  }
  const call =
    (method: string) =>
    (path: string, body?: unknown): ReturnType<Walker['send']> =>
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
