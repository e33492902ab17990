import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { seeds } from '../src/runtime/seeds.js'
import { startSandbox } from './support/api.js'

/** docs/money.md, worked out again from what the API answers, with an arithmetic of its own. */
const text = readFileSync(join(import.meta.dirname, '../docs/money.md'), 'utf8')
const rowsOf = (head: string) => {
  const table = text.slice(text.indexOf(`| ${head} |`)).split('\n\n')[0] as string
  return table
    .split('\n')
    .slice(2)
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}
/** Of decimals that show all their places. */
const exact = (decimal: string) => BigInt(decimal.replace('.', ''))
/** To whole yen, ties to the even one. */
function yen(value: bigint, places: number): bigint {
  const unit = 10n ** BigInt(places)
  const floor = value / unit - (value % unit < 0n ? 1n : 0n)
  const twice = 2n * (value - floor * unit)
  return twice > unit || (twice === unit && floor % 2n !== 0n) ? floor + 1n : floor
}

test('the worked example is what the API answers, and adds up', async () => {
  const { client } = await startSandbox()
  const api = client('sk_sandbox_standard_demo')
  const [statement] = (await api.get('/v1/statements?currency=JPY&period=2024-12')).body.data
  const lines = (await api.get(`/v1/statements/${statement.id}/line-items`)).body.data
  const records = (await api.get('/v1/royalties?currency=JPY')).body.data
    .filter((record: { statement_id: string }) => record.statement_id === statement.id)
    .reverse()
  const fee = exact(seeds.money.distribution_fee.standard)
  const tax = exact(seeds.money.stores.find(({ currency }) => currency === 'JPY')?.withholding as string)

  let total = 0n
  const worked = lines.map(({ isrc, play_count, unit_rate, earnings }: Record<string, string>) => {
    total += BigInt(play_count as string) * exact(unit_rate as string)
    const sign = total < 0n ? '-' : ''
    const digits = String(total < 0n ? -total : total).padStart(7, '0')
    const shown = `${sign}${digits.slice(0, -6)}.${digits.slice(-6)}`
    const rounded = [yen(total, 6), yen(total * fee, 10), yen(total * tax, 10)]
    return [isrc, String(play_count), unit_rate, earnings, shown, ...rounded.map(String)]
  })
  expect(rowsOf('isrc')).toEqual(worked)
  const [gross, fees, taxes] = worked.at(-1).slice(-3).map(BigInt)
  expect([statement.gross_amount, statement.net_amount]).toEqual([String(gross), String(gross - fees - taxes)])

  const shown = rowsOf('period')
  const sum = (column: number) => shown.slice(0, -1).reduce((all, row) => all + BigInt(row[column] as string), 0n)
  expect(shown.at(-1)).toEqual(['', '', ...[2, 3, 4, 5].map((column) => String(sum(column)))])
  expect(shown.at(-1)?.slice(2)).toEqual([gross, fees, taxes, gross - fees - taxes].map(String))
  for (const row of shown)
    expect(BigInt(row[2] as string) - BigInt(row[3] as string) - BigInt(row[4] as string)).toBe(
      BigInt(row[5] as string),
    )
  expect(shown.slice(0, -1).map((row) => [row[0], row[1], row[2], row[5]])).toEqual(
    records.map((record: Record<string, string>) => [
      record.period,
      record.release_id,
      record.gross_amount,
      record.net_amount,
    ]),
  )
})
