import { expect, test } from 'vitest'
import { suggest } from '../../../src/core/primitives/suggest.js'

test('suggests a near match and nothing for a distant word', () => {
  expect(suggest('titel', ['title', 'label'])).toBe('title')
  expect(suggest('prot', ['port', 'host'])).toBe('port')
  expect(suggest('xylophone', ['title', 'label'])).toBeUndefined()
})

test('allows one slip in a word of up to four letters', () => {
  expect(suggest('tcsh', ['bash', 'zsh', 'fish'])).toBeUndefined()
  expect(suggest('abc', ['xyc'])).toBeUndefined()
  expect(suggest('bsh', ['bash'])).toBe('bash')
  expect(suggest('bahs', ['bash'])).toBe('bash')
})
