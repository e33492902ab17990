import type { components } from '../../generated/service-api.js'

type ContentType = components['schemas']['ContentType']

/** How many bytes are inspected. A JPEG can have hundreds of kilobytes of metadata before its pixel size. */
export const headSizeFor = (declared: ContentType): number => (declared === 'image/jpeg' ? 1024 * 1024 : 64)
const MIN_ARTWORK_PIXELS = 3000

const FORMAT_NAMES: Record<ContentType, string> = {
  'audio/wav': 'WAV',
  'audio/flac': 'FLAC',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
}

const asciiText = (head: Uint8Array, from: number, to: number) => String.fromCharCode(...head.subarray(from, to))
const hasPrefix = (head: Uint8Array, ...bytes: number[]) => bytes.every((byte, i) => head[i] === byte)

function sniffContentType(head: Uint8Array): ContentType | undefined {
  if (['RIFF', 'RF64'].includes(asciiText(head, 0, 4)) && asciiText(head, 8, 12) === 'WAVE') return 'audio/wav'
  if (asciiText(head, 0, 4) === 'fLaC') return 'audio/flac'
  if (hasPrefix(head, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (hasPrefix(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  return undefined
}

interface PixelSize {
  width: number
  height: number
}

function pngSize(head: Uint8Array): PixelSize | undefined {
  if (head.length < 24 || asciiText(head, 12, 16) !== 'IHDR') return undefined
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

/** Skips segments until the start-of-frame segment, which has the pixel size. */
function jpegSize(head: Uint8Array): PixelSize | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  for (let at = 2; at + 9 < head.length; ) {
    if (head[at] !== 0xff) return undefined
    const marker = head[at + 1] as number
    // Any number of 0xff fill bytes can precede a marker.
    if (marker === 0xff) at++
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    else at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

/** Why a file that starts with these bytes is not a valid asset of the declared type; null if it can be one. */
export function findContentIssue(declared: ContentType, head: Uint8Array): string | null {
  const found = sniffContentType(head)
  if (found !== declared)
    return `The content is ${found ? FORMAT_NAMES[found] : 'of an unknown format'}, not ${FORMAT_NAMES[declared]} as declared.`
  if (found === 'audio/wav' || found === 'audio/flac') return null
  const size = found === 'image/png' ? pngSize(head) : jpegSize(head)
  if (!size) return `The ${FORMAT_NAMES[found]} is damaged: its pixel size can't be read.`
  const { width, height } = size
  const least = `${MIN_ARTWORK_PIXELS} × ${MIN_ARTWORK_PIXELS}`
  if (width < MIN_ARTWORK_PIXELS || height < MIN_ARTWORK_PIXELS)
    return `The artwork has ${width} × ${height} pixels; it needs at least ${least}.`
  return width === height ? null : `The artwork has ${width} × ${height} pixels; it must be square.`
}
