import type { components } from '../generated/control-api.js'

type Schemas = components['schemas']

/** The verdict on a client, as GET /_sandbox/report returns it. Every other format is a view of it. */
export type ClientReport = Schemas['ClientReport']
export type RuleVerdict = Schemas['RuleVerdict']
export type Finding = Schemas['Finding']
export type Evidence = Schemas['Evidence']
export type Coverage = Schemas['Coverage']
export type CoverageDimension = Schemas['CoverageDimension']

export const REPORT_FORMAT = 1

export const DIMENSIONS = [
  'operations',
  'outcomes',
  'error_codes',
  'events',
  'states',
  'rejection_codes',
  'scenarios',
] as const satisfies readonly (keyof Coverage)[]
export type Dimension = (typeof DIMENSIONS)[number]
