import { describe, expect, test } from 'vitest'
import control from '../../control.openapi.yaml'
import * as controlValidators from '../../control.openapi.yaml?validators'
import openapi from '../../openapi.yaml'
import * as serviceValidators from '../../openapi.yaml?validators'
import { createContract } from '../../src/contract/contract.js'
import type { Document } from '../../src/contract/openapi-document.js'
import { acceptsAnyString } from '../../src/contract/schemas.js'
import { validRelease } from '../support/test-sandbox.js'

/** Values of every kind, and a few that some operation wants. */
const VALUES = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  'text',
  '2027-03-05',
  [],
  [{}],
  {},
  { unknown: 1 },
  validRelease,
  { ...validRelease, title: '' },
  { ...validRelease, release_date: '2027-02-30' },
  { ...validRelease, upc: '860100000017' },
  { ...validRelease, artists: [{ name: 'x', role: 'singer' }] },
  { limit: 10 },
  { limit: 0 },
  { limit: '10' },
  { title: 'A title' },
  { url: 'http://localhost:1/', events: ['asset.ready'] },
  { url: 'http://localhost:1/', events: [] },
  { amount: '10.00', currency: 'EUR' },
  { error: { code: 'not_found', message: 'No.', request_id: 'req_1' } },
  { error: { code: 'not_found', message: 'No.', request_id: 'req_1', more: 1 } },
  { error: 'invalid_request', error_description: 'No.' },
]

for (const [name, document, compiled] of [
  ['openapi.yaml', openapi, serviceValidators],
  ['control.openapi.yaml', control, controlValidators],
] as const)
  describe(`The compiled validators of ${name}`, async () => {
    const contract = createContract(document as Document)
    const words = await contract.loadDetailedValidator()

    for (const operation of contract.operations)
      test(`agree with the detailed validator about ${operation.id}`, async () => {
        const { id, parameters, body, responses } = operation
        expect(Object.hasOwn(compiled.parameters, id)).toBe(!parameters.every(acceptsAnyString))
        expect(Object.hasOwn(compiled.bodies, id)).toBe(body !== undefined && !body.isRaw)
        for (const value of VALUES) {
          const said = [
            compiled.parameters[id]?.(value) ?? true,
            compiled.bodies[id]?.(value) ?? true,
            ...[...responses.keys()].map((status) => compiled.responses[id]?.[status]?.(value) ?? true),
          ]
          const spelled = [
            (await words.validateParameters(operation, value as never)).length === 0,
            compiled.bodies[id] === undefined || (await words.validateBody(operation, value)).length === 0,
            ...(
              await Promise.all([...responses.keys()].map((status) => words.validateResponse(operation, status, value)))
            ).map((violation) => violation === undefined),
          ]
          expect(said, JSON.stringify(value)).toEqual(spelled)
        }
      })

    test('cover every event', () =>
      expect(Object.keys(compiled.events)).toEqual(Object.keys((document as Document).webhooks ?? {})))
  })
