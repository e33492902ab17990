import { expect, test } from 'vitest'
import { suggest } from '../../../src/core/primitives/suggest.js'

test('suggests a near match and nothing for a distant word', () => {
  expect(suggest('titel', ['title', 'label'])).toBe('title')
  expect(suggest('prot', ['port', 'host'])).toBe('port')
  expect(suggest('xylophone', ['title', 'label'])).toBeUndefined()
})
