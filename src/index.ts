export { createSandbox, type Sandbox, type SandboxOptions } from './composition/create-sandbox.js'
export { SandboxError } from './library/control-call.js'
export type { ActivityEntry, Transcript, WorldRecording } from './library/record.js'
export type { Advance, Condition, EventFilter, SandboxWorld } from './library/sandbox-world.js'
export type {
  Advanced,
  Asset,
  ClientReport,
  Clock,
  ControlSchemas,
  Delivery,
  DeliveryCreate,
  ErrorCode,
  Event,
  EventOf,
  EventType,
  Fault,
  LineItem,
  LoggedEvent,
  Payout,
  Release,
  ReleaseCreate,
  RoyaltyRecord,
  Schemas,
  Snapshot,
  Statement,
  Store,
  Track,
  TrackCreate,
  Webhook,
} from './library/types.js'
export type { FixtureInput } from './runtime/fixtures/fixtures.js'
