import { childNamed, childrenNamed, textOf, type XmlElement } from '../xml/xml-element.js'
import { type MappingContext, quote, readFlagAttribute } from './context.js'

/**
 * Chooses one of several elements with the same name, which are variants for languages or territories: the default,
 * otherwise the one in the message's language for all territories, otherwise the first.
 */
export function chooseVariant(context: MappingContext, parent: XmlElement, name: string): XmlElement | undefined {
  const variants = childrenNamed(parent, name)
  if (variants.length < 2) return variants[0]
  const chosen =
    variants.find((variant) => readFlagAttribute(context, variant, 'IsDefault')) ??
    variants.find((variant) => isForAllTerritories(variant) && languageOf(variant, context) === context.language) ??
    variants.find(
      (variant) => isForAllTerritories(variant) && isSameLanguage(languageOf(variant, context), context.language),
    ) ??
    variants[0]
  if (chosen)
    context.report.addOnce(
      parent,
      'variant_chosen',
      `${name} occurs ${variants.length} times, and the API has one value. Taken is ${quote(summaryOf(chosen))}.`,
    )
  return chosen
}

const languageOf = ({ attributes }: XmlElement, { language }: MappingContext): string =>
  attributes.get('LanguageAndScriptCode')?.toLowerCase() ?? language

const isSameLanguage = (a: string, b: string): boolean => a.split('-')[0] === b.split('-')[0]

const isForAllTerritories = ({ attributes }: XmlElement): boolean =>
  (attributes.get('ApplicableTerritoryCode') ?? 'Worldwide') === 'Worldwide'

const summaryOf = (element: XmlElement): string => textOf(element) ?? textOf(element.children[0]) ?? ''

/** DisplayTitleText, otherwise DisplayTitle as "TitleText (SubTitle)". */
export function readTitle(context: MappingContext, parent: XmlElement): string | undefined {
  const text = textOf(chooseVariant(context, parent, 'DisplayTitleText'))
  if (text !== undefined) return text
  const title = chooseVariant(context, parent, 'DisplayTitle')
  const titleText = textOf(childNamed(title, 'TitleText'))
  if (titleText === undefined) return undefined
  const subTitles = childrenNamed(title, 'SubTitle').flatMap((subTitle) => textOf(subTitle) ?? [])
  return [titleText, ...subTitles.map((subTitle) => `(${subTitle})`)].join(' ')
}

/** The FullName of a party or a brand. */
export function readPartyName(context: MappingContext, party: XmlElement): string | undefined {
  const name = chooseVariant(context, party, party.name === 'Brand' ? 'BrandName' : 'PartyName')
  return textOf(childNamed(name, 'FullName'))
}

const MAX_TITLE_LENGTH = 500

/** Reports a title that the API does not accept. */
export function checkTitle({ report }: MappingContext, holder: XmlElement, title: string | undefined): void {
  const element = childNamed(holder, 'DisplayTitleText') ?? holder
  // A Release without the element is reported as such.
  if (title === undefined && holder.name === 'Release' && element === holder) return
  if (title === undefined)
    report.add(
      element,
      'value_invalid',
      `${holder.localName} has no title: DisplayTitleText and DisplayTitle are absent or empty.`,
    )
  else if ([...title].length > MAX_TITLE_LENGTH)
    report.add(element, 'value_invalid', `The title is longer than ${MAX_TITLE_LENGTH} characters.`)
}
