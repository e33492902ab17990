import actionRequired from '../../../scenarios/action-required.yaml'
import assetFailure from '../../../scenarios/asset-failure.yaml'
import duplicateEvents from '../../../scenarios/duplicate-events.yaml'
import ernRejection from '../../../scenarios/ern-rejection.yaml'
import flakyWebhooks from '../../../scenarios/flaky-webhooks.yaml'
import happyPath from '../../../scenarios/happy-path.yaml'
import lateCompletion from '../../../scenarios/late-completion.yaml'
import legacySunset from '../../../scenarios/legacy-sunset.yaml'
import mixedOutcomes from '../../../scenarios/mixed-outcomes.yaml'
import outOfOrderEvents from '../../../scenarios/out-of-order-events.yaml'
import outage from '../../../scenarios/outage.yaml'
import payoutOnHold from '../../../scenarios/payout-on-hold.yaml'
import rateLimited from '../../../scenarios/rate-limited.yaml'
import rejection from '../../../scenarios/rejection.yaml'
import resubmission from '../../../scenarios/resubmission.yaml'
import slowIngestion from '../../../scenarios/slow-ingestion.yaml'
import takedown from '../../../scenarios/takedown.yaml'
import type { Scenario } from '../../core/delivery/scenario-rules.js'
import { type ScenarioFile, toScenario } from './scenario-file.js'

export const BUILT_IN_SCENARIO_FILES = [
  happyPath,
  rejection,
  actionRequired,
  takedown,
  mixedOutcomes,
  resubmission,
  slowIngestion,
  assetFailure,
  flakyWebhooks,
  duplicateEvents,
  outOfOrderEvents,
  rateLimited,
  outage,
  payoutOnHold,
  legacySunset,
  lateCompletion,
  ernRejection,
] as ScenarioFile[]

export const DEFAULT_SCENARIO = 'happy-path'

/** The built-in scenarios and at most one custom scenario. */
export interface Scenarios {
  names: readonly string[]
  custom?: Scenario | undefined
  find(name: string): Scenario | undefined
}

export function createScenarios(custom?: Scenario): Scenarios {
  const builtInNames = BUILT_IN_SCENARIO_FILES.map(({ name }) => name)
  const loaded = new Map<string, Scenario>(custom && [[custom.name, custom]])
  return {
    names: custom && !builtInNames.includes(custom.name) ? [...builtInNames, custom.name] : builtInNames,
    custom,
    find(name) {
      let scenario = loaded.get(name)
      const file = scenario ? undefined : BUILT_IN_SCENARIO_FILES.find((candidate) => candidate.name === name)
      if (file) loaded.set(name, (scenario = toScenario(file)))
      return scenario
    },
  }
}
