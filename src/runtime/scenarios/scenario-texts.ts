import actionRequired from '../../../scenarios/action-required.yaml?text'
import assetFailure from '../../../scenarios/asset-failure.yaml?text'
import duplicateEvents from '../../../scenarios/duplicate-events.yaml?text'
import ernRejection from '../../../scenarios/ern-rejection.yaml?text'
import flakyWebhooks from '../../../scenarios/flaky-webhooks.yaml?text'
import happyPath from '../../../scenarios/happy-path.yaml?text'
import lateCompletion from '../../../scenarios/late-completion.yaml?text'
import legacySunset from '../../../scenarios/legacy-sunset.yaml?text'
import mixedOutcomes from '../../../scenarios/mixed-outcomes.yaml?text'
import outOfOrderEvents from '../../../scenarios/out-of-order-events.yaml?text'
import outage from '../../../scenarios/outage.yaml?text'
import payoutOnHold from '../../../scenarios/payout-on-hold.yaml?text'
import rateLimited from '../../../scenarios/rate-limited.yaml?text'
import rejection from '../../../scenarios/rejection.yaml?text'
import resubmission from '../../../scenarios/resubmission.yaml?text'
import slowIngestion from '../../../scenarios/slow-ingestion.yaml?text'
import takedown from '../../../scenarios/takedown.yaml?text'

/** The files of the built-in scenarios with their comments. Only `scenarios show` loads this module. */
export const SCENARIO_TEXTS: Record<string, string> = {
  'action-required': actionRequired,
  'asset-failure': assetFailure,
  'duplicate-events': duplicateEvents,
  'ern-rejection': ernRejection,
  'flaky-webhooks': flakyWebhooks,
  'happy-path': happyPath,
  'legacy-sunset': legacySunset,
  'late-completion': lateCompletion,
  'mixed-outcomes': mixedOutcomes,
  'out-of-order-events': outOfOrderEvents,
  outage,
  'payout-on-hold': payoutOnHold,
  'rate-limited': rateLimited,
  rejection,
  resubmission,
  'slow-ingestion': slowIngestion,
  takedown,
}
