import type { components as Control } from '../../generated/control-api.js'
import type { components as Service } from '../../generated/service-api.js'

type ControlSchemas = Control['schemas']
type ServiceSchemas = Service['schemas']

export type ActivityEntry = ControlSchemas['ActivityEntry']
export type ActivityKind = ControlSchemas['ActivityKind']
export type EntryOf<K extends ActivityKind> = Extract<ActivityEntry, { kind: K }>
export type Change = ControlSchemas['Change']
export type RecordedRequest = ControlSchemas['RecordedRequest']
export type Clock = ControlSchemas['Clock']
export type Agenda = ControlSchemas['Agenda']
export type AgendaEntry = ControlSchemas['AgendaEntry']
export type Advanced = ControlSchemas['Advanced']
export type ScenarioState = ControlSchemas['ScenarioState']
export type WorldSummary = ControlSchemas['WorldSummary']
export type EventLogEntry = ControlSchemas['EventLogEntry']
export type SandboxFacts = ControlSchemas['SandboxFacts']
export type CollectionName = ControlSchemas['CollectionName']

/** The items of the state reads. */
export interface StateItems {
  releases: ServiceSchemas['Release']
  tracks: ServiceSchemas['Track']
  assets: ServiceSchemas['Asset']
  deliveries: ServiceSchemas['Delivery']
  webhooks: ServiceSchemas['Webhook']
  events: EventLogEntry
  statements: ServiceSchemas['Statement']
  royalties: ServiceSchemas['RoyaltyRecord']
  line_items: ServiceSchemas['LineItem']
  payouts: ServiceSchemas['Payout']
  stores: ServiceSchemas['Store']
  ern_messages: ServiceSchemas['ErnMessage']
}
export type StateItem<C extends CollectionName> = StateItems[C] & { sandbox: SandboxFacts }

export interface Page<T> {
  data: T[]
  next_cursor: string | null
  has_more: boolean
}

export type ScenarioDefinition = ControlSchemas['ScenarioDefinition']
export type ScenarioCheck = ControlSchemas['ScenarioCheck']
export type Timetable = ControlSchemas['Timetable']
export type Fault = ControlSchemas['Fault']
export type FaultCreate = ControlSchemas['FaultCreate']
export type Invariants = ControlSchemas['Invariants']
export type Snapshot = ControlSchemas['Snapshot']
export type ProbeReport = ControlSchemas['ProbeReport']
export type ClientReport = ControlSchemas['ClientReport']
export type RuleVerdict = ControlSchemas['RuleVerdict']
