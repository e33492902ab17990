import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import openapi from '../../openapi.yaml'
import { yaml } from '../../scripts/yaml-plugin.mjs'
import type { Document } from '../../src/contract/openapi-document.js'
import { isUpc } from '../../src/core/catalogue/upc-and-isrc.js'
import { seeds } from '../../src/runtime/seed-data.js'

const { stores, territories, catalogue, accounts, money } = seeds
const codes = territories.map(({ code }) => code)
const unique = (values: unknown[]) => expect(new Set(values).size).toBe(values.length)

test('there are at least 60 territories without KP, and 8 to 12 stores', () => {
  expect(codes.length).toBeGreaterThanOrEqual(60)
  expect(codes.length).toBeLessThanOrEqual(100)
  expect(codes).not.toContain('KP')
  expect(stores.length).toBeGreaterThanOrEqual(8)
  expect(stores.length).toBeLessThanOrEqual(12)
})

test('ids, UPCs and ISRCs are unique, and every UPC has a valid check digit', () => {
  unique(codes)
  unique(stores.map(({ store_id }) => store_id))
  unique([...catalogue.assets, ...catalogue.releases, ...catalogue.tracks].map(({ id }) => id))
  unique(catalogue.releases.map(({ upc }) => upc))
  unique(catalogue.tracks.map(({ isrc }) => isrc))
  expect(catalogue.releases.every(({ upc }) => isUpc(upc))).toBe(true)
})

test('every reference in the seeds exists', () => {
  const known = new Set([...catalogue.assets, ...catalogue.releases].map(({ id }) => id))
  for (const { artwork_asset_id } of catalogue.releases) if (artwork_asset_id) expect(known).toContain(artwork_asset_id)
  for (const { release_id, audio_asset_id } of catalogue.tracks) {
    expect(known).toContain(release_id)
    if (audio_asset_id) expect(known).toContain(audio_asset_id)
  }
  for (const { territories: served } of stores)
    if (served !== 'all') for (const code of served) expect(codes).toContain(code)
  for (const { licensed_territories } of Object.values(accounts))
    for (const code of licensed_territories.all_except) expect(codes).toContain(code)
})

test('every store has rates in a currency that the seeds and the contract list', () => {
  expect(money.stores.map(({ store_id }) => store_id)).toEqual(stores.map(({ store_id }) => store_id))
  const known = money.currencies.map(({ code }) => code)
  expect((openapi as Document).components?.schemas?.CurrencyCode).toMatchObject({ enum: known })
  expect([...new Set(money.stores.map(({ currency }) => currency))].sort()).toEqual([...known].sort())
  expect(money.currencies.filter(({ minor_units }) => minor_units === 0)).toHaveLength(1)
  expect(money.stores.filter(({ months_late }) => months_late > 0).length).toBeGreaterThan(1)
})

test('fee and withholding together are less than the gross amount, which the rounding of records relies on', () => {
  for (const fee of Object.values(money.distribution_fee))
    for (const { withholding } of money.stores) expect(Number(fee) + Number(withholding)).toBeLessThan(1)
})

test('releases are in order of creation, which lists rely on', () => {
  const ages = catalogue.releases.map(({ hours_before_start }) => hours_before_start)
  expect(ages).toEqual([...ages].sort((a, b) => b - a))
})

test('no seeded UPC is in the pool of assigned UPCs', () => {
  for (const { upc_prefix } of Object.values(accounts))
    expect(catalogue.releases.filter(({ upc }) => upc.startsWith(upc_prefix))).toEqual([])
})

test('the catalogue equals the output of its script', () => {
  execFileSync(process.execPath, [join(import.meta.dirname, '../../scripts/generate-catalogue.mjs'), '--check'])
})

test('loading refuses an invalid seed file and names every issue', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'mds-')), 'seeds')
  execFileSync('mkdir', [folder])
  writeFileSync(join(folder, 'schema.yaml'), readFileSync(join(import.meta.dirname, '../../seeds/schema.yaml')))
  writeFileSync(join(folder, 'territories.yaml'), '- { code: de, name: Germany }\n- { code: FR }\n')
  const load = yaml().load as unknown as (id: string) => Promise<unknown>
  await expect(load(join(folder, 'territories.yaml'))).rejects.toThrow(
    /0\/code must match pattern.*1 must have required property 'name'/,
  )
})
