import { parseDate, parseDateTime } from '../checks/values.js'
import { paced } from '../xml/paced.js'
import { childNamed, childrenNamed, descendantsAt, textOf, type XmlElement } from '../xml/xml-element.js'
import { type MappingContext, quote, readFlag } from './context.js'
import type { ChannelFacts, DealFacts, PeriodFacts, ReleaseDealFacts } from './facts.js'

export function* readDeals(
  context: MappingContext,
  dealList: XmlElement | undefined,
): Generator<void, ReleaseDealFacts[], void> {
  const releaseDeals: ReleaseDealFacts[] = []
  for (const releaseDeal of childrenNamed(dealList, 'ReleaseDeal')) {
    const deals: DealFacts[] = []
    yield* paced(childrenNamed(releaseDeal, 'Deal'), (deal) => deals.push(readDeal(context, deal)))
    releaseDeals.push({ release_references: textsOf(childrenNamed(releaseDeal, 'DealReleaseReference')), deals })
    if (releaseDeals.length % 100 === 0) yield
  }
  return releaseDeals
}

const textsOf = (elements: readonly XmlElement[]): string[] => elements.flatMap((element) => textOf(element) ?? [])

function readDeal(context: MappingContext, deal: XmlElement): DealFacts {
  const terms = childNamed(deal, 'DealTerms')
  return {
    has_terms: terms !== undefined,
    is_pre_order: terms !== undefined && readFlag(context, terms, 'IsPreOrderDeal') === true,
    use_types: textsOf(childrenNamed(terms, 'UseType')),
    territories: textsOf(childrenNamed(terms, 'TerritoryCode')),
    excluded_territories: textsOf(childrenNamed(terms, 'ExcludedTerritoryCode')),
    periods: childrenNamed(terms, 'ValidityPeriod').map((period) => readPeriod(context, period)),
    channels: childrenNamed(terms, 'DistributionChannel').map(readChannel),
  }
}

const readChannel = (channel: XmlElement): ChannelFacts[] =>
  descendantsAt(channel, 'PartyId', 'ProprietaryId').flatMap((id) => {
    const value = textOf(id)
    return value === undefined ? [] : [{ namespace: id.attributes.get('Namespace') ?? '', value }]
  })

interface Instant {
  /** The first instant of a date, or the date and time. */
  start: number
  /** The first instant after a date, or the date and time. */
  end: number
  date: string
}

/** StartDateTime and EndDateTime replace StartDate and EndDate, which are deprecated. */
function readPeriod(context: MappingContext, period: XmlElement): PeriodFacts {
  const start = readInstant(context, period, 'Start')
  const end = readInstant(context, period, 'End')
  return { start: start?.start ?? null, start_date: start?.date ?? null, end: end?.end ?? null }
}

function readInstant({ report }: MappingContext, period: XmlElement, edge: 'Start' | 'End'): Instant | undefined {
  const dateTime = childNamed(period, `${edge}DateTime`)
  const date = childNamed(period, `${edge}Date`)
  const element = textOf(dateTime) === undefined ? date : dateTime
  const text = textOf(element)
  if (!element || text === undefined) return undefined
  const parsed = element === dateTime ? instantOfDateTime(text) : instantOfDate(text)
  if (!parsed)
    report.add(
      element,
      'value_invalid',
      `${element.localName} is ${quote(text)}, which is not a ${element === dateTime ? 'date and time such as 2027-01-31T00:00:00Z' : 'date such as 2027-01-31'}.`,
    )
  return parsed
}

function instantOfDate(text: string): Instant | undefined {
  const parsed = parseDate(text)
  return parsed && { start: parsed.start, end: parsed.end, date: new Date(parsed.start).toISOString().slice(0, 10) }
}

function instantOfDateTime(text: string): Instant | undefined {
  const parsed = parseDateTime(text)
  return parsed && { start: parsed.ms, end: parsed.ms, date: text.slice(0, 10) }
}
