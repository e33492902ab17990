import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import openapi from '../../openapi.yaml'
import type { Document } from '../../src/contract/openapi-document.js'
import released from '../released/openapi.yaml'
import { findBreakingChanges } from '../support/breaking-changes.js'

test('the contract has no breaking change since the last release that the changelog does not name', () => {
  const changelog = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8')
  const unannounced = findBreakingChanges(released as Document, openapi as Document).filter(
    (change) => !changelog.includes(change),
  )
  expect(unannounced).toEqual([])
})

describe('the comparison reports', () => {
  // biome-ignore lint/suspicious/noExplicitAny: each case bends the document in its own way
  const cases: [what: string, bend: (document: any) => void, change: string][] = [
    ['a removed operation', (d) => delete d.paths['/v1/releases'].post, 'POST /v1/releases: operation removed'],
    ['a removed path', (d) => delete d.paths['/v1/stores'], 'GET /v1/stores: operation removed'],
    [
      'a removed field of an answer',
      (d) => delete d.components.schemas.Release.properties.upc,
      'POST /v1/releases 201.upc: removed',
    ],
    [
      'a removed field of a request',
      (d) => delete d.components.schemas.ReleaseCreate.properties.label,
      'POST /v1/releases request.label: removed',
    ],
    [
      'a field that may now be missing',
      (d) => d.components.schemas.Release.required.shift(),
      'GET /v1/releases/{release_id} 200.id: no longer always there',
    ],
    [
      'a changed type',
      (d) => (d.components.schemas.Label.type = 'integer'),
      'POST /v1/releases request.label: type changed from ["string"] to ["integer"]',
    ],
    [
      'a newly required field',
      (d) => d.components.schemas.ReleaseCreate.required.push('label'),
      'POST /v1/releases request.label: newly required',
    ],
    [
      'a newly required parameter',
      (d) => (d.components.parameters.Limit.required = true),
      'GET /v1/releases parameter limit: newly required',
    ],
    [
      'a removed parameter',
      (d) => d.paths['/v1/releases'].get.parameters.shift(),
      'GET /v1/releases parameter status: removed',
    ],
    [
      'a removed value',
      (d) => d.components.schemas.ReleaseStatus.enum.pop(),
      'GET /v1/releases parameter status: allowed values removed',
    ],
    [
      'a tighter limit',
      (d) => (d.components.schemas.Title.maxLength = 400),
      'POST /v1/releases request.title: maxLength lowered',
    ],
    [
      'a removed status',
      (d) => delete d.paths['/v1/releases'].post.responses['409'],
      'POST /v1/releases 409: response removed',
    ],
    [
      'a change inside a list',
      (d) => delete d.components.schemas.Artist.properties.name,
      'GET /v1/releases 200.data[].artists[].name: removed',
    ],
  ]
  for (const [what, bend, change] of cases)
    test(what, () => {
      const bent = structuredClone(openapi) as Document
      bend(bent)
      expect(findBreakingChanges(openapi as Document, bent)).toContain(change)
    })

  test('no additions', () => {
    // biome-ignore lint/suspicious/noExplicitAny: bent as above
    const grown = structuredClone(openapi) as any
    grown.paths['/v1/new'] = { get: { operationId: 'new', responses: {} } }
    grown.components.schemas.Release.properties.mood = { type: 'string' }
    grown.components.schemas.ReleaseCreate.properties.mood = { type: 'string' }
    grown.components.schemas.ErrorCode.enum.push('new_code')
    expect(findBreakingChanges(openapi as Document, grown)).toEqual([])
  })
})
