import { expect, test } from 'vitest'
import type { Document } from '../../src/contract/openapi-document.js'
import { createRouter, type Operation } from '../../src/contract/router.js'
import { findDeprecatedFields, findUnknownFields } from '../../src/contract/unknown-fields.js'

const document = {
  openapi: '3.1.0',
  info: { title: 'Parts', version: '1' },
  paths: {
    '/parts': {
      post: {
        operationId: 'createPart',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/PartCreate' } } } },
        responses: {
          '201': {
            description: 'The part.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Part' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      PartCreate: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          colour: { type: 'string', deprecated: true, 'x-replacement': 'paint' },
          parts: { type: 'array', items: { $ref: '#/components/schemas/PartCreate' } },
        },
      },
      Part: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          name: { type: 'string' },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Part' } },
        },
      },
    },
  },
} as unknown as Document
const operation = createRouter(document).operations[0] as Operation

const body = { parts: [{ name: 'a' }, { id: 'x', colour: 'red', parts: [{ nmae: 'b', colour: 'blue' }] }] }

test('unknown fields are found at every depth of a schema that contains itself', () => {
  expect(findUnknownFields(document, operation, body).map(({ field, issue }) => [field, issue])).toEqual([
    ['parts[1].id', "can't be set by POST"],
    ['parts[1].parts[0].nmae', 'is not a known field; did you mean name?'],
  ])
})

test('deprecated fields are found at every depth of a schema that contains itself', () => {
  expect(findDeprecatedFields(document, operation, body).map(({ field, issue }) => [field, issue])).toEqual([
    ['parts[1].colour', 'is deprecated; use paint'],
    ['parts[1].parts[0].colour', 'is deprecated; use paint'],
  ])
})
