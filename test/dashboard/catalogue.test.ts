import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { wav } from '../support/media-files.js'
import { type Client, startSandbox, validRelease } from '../support/test-sandbox.js'
import { COLOR_SCHEMES, hasBrowser, type OpenedPage, startBrowser } from './dashboard-browser.js'

const TIMEOUT = 60_000
const HOSTILE = '<img src=x onerror=alert(1)> \u202egnol 🎧 '

describe.skipIf(!hasBrowser)('the Catalogue screen', { timeout: TIMEOUT }, async () => {
  const { sandbox, fresh } = await startSandbox()
  const open = startBrowser()
  const urlOf = ({ key }: Client, path = 'catalogue') =>
    `${sandbox.url}/_sandbox/ui/w/standard/${key.replace('sk_sandbox_standard_', '')}/${path}`
  /** Chromium logs refused requests, which some tests provoke. */
  const isClean = async ({ problems, foreignRequests, findViolations }: OpenedPage) =>
    expect([
      await findViolations(),
      problems.filter((problem) => !problem.includes('a status of 422')),
      foreignRequests,
    ]).toEqual([[], [], []])
  const isNarrowEnough = async ({ page }: OpenedPage) =>
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)

  for (const colorScheme of COLOR_SCHEMES) {
    test(`shows releases, tracks and assets with details, ${colorScheme}`, async () => {
      const api = fresh()
      const opened = await open(urlOf(api), { colorScheme, width: colorScheme === 'dark' ? 360 : 1280 })
      const { page } = opened
      await page.getByRole('link', { name: /Crooked Lighthouse/ }).waitFor()
      await isClean(opened)
      for (const [path, text] of [
        ['releases/rel_seed_05', 'Letters to Hazel'],
        ['tracks/trk_seed_11', 'QZ-S0D-24-00011'],
        ['assets/ast_seed_audio_12', 'audio/wav'],
      ] as const) {
        await page.goto(urlOf(api, `catalogue/${path}`))
        await page.getByRole('region', { name: 'Details' }).getByText(text).first().waitFor()
        await isNarrowEnough(opened)
        await isClean(opened)
      }
    })

    test(`shows what to do when there is nothing, ${colorScheme}`, async () => {
      const api = fresh()
      const opened = await open(urlOf(api, 'activity'), { colorScheme })
      const { page } = opened
      await page.route('**/_sandbox/state/*?*', (route) =>
        route.fulfill({ json: { data: [], next_cursor: null, has_more: false } }),
      )
      await page.getByRole('link', { name: 'Catalogue', exact: true }).click()
      await page.getByRole('heading', { name: 'There is no release' }).waitFor()
      await page.getByText('curl -X POST').waitFor()
      await isClean(opened)
      for (const kind of ['Tracks', 'Assets']) {
        await page.getByRole('link', { name: kind }).click()
        await page.getByRole('heading', { name: `There is no ${kind.slice(0, -1).toLowerCase()}` }).waitFor()
      }
      await isClean(opened)
    })

    test(`says that the sandbox does not answer, ${colorScheme}`, async () => {
      const { page, findViolations } = await open(urlOf(fresh(), 'activity'), { colorScheme })
      await page.route('**/_sandbox/state/**', (route) => route.abort())
      await page.getByRole('link', { name: 'Catalogue', exact: true }).click()
      await page.getByRole('heading', { name: 'This could not be loaded' }).waitFor()
      expect(await findViolations()).toEqual([])
    })
  }

  test('creates a release, says why it can not be submitted, and submits it', async () => {
    const api = fresh()
    const opened = await open(urlOf(api))
    const { page, findViolations } = opened
    await page.getByRole('button', { name: 'New release…' }).click()
    const dialog = page.getByRole('dialog')
    expect(await findViolations()).toEqual([])
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
    await isClean(opened)
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('button', { name: 'Deliver…' }).waitFor()
    expect((await api.get(`/_sandbox/state/releases/${release.id}`)).body).toMatchObject({
      status: 'submitted',
      title: 'Paper Lanterns (Deluxe)',
    })
  })

  test('uploads a file, and lets an asset become ready', async () => {
    const api = fresh()
    const opened = await open(urlOf(api, 'catalogue/assets'))
    const { page } = opened
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
    await isClean(opened)
  })

  test('edits a track, copies curl that works, and finds everything with the keyboard', async () => {
    const api = fresh()
    const { page, problems } = await open(urlOf(api, 'catalogue/tracks'))
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

  test('shows hostile and long titles as text', async () => {
    const api = fresh()
    const title = HOSTILE + 'x'.repeat(400)
    const { id } = (await api.post('/v1/releases', { ...validRelease, title })).body
    const opened = await open(urlOf(api, `catalogue/releases/${id}`), { width: 360 })
    await opened.page.getByRole('heading', { name: /<img src=x onerror=alert\(1\)> \\u202egnol 🎧/ }).waitFor()
    expect(await opened.page.locator('img').count()).toBe(0)
    await isNarrowEnough(opened)
    await isClean(opened)
  })
})
