import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CaseFailure, createTrial } from '../../proof/runner/proof.js'
import { createSoak } from '../../proof/soak/soak.js'

const CASES = 2

/** A short soak of a server into which a fault was planted before it began. */
function soak(fault = '', requests = 300) {
  const preload = fault === '' ? [] : [`data:text/javascript,${encodeURIComponent(fault)}`]
  const proof = createSoak({ requests, preload, timeoutMs: 1500 })
  return proof.run(createTrial(proof, { seed: 1, cases: CASES }, () => {}))
}

/** Does something with every request that reaches the server. */
const onEveryRequest = (work: string) => `
  import fs from 'node:fs'
  import http from 'node:http'
  let count = 0
  const kept = []
  const { emit } = http.Server.prototype
  http.Server.prototype.emit = function (name, request, response, ...rest) {
    if (name === 'request') { count++; ${work} }
    return emit.call(this, name, request, response, ...rest)
  }
`

test('holds for a server that keeps nothing', async () => {
  const facts = await soak('', 1500)
  expect(facts.join('\n')).toMatch(/^3,\d{3} requests, by status: .*200: \d+, 201: \d+.* 422: \d+/)
})

test('finds a server that keeps every request', async () => {
  await expect(soak(onEveryRequest('kept.push(request)'), 1500)).rejects.toThrow(
    /^The heap grows: [\d.]+ MB, [\d.]+ MB after each/,
  )
})

test.each([
  ['a timer', onEveryRequest('if (count === 100) setInterval(() => {}, 1e6)'), /and this is left:[\s\S]*"Timeout": 1/],
  [
    'an answer',
    onEveryRequest('if (count === 100) response.statusCode = 500, response.end = () => request.socket.destroy()'),
    /hung up|hang up/,
  ],
])('finds a server that leaves %s behind, and names the case', async (_, fault, message) => {
  const failed = await soak(fault).then(
    () => undefined,
    (why) => why,
  )
  expect(failed).toBeInstanceOf(CaseFailure)
  expect(failed.message).toMatch(message)
  expect(failed.seed).toBe(1)
})

test.skipIf(!existsSync('/proc/self/fd'))('finds a server that leaves a file open', async () => {
  await expect(soak(onEveryRequest("if (count === 100) fs.openSync('/dev/null')"))).rejects.toThrow(/"\/dev\/null": 2/)
})

test('finds a server that answers wrongly', async () => {
  const wrong = onEveryRequest("if (request.url === '/v1/stores?limit=3') request.url = '/v1/stores?limit=0'")
  await expect(soak(wrong)).rejects.toThrow(
    /was to be answered with 200:\nGET \/v1\/stores\?limit=3[\s\S]*HTTP\/1.1 400/,
  )
})

test('finds a server that does not end', async () => {
  await expect(soak("process.on('SIGTERM', () => setInterval(() => {}, 1e6))")).rejects.toThrow(
    /did not end by itself:[\s\S]*"Timeout": 1/,
  )
})
