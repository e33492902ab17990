/**
 * Exact decimals: a BigInt and its number of decimal places. 12.34 with two places is 1234n. Money is never a
 * floating-point number.
 */
export function formatDecimal(value: bigint, places: number): string {
  const sign = value < 0n ? '-' : ''
  const digits = String(value < 0n ? -value : value).padStart(places + 1, '0')
  return places === 0 ? sign + digits : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** The inverse of `formatDecimal`. The text must be a valid decimal with at most this many places. */
export function parseDecimal(text: string, places: number): bigint {
  const dot = text.indexOf('.')
  if (dot < 0) return BigInt(text + '0'.repeat(places))
  const digits = text.slice(0, dot) + text.slice(dot + 1)
  const missing = places - (text.length - dot - 1)
  const padded = missing > 0 ? digits + '0'.repeat(missing) : digits
  // Up to 15 digits are exact as a number, which is faster to parse.
  return BigInt(padded.length < 16 ? Number(padded) : padded)
}

/** Rounds to fewer places. Ties go to the even digit, so that they have no bias. */
export function roundHalfEven(value: bigint, fromPlaces: number, toPlaces: number): bigint {
  const unit = 10n ** BigInt(fromPlaces - toPlaces)
  const magnitude = value < 0n ? -value : value
  const quotient = magnitude / unit
  const doubledRemainder = (magnitude % unit) * 2n
  const isRoundedUp = doubledRemainder > unit || (doubledRemainder === unit && quotient % 2n === 1n)
  const rounded = isRoundedUp ? quotient + 1n : quotient
  return value < 0n ? -rounded : rounded
}
