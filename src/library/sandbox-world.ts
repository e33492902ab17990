import type { Tier } from '../core/engine/seed-types.js'
import type { Fetch } from '../http/server/listen.js'
import type { ScenarioFile } from '../runtime/scenarios/scenario-file.js'
import type { ControlCall, Output } from './control-call.js'
import { startRecording, type WorldRecording } from './record.js'
import type { Advanced, ClientReport, ControlSchemas, EventType, Fault, LoggedEvent, Snapshot } from './types.js'
import { waitFor } from './wait-for.js'

/**
 * What to wait for: a resource and its status (`{ asset: 'ast_…', status: 'ready' }`), or an event
 * (`{ event: 'delivery.completed', data: { status: 'rejected' } }`).
 */
export type Condition = ControlSchemas['Condition']

/** `72h`, or what `POST /_sandbox/clock/advance` takes. */
export type Advance = string | { duration: string } | { to: string | Date } | { until: 'idle' | Condition }

export interface EventFilter<T extends EventType = EventType> {
  event_type?: T
  /** Only events for this endpoint. */
  webhook_id?: string
  /** Only events with this delivery status. */
  status?: ControlSchemas['EventDeliveryStatus']
}

/** One world of a sandbox. Refused calls throw a SandboxError. */
export interface SandboxWorld {
  readonly tier: Tier
  readonly name: string
  readonly apiKey: string
  /** The URL of the sandbox. */
  readonly url: string
  /** Like the global `fetch`, with the API key of this world and without a connection. */
  fetch(path: string | URL, init?: RequestInit): Promise<Response>
  /** All events, oldest first. */
  events<T extends EventType = EventType>(filter?: EventFilter<T>): Promise<LoggedEvent<T>[]>
  readonly clock: {
    now(): Promise<string>
    /** Resolves when everything that is due has happened, including webhooks sent and answered. Lists every step. */
    advance(by: Advance): Promise<Advanced>
  }
  /**
   * Resolves when the condition is met, for tests with a live clock. Does not move the clock: with a manual clock, use
   * `clock.advance({ until })`. Rejects after `timeoutMs` (default 30,000), or if the condition can't be met any more.
   */
  wait(until: Condition, options?: { timeoutMs?: number }): Promise<ControlSchemas['ConditionState']>
  readonly scenario: {
    current(): Promise<Output<'getScenario'>>
    /** Takes the name of a scenario, or a whole one in the shape of a scenario file. */
    use(scenario: string | ScenarioFile): Promise<Output<'useScenario'>>
  }
  /** Moves a resource to a status immediately. */
  readonly simulate: {
    delivery(input: ControlSchemas['DeliverySimulation']): Promise<Output<'simulateDelivery'>>
    asset(input: ControlSchemas['AssetSimulation']): Promise<Output<'simulateAsset'>>
    payout(input: ControlSchemas['PayoutSimulation']): Promise<Output<'simulatePayout'>>
  }
  readonly money: {
    /** Sets the plays of a track that a store reports for a month, by default the current one. */
    report(store: string, track: string, plays: number, options?: { period?: string }): Promise<Output<'simulatePlays'>>
  }
  readonly faults: {
    add(fault: ControlSchemas['FaultCreate']): Promise<Fault>
    list(): Promise<Fault[]>
    clear(): Promise<void>
  }
  /** The verdict on the client of this world since the sandbox started. A reset does not clear it. */
  report(): Promise<ClientReport>
  /**
   * Names the running test in the evidence of the report. With `exclude`, requests are left out of the report until the
   * next mark: use it for the setup of a test. Null removes the mark.
   */
  mark(name: string | null, options?: { exclude?: boolean }): Promise<void>
  /** Records what happens from now on, for a transcript: `(await (await world.record()).transcript()).text`. */
  record(): Promise<WorldRecording>
  /** Saves the world under a name. */
  snapshot(name: string): Promise<Snapshot>
  /** Restores a saved world. */
  restore(name: string): Promise<ControlSchemas['World']>
  /** Returns the world to its seed, including clock and ids. */
  reset(): Promise<ControlSchemas['World']>
  /** Calls any operation of the control plane by its operationId. */
  readonly control: ControlCall
}

export interface SandboxWorldOptions {
  tier: Tier
  name: string
  apiKey: string
  url: string
  control: ControlCall
  fetch: Fetch
}

function toAdvanceBody(by: Advance): ControlSchemas['Advance'] {
  if (typeof by === 'string') return { duration: by }
  return 'to' in by ? { to: by.to instanceof Date ? by.to.toISOString() : by.to } : by
}

export function createSandboxWorld({ tier, name, apiKey, url, control, fetch }: SandboxWorldOptions): SandboxWorld {
  async function events<T extends EventType>(filter: EventFilter<T> = {}): Promise<LoggedEvent<T>[]> {
    const found: unknown[] = []
    let cursor: string | undefined
    do {
      const query = { ...filter, ...(cursor && { cursor }) }
      const { data, next_cursor } = await control('getEvents', { query })
      found.push(...data)
      cursor = next_cursor ?? undefined
    } while (cursor !== undefined)
    return found as LoggedEvent<T>[]
  }

  return {
    tier,
    name,
    apiKey,
    url,
    events,
    fetch(path, init = {}) {
      const headers = new Headers(init.headers)
      // A credential of the caller, such as an access token, takes precedence.
      if (!headers.has('authorization') && !headers.has('x-api-key')) headers.set('x-api-key', apiKey)
      return fetch(path, { ...init, headers })
    },
    clock: {
      now: async () => (await control('getClock')).now,
      advance: (by) => control('advanceClock', { body: toAdvanceBody(by) }),
    },
    wait: (until, { timeoutMs = 30_000 } = {}) => waitFor(control, until, timeoutMs),
    scenario: {
      current: () => control('getScenario'),
      use: (scenario) =>
        control('useScenario', {
          // The contract does not repeat the shape of a scenario file.
          body: typeof scenario === 'string' ? { name: scenario } : { scenario: scenario as object as never },
        }),
    },
    simulate: {
      delivery: (body) => control('simulateDelivery', { body }),
      asset: (body) => control('simulateAsset', { body }),
      payout: (body) => control('simulatePayout', { body }),
    },
    money: {
      report: (store_id, track_id, plays, options = {}) =>
        control('simulatePlays', { body: { store_id, track_id, plays, ...options } }),
    },
    faults: {
      add: (body) => control('addFault', { body }),
      list: async () => (await control('listFaults')).data,
      clear: () => control('clearFaults'),
    },
    report: () => control('getReport'),
    async mark(name, { exclude = false } = {}) {
      await control('setMark', { body: { name, exclude } })
    },
    record: () => startRecording(control),
    snapshot: (name) => control('saveSnapshot', { body: { name } }),
    restore: (snapshot) => control('restoreSnapshot', { path: { snapshot } }),
    reset: () => control('resetWorld'),
    control,
  }
}
