function upcCheckDigit(eleven: string): number {
  let sum = 0
  for (let i = 0; i < 11; i++) sum += Number(eleven[i]) * (i % 2 === 0 ? 3 : 1)
  return (10 - (sum % 10)) % 10
}

export const isUpc = (text: string): boolean =>
  /^[0-9]{12}$/.test(text) && upcCheckDigit(text.slice(0, 11)) === Number(text[11])

/** The n-th UPC of the pool that belongs to a four-digit prefix. */
export function upcOf(prefix: string, n: number): string {
  const eleven = prefix + String(n).padStart(7, '0')
  return eleven + upcCheckDigit(eleven)
}
