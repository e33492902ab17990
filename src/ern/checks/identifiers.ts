const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** ISO 7064 MOD 37,36: the last character checks the ones before it. */
function hasValidCheckCharacter(text: string): boolean {
  let product = 36
  for (const character of text.slice(0, -1)) {
    const sum = (product + ALPHABET.indexOf(character)) % 36 || 36
    product = (sum * 2) % 37
  }
  return (product + ALPHABET.indexOf(text.at(-1) ?? '')) % 36 === 1
}

/** A DDEX party id: `PADPIDA` and 11 characters, the last one a check character. */
export const isDpid = (text: string): boolean => /^PADPIDA[0-9A-Z]{11}$/.test(text) && hasValidCheckCharacter(text)

/** A Global Release Identifier, without hyphens and in upper case. */
export const isGrid = (text: string): boolean => /^A1[0-9A-Z]{16}$/.test(text) && hasValidCheckCharacter(text)

/** A GTIN with 8, 12, 13 or 14 digits. */
export function isIcpn(text: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text)) return false
  let sum = 0
  for (const [i, digit] of [...text.padStart(14, '0')].entries()) sum += Number(digit) * (i % 2 === 0 ? 3 : 1)
  return sum % 10 === 0
}

export const toGtin14 = (icpn: string): string => icpn.padStart(14, '0')

/** The UPC of a GTIN; undefined if it is an EAN or a number of a trade unit, which have no UPC. */
export const toUpc = (gtin14: string): string | undefined => (gtin14.startsWith('00') ? gtin14.slice(2) : undefined)

export const isIsrc = (text: string): boolean => /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(text)

/** Removes what people add to make an ISRC or a GRid readable. */
export const normalizeIdentifier = (text: string): string => text.replaceAll(/[-\s\u2010-\u2015]/g, '').toUpperCase()
