export { SandboxError } from './library/call.js'
export type {
  Advanced,
  Asset,
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
export type { Advance, EventFilter, SandboxWorld } from './library/world.js'
export { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.js'
