import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.js'
import { wav } from '../support/media-files.js'
import { findDefects } from './dashboard-browser.js'
import { startDashboard, withoutRefusals } from './screen-page.js'

const TIMEOUT = 60_000

describe.skipIf(!hasBrowser)('the Catalogue screen', { timeout: TIMEOUT }, async () => {
  const { sandbox, fresh, open } = await startDashboard()

  test('creates a release, says why it can not be submitted, and submits it', async () => {
    const api = fresh()
    const opened = await open(api, 'catalogue')
    const { page, problems } = opened
    await page.getByRole('button', { name: 'New release…' }).click()
    const dialog = page.getByRole('dialog')
    expect(await findDefects(page)).toEqual([])
    await dialog.getByLabel('Title').fill('Paper Lanterns')
    await dialog.getByLabel('Artists').fill('Mira Solane; Lena Vo (featured)')
    await dialog.getByLabel('Release date').fill('2027-03-05')
    await dialog.getByRole('button', { name: 'Create' }).click()
    const checklist = page.getByRole('region', { name: 'Submission' })
    await checklist.getByRole('heading', { name: "Why can't I submit?" }).waitFor()
    await checklist.getByText('Not met: The artwork is ready').waitFor()
    const [release] = (await api.get('/_sandbox/state/releases?q=Paper+Lanterns')).body.data
    expect(release.artists).toEqual([
      { name: 'Mira Solane', role: 'main' },
      { name: 'Lena Vo', role: 'featured' },
    ])

    await checklist.getByRole('button', { name: 'Add a track…' }).click()
    await dialog.getByLabel('Title').fill('First Light')
    await dialog.getByLabel('ISRC').fill('nonsense')
    await dialog.getByLabel('Audio').selectOption('ast_seed_audio_12')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByRole('alert').getByText('isrc').first().waitFor()
    await dialog.getByLabel('ISRC').fill('')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await checklist.getByText('Met: It has at least one track', { exact: false }).waitFor()

    await page.getByRole('button', { name: 'Edit…' }).click()
    await dialog.getByLabel('Title').fill('Paper Lanterns (Deluxe)')
    const artwork = dialog.getByLabel('Artwork')
    await artwork.locator('option').nth(1).waitFor({ state: 'attached' })
    await artwork.selectOption({ index: 1 })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Ready to submit' }).waitFor()
    expect([await findDefects(page), withoutRefusals(problems)]).toEqual([[], []])
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('button', { name: 'Deliver…' }).waitFor()
    expect((await api.get(`/_sandbox/state/releases/${release.id}`)).body).toMatchObject({
      status: 'submitted',
      title: 'Paper Lanterns (Deluxe)',
    })
  })

  test('uploads a file, and lets an asset become ready', async () => {
    const api = fresh()
    const opened = await open(api, 'catalogue/assets')
    const { page, problems } = opened
    await page.getByRole('button', { name: 'Upload…' }).click()
    const dialog = page.getByRole('dialog')
    const choose = (name: string) =>
      dialog.getByLabel('File').setInputFiles({ name, mimeType: 'audio/x-wav', buffer: Buffer.from(wav()) })
    await choose('song.mp3')
    await dialog.getByRole('button', { name: 'Upload' }).click()
    await dialog.getByText('song.mp3 is not an asset.').waitFor()
    await choose('song.wav')
    await dialog.getByRole('button', { name: 'Upload' }).click()
    await page.getByText('The file is uploaded').waitFor()
    const details = page.getByRole('region', { name: 'Details' })
    await details.getByText('processing').first().waitFor()
    await details.getByRole('button', { name: 'Make ready' }).click()
    await details.getByText('No release or track uses this asset.').waitFor()
    await page.getByText('The asset is ready.').waitFor()
    const [asset] = (await api.get('/_sandbox/state/assets?limit=1')).body.data
    expect(asset).toMatchObject({ filename: 'song.wav', status: 'ready', size_bytes: wav().length })
    expect([await findDefects(page), withoutRefusals(problems)]).toEqual([[], []])
  })

  test('edits a track, copies curl that works, and finds everything with the keyboard', async () => {
    const api = fresh()
    const { page, problems } = await open(api, 'catalogue/tracks')
    await page.getByText('QZ-S0D-24-00011').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const details = page.getByRole('region', { name: 'Details' })
    await details.getByRole('button', { name: 'Edit…' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Title').fill('Another Title')
    await page.keyboard.press('Enter')
    await details.getByRole('heading', { name: 'Another Title' }).waitFor()
    await details.getByRole('button', { name: 'Copy as curl' }).click()
    await page.getByText('Copied the request as curl.').waitFor()
    const curl = (await page.evaluate('navigator.clipboard.readText()')) as string
    expect(spawnSync('sh', ['-c', curl.replace(/^curl/, 'printf "%s\\n"')], { encoding: 'utf8' }).stdout).toContain(
      `${sandbox.url.replace(/\/$/, '')}/v1/tracks/trk_seed_11`,
    )
    await page.keyboard.press('Escape')
    await page.waitForFunction(`document.activeElement?.textContent.includes('Another Title')`)
    expect(problems).toEqual([])
  })
})
