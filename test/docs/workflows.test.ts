import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import openapi from '../../openapi.yaml'
import type { Document } from '../../src/contract/openapi-document.js'
import { createRouter } from '../../src/contract/router.js'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')

interface Request {
  method: string
  url: { raw: string; variable?: { key: string; value: string }[] }
  header: { key: string; value: string; disabled?: boolean }[]
  body?: { raw: string }
}
interface Folder {
  name: string
  item: { name: string; request: Request }[]
}
const folders = JSON.parse(read('clients/postman_collection.json')).item as Folder[]
const walkThrough = folders.find(({ name }) => name === 'Walk-through')?.item ?? []
const operationFolders = folders.filter(({ name }) => name !== 'Walk-through')

const toPath = (path: string) => path.replaceAll(/:(\w+)|\{(\w+)\}/g, '*')

/** Method, path and body of each request in the README, in order. */
function readCommands() {
  const section = /^## Five-minute walk-through\n(.*?)^## /ms.exec(read('README.md'))?.[1] ?? ''
  return [...section.matchAll(/^curl .*$/gm)].map(([line]) => {
    const body = / -d '(.*?)'/.exec(line)?.[1]
    const url = / (?:\$API|http:\/\/127\.0\.0\.1:4010)(\/\S+)/.exec(line)?.[1] ?? ''
    const method = / -X (\w+)/.exec(line)?.[1] ?? (body === undefined ? 'GET' : 'POST')
    return [method, line.includes('$API') ? `/v1${url}` : url, body === undefined ? undefined : JSON.parse(body)]
  })
}
const [releaseId, deliveryId] = ['rel', 'dlv'].map(
  (prefix) => new RegExp(`${prefix}_\\w+`).exec(read('README.md'))?.[0],
)
const IDS: Record<string, string | undefined> = { releaseId, deliveryId }

test('the walk-through of the Postman collection has the requests of README.md', () => {
  const insertIds = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => IDS[name] ?? name)
  const requests = walkThrough.map(({ request: { method, url, body } }) => {
    const path = (url.variable ?? []).reduce((raw, { key, value }) => raw.replace(`:${key}`, value), url.raw)
    return [method, insertIds(path.replace('{{baseUrl}}', '')), body && JSON.parse(insertIds(body.raw))]
  })
  expect(requests).toEqual(readCommands())
  expect(requests.length).toBeGreaterThan(6)
})

test('the Arazzo document has the same steps', () => {
  const { steps } = parse(read('clients/walk-through.arazzo.yaml')).workflows[0] as {
    steps: { requestBody?: { payload: unknown } }[]
  }
  const insertIds = (text: string) => text.replaceAll(/\$steps\.\w+\.outputs\.(\w+)/g, (_, name) => IDS[name] ?? name)
  const bodies = steps.map(
    ({ requestBody }) => requestBody && JSON.parse(insertIds(JSON.stringify(requestBody.payload))),
  )
  expect(bodies).toEqual(readCommands().map(([, , body]) => body))
})

test('the Postman collection has every operation once, in the folder of its tag', () => {
  const collected = operationFolders.flatMap(({ item }) =>
    item.map(({ request }) => `${request.method} ${toPath(request.url.raw.replace('{{baseUrl}}', ''))}`),
  )
  const documented = createRouter(openapi as Document).operations.map(({ method, path }) => `${method} ${toPath(path)}`)
  expect(collected.sort()).toEqual(documented.sort())
})

test('every write of the Postman collection sends a new Idempotency-Key', () => {
  const requests = folders.flatMap(({ item }) => item.map(({ request }) => request))
  const writes = requests.filter(({ method, url }) => /POST|PATCH/.test(method) && !/_sandbox|oauth/.test(url.raw))
  expect(writes.length).toBeGreaterThan(15)
  for (const { url, header } of writes)
    expect([url.raw, header.filter(({ key }) => key === 'Idempotency-Key')]).toEqual([
      url.raw,
      [expect.objectContaining({ value: '{{$guid}}' })],
    ])
})
