import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMessage } from '../../src/ern/message/read-message.js'
import { resolveMessage } from '../../src/ern/message/resolve-message.js'
import { VERSIONS } from '../../src/ern/message/versions.js'
import { TEST_WORLD } from './issues-of.js'
import { channel, deal, group, image, item, newRelease, purge, trackRelease } from './message-builder.js'

/** Either refused with a position, or read with issues that have one. It never throws. */
async function checkOutcome(bytes: Uint8Array) {
  const result = await readMessage(bytes)
  if (!result.ok) {
    for (const { issue } of result.details ?? []) expect(issue).toMatch(/^line [1-9]\d*, column [1-9]\d*: ./)
    expect(result.details?.length).toBeGreaterThan(0)
    return
  }
  const { facts } = result.value
  expect(JSON.parse(JSON.stringify(facts))).toEqual(facts)
  const { report, deals } = resolveMessage(result.value, TEST_WORLD)
  for (const { path, line, column, message } of report.issues) {
    expect(path).toMatch(/^(?:New|Purge)ReleaseMessage(?:\/[^/]+)*$/)
    expect(Math.min(line, column)).toBeGreaterThanOrEqual(1)
    expect(message).not.toBe('')
  }
  expect(report.issues.filter(({ severity }) => severity === 'error')).toHaveLength(Math.min(report.error_count, 1000))
  expect(deals?.trackTerritories.length).toBe(facts.release?.tracks.length)
  if (report.error_count === 0 && facts.release) {
    expect(facts.release.tracks.length).toBeGreaterThan(0)
    expect(facts.release.title.trim()).not.toBe('')
    expect(facts.release.artists.some(({ role }) => role === 'main')).toBe(true)
    expect(deals?.territories.length).toBeGreaterThan(0)
  }
}

const message = newRelease({
  version: '4.3',
  otherResources: image('ACover', 'cover.jpg') + image('ABack', 'back.jpg', 'BackCoverImage'),
  resourceGroup: `<ResourceGroup>${group(1, item(1, 'A1'))}${group(2, item(1, 'A2', '<LinkedReleaseResourceReference>ACover</LinkedReleaseResourceReference>'))}</ResourceGroup>`,
  trackReleases: trackRelease(1) + trackRelease(2, '', ' IsMainRelease="true"'),
  deals:
    deal({ territories: ['DE', 'FR'], extra: channel('store_one') }) +
    deal({ releases: ['R1'], territories: [], excluded: ['DE'] }),
})

test('bytes that change at random', async () => {
  const originals = [
    Buffer.from(message),
    Buffer.from(purge()),
    Buffer.from(`\ufeff${message.replace('UTF-8', 'UTF-16')}`, 'utf16le'),
  ]
  const change = fc.record({ at: fc.nat(), byte: fc.nat({ max: 255 }) })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...originals),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      async (original, changes) => {
        const bytes = Uint8Array.from(original)
        for (const { at, byte } of changes) bytes[at % bytes.length] = byte
        await checkOutcome(bytes)
      },
    ),
    { numRuns: 300 },
  )
})

const TAG = /<(\w+)([^<>]*)>[^<>]*<\/\1>/g

test('elements that are removed, repeated, emptied or renamed at random, in every version', async () => {
  const change = fc.record({ at: fc.nat(), action: fc.constantFrom('remove', 'repeat', 'empty', 'rename', 'move') })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...VERSIONS),
      fc.array(change, { minLength: 1, maxLength: 6 }),
      async (version, changes) => {
        let xml = newRelease({ version })
        for (const { at, action } of changes) {
          const leaves = [...xml.matchAll(TAG)]
          const [leaf = '', name = '', attributes = ''] = leaves[at % leaves.length] ?? []
          const [other = ''] = leaves[(at * 7) % leaves.length] ?? []
          const replacements = {
            remove: '',
            repeat: leaf + leaf,
            empty: `<${name}${attributes}/>`,
            rename: `<Other>${name}</Other>`,
            move: other,
          }
          xml = xml.replace(leaf, () => replacements[action])
        }
        await checkOutcome(Buffer.from(xml))
      },
    ),
    { numRuns: 300 },
  )
})
