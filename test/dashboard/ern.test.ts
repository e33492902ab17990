import { describe, expect, test } from 'vitest'
import { deal, edit, newRelease } from '../ern/message-builder.js'
import { hasBrowser } from '../support/browser.js'
import type { Client } from '../support/test-sandbox.js'
import { findDefects, type OpenedPage } from './dashboard-browser.js'
import { failRequests, startDashboard, visit, withoutRefusals } from './screen-page.js'

const HOSTILE = '&lt;img src=x onerror=alert(1)&gt;\u202egnol'

/** A message that says something about every part of the screen, with hostile text in it. */
const full = newRelease({
  messageId: HOSTILE,
  created: '2025-01-01T00:00:00Z',
  recordings: [{ isrc: 'qz-k3v-26-00001', title: HOSTILE, uri: 'seed_audio_01.wav' }, {}],
  releaseDate: '2027-03',
  deals: deal({ territories: ['DE', 'XX'] }),
})

describe.skipIf(!hasBrowser)('the ERN screen', { timeout: 120_000 }, async () => {
  const { sandbox, fresh, open, urlOf } = await startDashboard()
  const post = async ({ key }: Client, xml: string | Uint8Array<ArrayBuffer>) => {
    const response = await fetch(`${sandbox.url}/v1/ern/messages`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/xml' },
      body: xml,
    })
    expect(response.status).toBe(202)
    return ((await response.json()) as { id: string }).id
  }
  async function expectNoDefects({ page }: OpenedPage) {
    expect(await findDefects(page)).toEqual([])
    expect(await page.locator('main img').count()).toBe(0)
  }
  const expectQuiet = ({ problems, foreignRequests }: OpenedPage) =>
    expect([withoutRefusals(problems), foreignRequests]).toEqual([[], []])

  test('says what to do without messages, sends one, and shows it before and after it is processed', async () => {
    const api = fresh('enterprise')
    const opened = await open(fresh(), 'ern')
    const { page } = opened
    await page.getByRole('link', { name: /^Open the enterprise world/ }).waitFor()
    await expectNoDefects(opened)
    await visit(page, urlOf(api, 'ern'))
    await page.getByRole('heading', { name: 'There is no message' }).waitFor()
    await page.getByText(`--key ${api.key}`).waitFor()
    await expectNoDefects(opened)

    await page.getByRole('button', { name: 'Send a message…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send an ERN message' })
    const alert = dialog.getByRole('alert')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await alert.getByText('Choose a file, or paste the XML of a message.').waitFor()
    await dialog.getByLabel('Or its XML').fill('<!DOCTYPE x><x/>')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await alert.getByText('line 1, column 1: the document has a DOCTYPE').waitFor()
    await expectNoDefects(opened)
    await dialog.getByLabel('Or its XML').fill('')
    const file = { name: 'message.xml', mimeType: 'text/xml', buffer: Buffer.from(full) }
    await dialog.getByLabel('File').setInputFiles(file)
    await dialog.getByRole('button', { name: 'Send' }).click()
    await page.getByText('planned for 2025-01-01 00:05:00').waitFor()
    expect(await page.getByRole('button', { name: 'Acknowledgement' }).count()).toBe(0)

    await api.post('/_sandbox/clock/advance', { duration: '5m' })
    await page.getByLabel('Details').getByText('2025-01-01 00:05:00', { exact: true }).waitFor()
    // The issue is below its line.
    const source = page.getByRole('region', { name: 'The XML with its issues' })
    const lines = await source.innerText()
    expect(lines).toMatch(/29\s+<ReleaseDate>2027-03<\/ReleaseDate>\s+warning 29:1 release_date_partial /)
    expect(lines).toContain('\\u202egnol')
    await page.getByRole('link', { name: 'the recorded request' }).waitFor()
    await page.getByText('created for this message').first().waitFor()
    await page.getByText(/^Not carried: \d+ elements$/).click()
    for (const [button, root] of [
      ['Acknowledgement', 'ernc:AcknowledgementMessage'],
      ['Export NewReleaseMessage', 'ern:NewReleaseMessage'],
      ['Export PurgeReleaseMessage', 'ern:PurgeReleaseMessage'],
    ] as const) {
      await page.getByRole('button', { name: button }).click()
      await page.locator('pre').getByText(`<${root}`, { exact: false }).first().waitFor()
    }
    await expectNoDefects(opened)
    expectQuiet(opened)
  })

  test('shows long messages around their issues, UTF-16, and issues without the XML', async () => {
    const api = fresh('enterprise')
    const long = edit(full, '<PartyList>', `${'<!-- filler -->\n'.repeat(3000)}<PartyList>`).replace(HOSTILE, 'LONG')
    const longId = await post(api, long)
    const oneLine = newRelease({ messageId: 'ONE-LINE', releaseDate: 'soon', created: '2025-01-01T00:00:00Z' })
    const oneLineId = await post(api, `\ufeff${oneLine.replaceAll('\n', '')}`)
    const utf16 = newRelease({ messageId: 'WIDE', created: '2025-01-01T00:00:00Z' }).replace('UTF-8', 'UTF-16')
    const wideId = await post(api, new Uint8Array(Buffer.from(`\ufeff${utf16}`, 'utf16le')))
    const opened = await open(api, 'ern')
    const { page, context } = opened
    const source = page.getByRole('region', { name: 'The XML with its issues' })

    await page.getByRole('link', { name: /LONG/ }).click()
    await page.getByText(/^… 3,0\d\d lines …$/).waitFor()
    expect(page.url()).toBe(urlOf(api, `ern/${longId}`))
    await visit(page, urlOf(api, `ern/${oneLineId}`))
    await source.getByText(/^….*<ReleaseDate>soon<\/ReleaseDate>.*…$/).waitFor()
    await visit(page, urlOf(api, `ern/${wideId}`))
    await source.getByText('<MessageId>WIDE</MessageId>').waitFor()
    await source.getByText('encoding_not_utf8').waitFor()

    await page.getByLabel('Status').selectOption('accepted')
    await page.getByRole('heading', { name: 'No message matches the filters' }).waitFor()
    await context.route(/\/_sandbox\/activity\?/, (route) =>
      route.fulfill({ json: { data: [], next_cursor: null, has_more: false } }),
    )
    await visit(page, urlOf(api, `ern/${oneLineId}`))
    await page.getByText('The XML can’t be shown').waitFor()
    await page.getByText('value_invalid').waitFor()
    await expectNoDefects(opened)

    await failRequests(opened, /\/_sandbox\/state\//)
    await page.reload()
    await page.getByText('The disk is <b>full</b>.').first().waitFor()
    expectQuiet(opened)
  })
})
