import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { builtInSeeds as seeds } from '../../src/runtime/fixtures/built-in-seeds.js'
import { startSandbox } from '../support/test-sandbox.js'

/** Recalculates the figures of docs/money.md from the API's responses, without using the ledger's own arithmetic. */
const text = readFileSync(join(import.meta.dirname, '../../docs/money.md'), 'utf8')
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
/** Drops the decimal point, so the argument must show all its decimal places. */
const exact = (decimal: string) => BigInt(decimal.replace('.', ''))
const decimal = (value: bigint, places: number) => {
  const digits = String(value < 0n ? -value : value).padStart(places + 1, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}
/** Rounds half to even, to a whole number. */
function rounded(value: bigint, places: number): bigint {
  const unit = 10n ** BigInt(places)
  const floor = value / unit - (value % unit < 0n ? 1n : 0n)
  const twice = 2n * (value - floor * unit)
  return twice > unit || (twice === unit && floor % 2n !== 0n) ? floor + 1n : floor
}

test('the example matches the API and adds up', async () => {
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
    return [isrc, String(play_count), unit_rate, earnings, decimal(total, 6), String(rounded(total, 6))]
  })
  expect(rowsOf('isrc')).toEqual(worked)

  let [gross, kept] = [0n, 0n]
  const added = records.map((record: Record<string, string>) => {
    gross += BigInt(record.gross_amount as string)
    const share = gross * (fee + tax)
    const more = rounded(share, 4) - kept
    kept += more
    expect(BigInt(record.gross_amount as string) - more).toBe(BigInt(record.net_amount as string))
    const totals = [String(gross), decimal(share, 4), String(kept)]
    return [record.period, record.release_id, ...totals, record.gross_amount, String(more), record.net_amount]
  })
  expect(worked.at(-1).at(-1)).toBe(String(gross))
  expect(text).toContain(`| ${decimal((fee + tax) * 100n, 4).replace(/0+$/, '')} % |`)
  expect([statement.gross_amount, statement.net_amount]).toEqual([String(gross), String(gross - kept)])
  expect(rowsOf('period')).toEqual([...added, ['', '', '', '', '', ...[gross, kept, gross - kept].map(String)]])
})

test('the table of stores matches the seeds', () => {
  const percent = (share: string) => `${decimal(exact(share) * 100n, 4).replace(/[.]?0+$/, '')} %`
  expect(rowsOf('store')).toEqual(
    seeds.money.stores.map(({ store_id, currency, withholding, months_late }) => [
      `\`${store_id}\``,
      currency,
      percent(withholding),
      String(months_late),
    ]),
  )
})

test('the errors in the guide match the API', async () => {
  const { client } = await startSandbox()
  const api = client('sk_sandbox_standard_demo')
  const [statement] = (await api.get('/v1/statements?currency=JPY&period=2024-12')).body.data
  await api.post('/v1/payouts', { statement_ids: [statement.id] })
  for (const [status, id] of [
    [409, statement.id],
    [422, 'stm_x'],
  ]) {
    const answer = await api.post('/v1/payouts', { statement_ids: [id] })
    expect(answer.status).toBe(status)
    expect(text).toContain(answer.text.replace(/req_\w+/, 'req_…'))
  }
})

test('the payout_on_hold example in openapi.yaml matches the API', async () => {
  const { fresh } = await startSandbox({ scenario: 'payout-on-hold' })
  const api = fresh()
  const [statement] = (await api.get('/v1/statements?status=closed')).body.data
  const { id } = (await api.post('/v1/payouts', { statement_ids: [statement.id] })).body
  const { error } = (await api.post(`/v1/payouts/${id}/release`)).body
  const document = readFileSync(join(import.meta.dirname, '../../openapi.yaml'), 'utf8').replace(/\s+/g, ' ')
  expect(document).toContain(`code: payout_on_hold message: >- ${error.message}`)
})
