function upcCheckDigit(digits: string): number {
  let sum = 0
  for (let i = 0; i < 11; i++) sum += (digits.charCodeAt(i) - 48) * (i % 2 === 0 ? 3 : 1)
  return (10 - (sum % 10)) % 10
}

export const isUpc = (text: string): boolean =>
  /^[0-9]{12}$/.test(text) && upcCheckDigit(text.slice(0, 11)) === Number(text[11])

/** The n-th UPC of the pool with this four-digit prefix. */
export function buildUpc(prefix: string, n: number): string {
  const digits = prefix + String(n).padStart(7, '0')
  return digits + upcCheckDigit(digits)
}

/** `QZK3V2500001` → `QZ-K3V-25-00001` */
export function hyphenateIsrc(isrc: string): string {
  const bare = isrc.replaceAll('-', '')
  return `${bare.slice(0, 2)}-${bare.slice(2, 5)}-${bare.slice(5, 7)}-${bare.slice(7)}`
}

/** The n-th ISRC of a registrant, counted from a year. A year has 100,000 numbers; higher ones roll over to the next. */
export function buildIsrc(prefix: string, year: number, n: number): string {
  const yy = (year + Math.floor(n / 100_000)) % 100
  return `${prefix}-${String(yy).padStart(2, '0')}-${String(n % 100_000).padStart(5, '0')}`
}
