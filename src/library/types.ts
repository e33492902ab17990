import type { components as Control } from '../generated/control-api.js'
import type { components as Service } from '../generated/service-api.js'

/** The schemas of the service's API, by their names in openapi.yaml. */
export type Schemas = Service['schemas']
export type Release = Schemas['Release']
export type ReleaseCreate = Schemas['ReleaseCreate']
export type Track = Schemas['Track']
export type TrackCreate = Schemas['TrackCreate']
export type Asset = Schemas['Asset']
export type Delivery = Schemas['Delivery']
export type DeliveryCreate = Schemas['DeliveryCreate']
export type Store = Schemas['Store']
export type Webhook = Schemas['Webhook']
export type RoyaltyRecord = Schemas['RoyaltyRecord']
export type Statement = Schemas['Statement']
export type LineItem = Schemas['LineItem']
export type Payout = Schemas['Payout']
export type ErrorCode = Schemas['ErrorCode']
export type EventType = Schemas['EventType']
/** An event as an endpoint receives it. `event_type` determines the type of `data`. */
export type Event = Schemas['Event']
export type EventOf<T extends EventType> = Extract<Event, { event_type: T }>

/** The schemas of the control plane, by their names in control.openapi.yaml. */
export type ControlSchemas = Control['schemas']
/** An entry of the event log: the event, its endpoints and all delivery attempts. */
export type LoggedEvent<T extends EventType = EventType> = EventOf<T> & {
  deliveries: ControlSchemas['EventDelivery'][]
}
export type Clock = ControlSchemas['Clock']
export type Advanced = ControlSchemas['Advanced']
export type Snapshot = ControlSchemas['Snapshot']
export type Fault = ControlSchemas['Fault']
/** The verdict on a client. */
export type ClientReport = ControlSchemas['ClientReport']
