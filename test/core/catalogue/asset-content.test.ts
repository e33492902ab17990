import { expect, test } from 'vitest'
import { findContentIssue } from '../../../src/core/catalogue/asset-content.js'
import { flac, jpeg, png, wav } from '../../support/media-files.js'

type Declared = Parameters<typeof findContentIssue>[0]

const rf64 = wav()
rf64.write('RF64', 0)

const validFiles: [what: string, declared: Declared, file: Buffer][] = [
  ['WAV', 'audio/wav', wav()],
  ['a WAV over 4 GB', 'audio/wav', rf64],
  ['FLAC', 'audio/flac', flac()],
  ['a PNG of 3000 pixels', 'image/png', png(3000)],
  ['a JPEG of 6000 pixels', 'image/jpeg', jpeg(6000)],
  ['a JPEG with 500 kB of metadata', 'image/jpeg', jpeg(3000, 3000, 500_000)],
]
for (const [what, declared, file] of validFiles)
  test(`${what} is accepted`, () => expect(findContentIssue(declared, file)).toBeNull())

const invalidFiles: [what: string, declared: Declared, file: Buffer, issue: string][] = [
  ['a PNG declared as WAV', 'audio/wav', png(3000), 'The content is PNG, not WAV as declared.'],
  ['FLAC declared as WAV', 'audio/wav', flac(), 'The content is FLAC, not WAV as declared.'],
  ['a JPEG declared as PNG', 'image/png', jpeg(3000), 'The content is JPEG, not PNG as declared.'],
  [
    'text declared as FLAC',
    'audio/flac',
    Buffer.from('la la la'),
    'The content is of an unknown format, not FLAC as declared.',
  ],
  ['one byte', 'audio/wav', Buffer.from('R'), 'The content is of an unknown format, not WAV as declared.'],
  [
    'a RIFF file that is not WAVE',
    'audio/wav',
    Buffer.from('RIFF1234AVI LIST'),
    'The content is of an unknown format, not WAV as declared.',
  ],
  ['a small PNG', 'image/png', png(2999), 'The artwork has 2999 × 2999 pixels; it needs at least 3000 × 3000.'],
  ['a flat JPEG', 'image/jpeg', jpeg(4000, 2000), 'The artwork has 4000 × 2000 pixels; it needs at least 3000 × 3000.'],
  [
    'a JPEG that is not square',
    'image/jpeg',
    jpeg(4000, 3000),
    'The artwork has 4000 × 3000 pixels; it must be square.',
  ],
  ['half a PNG header', 'image/png', png(3000).subarray(0, 20), "The PNG is damaged: its pixel size can't be read."],
  [
    'a JPEG without a frame',
    'image/jpeg',
    jpeg(3000).subarray(0, 10),
    "The JPEG is damaged: its pixel size can't be read.",
  ],
  [
    'a JPEG with an empty segment',
    'image/jpeg',
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(64)]),
    "The JPEG is damaged: its pixel size can't be read.",
  ],
]
for (const [what, declared, file, issue] of invalidFiles)
  test(`${what} is rejected`, () => expect(findContentIssue(declared, file)).toBe(issue))
