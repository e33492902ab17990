import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CaseFailure, createTrial } from '../../proof/runner/proof.js'
import { createSoak } from '../../proof/soak/proof.js'

const CASES = 2

/** A short soak of a server with a planted fault. */
function soak(fault = '', requests = 300) {
  const preload = fault === '' ? [] : [`data:text/javascript,${encodeURIComponent(fault)}`]
  const proof = createSoak({ requests, preload, timeoutMs: 1500 })
  return proof.run(createTrial(proof, { seed: 1, cases: CASES }, () => {}))
}

/** Runs code for every request that reaches the server. */
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

test('passes a server without leaks', async () => {
  const facts = await soak('', 1500)
  expect(facts.join('\n')).toMatch(/^3,\d{3} requests, by status: .*200: \d+, 201: \d+.* 422: \d+/)
})

test('detects a server that keeps every request', async () => {
  await expect(soak(onEveryRequest('kept.push(request)'), 1500)).rejects.toThrow(
    /^The heap grows: [\d.]+ MB, [\d.]+ MB after each/,
  )
})

test.each([
  ['a timer', onEveryRequest('if (count === 100) setInterval(() => {}, 1e6)'), /handles are left:[\s\S]*"Timeout": 1/],
  [
    'an unfinished response',
    onEveryRequest('if (count === 100) response.statusCode = 500, response.end = () => request.socket.destroy()'),
    /closed the connection|hang up/,
  ],
])('detects a server that leaves %s behind, and names the case', async (_, fault, message) => {
  const failed = await soak(fault).then(
    () => undefined,
    (why) => why,
  )
  expect(failed).toBeInstanceOf(CaseFailure)
  expect(failed.message).toMatch(message)
  expect(failed.seed).toBe(1)
})

test.skipIf(!existsSync('/proc/self/fd'))('detects a server that leaves a file open', async () => {
  await expect(soak(onEveryRequest("if (count === 100) fs.openSync('/dev/null')"))).rejects.toThrow(/"\/dev\/null": 2/)
})

test('detects a server that sends wrong responses', async () => {
  const wrong = onEveryRequest("if (request.url === '/v1/stores?limit=3') request.url = '/v1/stores?limit=0'")
  await expect(soak(wrong)).rejects.toThrow(/should get 200:\nGET \/v1\/stores\?limit=3[\s\S]*HTTP\/1.1 400/)
})

test('detects a server that does not exit', async () => {
  await expect(soak("process.on('SIGTERM', () => setInterval(() => {}, 1e6))")).rejects.toThrow(
    /did not exit by itself:[\s\S]*"Timeout": 1/,
  )
})
