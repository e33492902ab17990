import { text as textOfStream } from 'node:stream/consumers'
import type { Download } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.js'
import { validRelease } from '../support/test-sandbox.js'
import { SECRET } from '../support/webhook-receiver.js'
import { expectClean, findDefects } from './dashboard-browser.js'
import { startDashboard } from './screen-page.js'

const textOf = async (download: Download) => textOfStream(await download.createReadStream())

describe.skipIf(!hasBrowser)('the Snapshots and journal screen', async () => {
  const { fresh, client, open, urlOf } = await startDashboard()

  test('saves, compares and restores snapshots', async () => {
    const api = fresh()
    const opened = await open(api, 'snapshots')
    const { page } = opened
    await page.getByText('This world has no snapshots').waitFor()
    await expectClean(opened)
    const save = async (name: string) => {
      await page.getByLabel('Name of the new snapshot').fill(name)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: `Restore ${name}` }).waitFor()
    }
    await save('before')
    await api.post('/v1/webhooks', { url: 'http://127.0.0.1:9', event_type: ['asset.ready'], secret: SECRET })
    const { id } = (await api.post('/v1/releases', { ...validRelease, title: '<b>\u202eevil</b>' })).body
    await save('after')
    await expectClean(opened)
    await page.getByRole('link', { name: 'Compare with before' }).click()
    const releases = page.getByRole('region', { name: 'Differences in releases' })
    await releases.getByText('1 added').waitFor()
    await releases.getByText(id).waitFor()
    expect(await page.content()).not.toContain(SECRET)
    expect(page.url()).toBe(urlOf(api, 'snapshots/compare?a=before&b=after'))
    await expectClean(opened)
    await page.goBack()
    await page.getByRole('button', { name: 'Restore before' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Everything that happened in it since then is lost.').waitFor()
    expect(await findDefects(page)).toEqual([])
    // Nothing happens without the confirmation.
    await page.keyboard.press('Escape')
    expect((await api.get(`/v1/releases/${id}`)).status).toBe(200)
    await page.getByRole('button', { name: 'Restore before' }).click()
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('The world is as it was at').waitFor()
    expect((await api.get(`/v1/releases/${id}`)).status).toBe(404)
    await page.getByRole('button', { name: 'Remove after' }).click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('The snapshot after was removed.').waitFor()
  })

  test('shows the journal and how to rerun it', async () => {
    const api = fresh()
    const opened = await open(api, 'snapshots/journal')
    const { page } = opened
    await page.getByText('The journal is empty').waitFor()
    await expectClean(opened)
    await api.get('/v1/releases')
    await page.reload()
    await page.getByText('Records: request').waitFor()
    await page.getByText(`npx mds-sandbox rerun ${api.key.replace('sk_sandbox_standard_', '')}.ndjson`).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the journal' }).click()
    const text = await textOf(await download)
    expect(text).toBe((await api.get('/_sandbox/journal')).text)
    const compare = (name: string, content: string) =>
      page.getByLabel('Journal of the other run').setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) })
    await compare('same.ndjson', text)
    await page.getByText('1 request, all requests and responses are the same').waitFor()
    await compare('other.ndjson', text.replace('"has_more":false', '"has_more":"<b>no</b>"'))
    const differences = page.getByRole('region', { name: 'Differences between the runs' })
    await differences.getByText('1 request differs').waitFor()
    await differences.getByText('"<b>no</b>"').waitFor()
    await compare('nonsense.ndjson', 'no')
    await page.getByText('nonsense.ndjson is not a journal.').waitFor()
    await expectClean(opened)
  })

  test('downloads a snapshot and imports it into another world', async () => {
    const [api, other] = [fresh(), fresh()]
    await api.post('/_sandbox/snapshots', { name: 'mine' })
    const { page } = await open(api, 'snapshots')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download mine' }).click()
    const text = await textOf(await download)
    await page.goto(urlOf(other, 'snapshots'))
    await page
      .getByLabel('Import a file')
      .setInputFiles({ name: 'mine.ndjson', mimeType: '', buffer: Buffer.from(text) })
    await page.getByText('The snapshot mine was imported.').waitFor()
    expect((await other.get('/_sandbox/snapshots')).body.data).toMatchObject([{ name: 'mine' }])
    await page
      .getByLabel('Import a file')
      .setInputFiles({ name: 'bad.ndjson', mimeType: '', buffer: Buffer.from('no') })
    await page.locator('.toast-danger').waitFor()
  })

  test('forks a world at a request, and replaces an existing one only when asked', async () => {
    const api = fresh()
    const name = `${api.key.replace('sk_sandbox_standard_', '')}-fork`
    const fork = client(`sk_sandbox_standard_${name}`)
    await fork.get('/v1/releases')
    await api.post('/_sandbox/snapshots', { name: 'earlier' })
    const created = await api.post('/v1/releases', validRelease)
    const opened = await open(api, `activity/${created.headers['x-request-id']}`)
    const { page } = opened
    await page.getByRole('link', { name: 'Fork a world here' }).click()
    await page.getByText('Nothing has changed since this request').waitFor()
    await page.getByRole('button', { name: 'Fork earlier' }).waitFor()
    await expectClean(opened)
    await api.post('/v1/releases', { ...validRelease, title: 'Later' })
    await page.getByText('One entry after this request changed the world.').waitFor()
    await page.getByText(`--until ${created.headers['x-request-id']} --snapshot at-request.ndjson`).waitFor()
    await page.getByRole('button', { name: 'Fork the world as it is now' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Fork', exact: true }).click()
    await dialog.getByText(/already exists/).waitFor()
    expect(await findDefects(opened.page)).toEqual([])
    await dialog.getByLabel('Replace a world that has this name').check()
    await dialog.getByRole('button', { name: 'Fork', exact: true }).click()
    await page.waitForURL(`**/w/standard/${name}/activity`)
    expect((await fork.get(`/v1/releases/${created.body.id}`)).status).toBe(200)
  })
})
