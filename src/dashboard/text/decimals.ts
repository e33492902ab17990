/** An exact decimal number: `units` times 10 to the power of minus `scale`. */
interface Decimal {
  units: bigint
  scale: number
}

function parse(text: string): Decimal {
  const [whole = '0', fraction = ''] = text.split('.')
  return { units: BigInt(whole + fraction), scale: fraction.length }
}

function format({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const cut = digits.length - scale
  return `${units < 0n ? '-' : ''}${digits.slice(0, cut)}${scale > 0 ? `.${digits.slice(cut)}` : ''}`
}

const rescale = ({ units, scale }: Decimal, to: number) => units * 10n ** BigInt(to - scale)

/** The exact sum of amounts such as "12.50". It has as many decimals as the amount with the most. */
export function sumOf(amounts: readonly string[]): string {
  const decimals = amounts.map(parse)
  const scale = Math.max(0, ...decimals.map((decimal) => decimal.scale))
  return format({ units: decimals.reduce((sum, decimal) => sum + rescale(decimal, scale), 0n), scale })
}

/** Whether `rounded` is `exact`, rounded to the decimals of `rounded`. */
export function isRoundedFrom(rounded: string, exact: string): boolean {
  const [r, e] = [parse(rounded), parse(exact)]
  const scale = Math.max(r.scale, e.scale)
  const difference = rescale(r, scale) - rescale(e, scale)
  const unit = 10n ** BigInt(scale - r.scale)
  return 2n * (difference < 0n ? -difference : difference) <= unit
}
