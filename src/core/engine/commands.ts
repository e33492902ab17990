import { issueToken } from '../access/access-tokens.js'
import { type AssetInput, createAsset, receiveUpload, type Upload } from '../catalogue/assets.js'
import { createRelease, type ReleaseChanges, type ReleaseInput, updateRelease } from '../catalogue/releases.js'
import { type Submission, submitRelease } from '../catalogue/submission.js'
import {
  bulkTrackPrefix,
  createTracks,
  singleTrackPrefix,
  type TrackChanges,
  type TrackInput,
  updateTrack,
} from '../catalogue/tracks.js'
import { chooseScenario } from '../delivery/custom-scenarios.js'
import { createDelivery, type DeliveryInput, resubmitDelivery } from '../delivery/deliveries.js'
import {
  addFault,
  clearFaults,
  type FaultInput,
  type FaultSelection,
  removeFault,
  takeFault,
} from '../delivery/injected-faults.js'
import type { Scenario } from '../delivery/scenario-rules.js'
import { type DeliverySimulation, simulateAsset, simulateDelivery } from '../delivery/simulate.js'
import { takedownDelivery } from '../delivery/takedowns.js'
import { continueWaitingReleases } from '../ern/distribute.js'
import { type ErnInput, type ReceivedMessage, receiveMessage } from '../ern/receive-message.js'
import { startDeferredTakedowns } from '../ern/take-down.js'
import { parkDispatch, recordAttempt } from '../events/dispatches.js'
import {
  createWebhook,
  deleteWebhook,
  pingWebhook,
  publishChangelog,
  recordPing,
  redeliverEvents,
  updateWebhook,
  type WebhookChanges,
  type WebhookInput,
} from '../events/webhook-endpoints.js'
import type { Payout } from '../money/money-state.js'
import {
  createPayout,
  type PayoutInput,
  type PayoutSimulation,
  releasePayout,
  simulatePayout,
} from '../money/payouts.js'
import { type PlaysInput, type ReportedPlays, setReportedPlays } from '../money/reported-plays.js'
import { ok, type Result } from '../primitives/result.js'
import type {
  AddedFault,
  Asset,
  AttemptOutcome,
  Delivery,
  Dispatch,
  Release,
  Track,
  Webhook,
  WorldEvent,
} from './rows.js'
import type { World } from './world.js'

/** Every change of a world's state, as plain JSON. Seed, scenario and commands together reproduce a run. */
export type Command =
  | { type: 'create-release'; input: ReleaseInput }
  | { type: 'update-release'; id: string; changes: ReleaseChanges; scenario?: string }
  | { type: 'submit-release'; id: string; scenario?: string }
  | { type: 'create-track'; input: TrackInput }
  | { type: 'create-tracks'; inputs: TrackInput[] }
  | { type: 'update-track'; id: string; changes: TrackChanges }
  | { type: 'create-asset'; input: AssetInput }
  | { type: 'receive-upload'; id: string; upload: Upload }
  | { type: 'create-delivery'; input: DeliveryInput; scenario: string }
  | { type: 'resubmit-delivery'; id: string; store_ids: string[] | undefined }
  | { type: 'takedown-delivery'; id: string; store_ids: string[] | undefined }
  | { type: 'simulate-delivery'; input: DeliverySimulation }
  | { type: 'simulate-asset'; id: string; outcome: 'ready' | 'failed' }
  | { type: 'create-webhook'; input: WebhookInput }
  | { type: 'update-webhook'; id: string; changes: WebhookChanges }
  | { type: 'delete-webhook'; id: string }
  | { type: 'ping-webhook'; id: string }
  | { type: 'record-ping'; dispatch_id: string; at: string; outcome: AttemptOutcome }
  | { type: 'record-attempt'; dispatch_id: string; at: string; outcome: AttemptOutcome }
  | { type: 'park-dispatch'; dispatch_id: string }
  | { type: 'take-fault'; scenario: string; operation: string }
  | { type: 'add-fault'; input: FaultInput }
  | { type: 'remove-fault'; id: string }
  | { type: 'clear-faults' }
  | { type: 'redeliver-events'; id: string; event_ids: string[] | undefined }
  | { type: 'publish-changelog'; input: { date?: string; summary: string } }
  | { type: 'create-payout'; input: PayoutInput; scenario: string }
  | { type: 'release-payout'; id: string }
  | { type: 'simulate-payout'; input: PayoutSimulation }
  | { type: 'set-plays'; input: PlaysInput }
  | { type: 'receive-ern'; input: ErnInput }
  | { type: 'use-scenario'; name: string; definition?: Scenario }
  | { type: 'issue-token' }

