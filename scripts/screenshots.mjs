// Takes the pictures of docs/images from a real run in the installed Chromium.
import { mkdir, writeFile } from 'node:fs/promises'
import { createSandbox } from 'mds-sandbox'
import { chromium } from 'playwright-core'

const FOLDER = new URL('../docs/images/', import.meta.url)
const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium'
const QUALITY = 0.85

const sandbox = await createSandbox({ clock: 'manual' })
const world = sandbox.world('standard', 'demo')

async function call(method, path, body, headers = {}) {
  const response = await fetch(sandbox.url + path, {
    method,
    headers: {
      'X-API-Key': world.apiKey,
      ...(body && { 'Content-Type': 'application/json' }),
      ...(method === 'POST' && { 'Idempotency-Key': crypto.randomUUID() }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, id: response.headers.get('x-request-id'), body: await response.json() }
}

/** What a partner does on a working day, with some faults. */
async function run() {
  const artists = [{ name: 'Mira Solane', role: 'main' }]
  const endpoint = (mode) => `${sandbox.url}/_sandbox/receiver/${mode}`
  await call('PUT', '/_sandbox/report/mark', { name: 'delivers a release' })
  const webhook = await call('POST', '/v1/webhooks', {
    url: endpoint('fail'),
    event_type: ['release.status.changed', 'delivery.completed', 'asset.ready'],
  })
  await call('GET', '/v1/releases?limit=10')
  const draft = { title: 'Paper Lanterns', artists, release_date: '2027-03-05' }
  await call('POST', '/v1/releases', draft)
  await call('POST', '/v1/releases', { title: 'Paper Lanterns' })
  const refused = await call('POST', '/v1/releases', { title: 'Paper Lanterns' })
  const delivery = await call('POST', '/v1/deliveries', {
    release_id: 'rel_seed_05',
    store_ids: ['store_lumenwave', 'store_quorvane', 'store_pernickel'],
    territory_codes: ['WORLDWIDE'],
  })
  await call('POST', '/_sandbox/simulate/delivery', {
    delivery_id: delivery.body.id,
    store_id: 'store_quorvane',
    outcome: 'rejected',
  })
  await call('POST', '/_sandbox/clock/advance', { duration: '1h' })
  await call('GET', `/v1/deliveries/${delivery.body.id}`)
  await call('POST', '/_sandbox/faults', { operation: 'listStores', status: 503, times: 1 })
  await call('GET', '/v1/stores')
  await call('GET', '/v1/stores')
  return { webhook: webhook.body.id, refused: refused.id, delivery: delivery.body.id }
}

const browser = await chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox'] })
const encoder = await browser.newPage()

/** The picture as WebP. Playwright writes PNG and JPEG only. */
const toWebp = async (png) =>
  Buffer.from(
    await encoder.evaluate(
      async ([base64, quality]) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
        canvas.getContext('2d').drawImage(bitmap, 0, 0)
        const blob = await canvas.convertToBlob({ type: 'image/webp', quality })
        return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())))
      },
      [png.toString('base64'), QUALITY],
    ),
    'base64',
  )

try {
  const ids = await run()
  await mkdir(FOLDER, { recursive: true })
  for (const [name, path, text, colorScheme] of [
    ['activity', `activity/${ids.refused}`, 'release_date', 'light'],
    ['webhooks', `webhooks/${ids.webhook}`, 'pending', 'dark'],
    ['deliveries', `deliveries/${ids.delivery}`, 'The store wants this corrected', 'light'],
    ['money', 'money', 'The numbers as a table', 'dark'],
    ['report', 'report/retry-hopeless', 'was repeated unchanged', 'light'],
  ]) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 1280, height: 720 } })
    await page.goto(`${sandbox.url}/_sandbox/ui/w/standard/demo/${path}`)
    await page.locator('main').getByText(text).filter({ visible: true }).first().waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    const picture = await toWebp(await page.screenshot())
    await writeFile(new URL(`${name}.webp`, FOLDER), picture)
    console.log(`docs/images/${name}.webp: ${picture.length.toLocaleString('en')} bytes`)
    await page.close()
  }
} finally {
  await browser.close()
  await sandbox.close()
}