interface CommandResults {
  'create-release': Release
  'update-release': Release
  'submit-release': Submission
  'create-track': Track[]
  'create-tracks': Track[]
  'update-track': Track
  'create-asset': Asset
  'receive-upload': Asset
  'create-delivery': Delivery
  'resubmit-delivery': Delivery
  'takedown-delivery': Delivery
  'simulate-delivery': Delivery
  'simulate-asset': Asset
  'create-webhook': Webhook
  'update-webhook': Webhook
  'delete-webhook': Webhook
  'ping-webhook': Dispatch
  'record-ping': Webhook
  'record-attempt': string
  'park-dispatch': string
  'take-fault': FaultSelection | undefined
  'add-fault': AddedFault
  'remove-fault': string
  'clear-faults': number
  'redeliver-events': Dispatch[]
  'publish-changelog': WorldEvent
  'create-payout': Payout
  'release-payout': Payout
  'simulate-payout': Payout
  'receive-ern': ReceivedMessage
  'set-plays': ReportedPlays
  'use-scenario': string
  'issue-token': string
}

export type CommandResult<C extends Command> = CommandResults[C['type']]

export function execute<C extends Command>(world: World, command: C): Result<CommandResult<C>>
export function execute(world: World, command: Command): Result<unknown> {
  switch (command.type) {
    case 'create-release':
      return createRelease(world, command)
    case 'update-release':
      return updateRelease(world, command)
    case 'submit-release':
      return submitRelease(world, command)
    case 'create-track':
      return createTracks(world, [command.input], singleTrackPrefix)
    case 'create-tracks':
      return createTracks(world, command.inputs, bulkTrackPrefix)
    case 'update-track':
      return updateTrack(world, command)
    case 'create-asset':
      return createAsset(world, command)
    case 'receive-upload':
      return receiveUpload(world, command)
    case 'create-delivery':
      return createDelivery(world, command)
    case 'resubmit-delivery':
      return resubmitDelivery(world, command)
    case 'takedown-delivery':
      return takedownDelivery(world, command)
    case 'simulate-delivery': {
      const simulated = simulateDelivery(world, command.input)
      startDeferredTakedowns(world, command.input.delivery_id)
      return simulated.ok ? ok(world.deliveries.get(command.input.delivery_id)) : simulated
    }
    case 'simulate-asset': {
      const simulated = simulateAsset(world, command)
      continueWaitingReleases(world, command.id)
      return simulated
    }
    case 'create-webhook':
      return createWebhook(world, command.input)
    case 'update-webhook':
      return updateWebhook(world, command.id, command.changes)
    case 'delete-webhook':
      return deleteWebhook(world, command.id)
    case 'ping-webhook':
      return pingWebhook(world, command.id)
    case 'record-ping':
      return recordPing(world, command.dispatch_id, command.at, command.outcome)
    case 'record-attempt':
      return ok(recordAttempt(world, command.dispatch_id, command.at, command.outcome))
    case 'park-dispatch':
      parkDispatch(world, command.dispatch_id)
      return ok(command.dispatch_id)
    case 'take-fault':
      return ok(takeFault(world, command.scenario, command.operation))
    case 'add-fault':
      return addFault(world, command.input)
    case 'remove-fault':
      return removeFault(world, command.id)
    case 'clear-faults':
      return clearFaults(world)
    case 'redeliver-events':
      return redeliverEvents(world, command.id, command.event_ids)
    case 'publish-changelog':
      return publishChangelog(world, command.input)
    case 'create-payout':
      return createPayout(world, command)
    case 'release-payout':
      return releasePayout(world, command)
    case 'simulate-payout':
      return simulatePayout(world, command.input)
    case 'receive-ern':
      return receiveMessage(world, command.input)
    case 'set-plays':
      return setReportedPlays(world, command.input)
    case 'use-scenario':
      return chooseScenario(world, command.name, command.definition)
    case 'issue-token':
      return ok(issueToken(world))
  }
}
