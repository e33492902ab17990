import { crc32, deflateSync } from 'node:zlib'

/** The least that the service accepts for artwork. */
const DEFAULT_ARTWORK_PIXELS = 3000
const SAMPLE_RATE = 44_100
const DEFAULT_SECONDS = 0.1

export interface AudioOptions {
  /** Default `wav`. */
  format?: 'wav' | 'flac'
  /** Default 0.1. */
  seconds?: number
}

export interface ArtworkOptions {
  /** Width and height in pixels. Default 3000, the least that the service accepts. */
  size?: number
  /** Default `jpeg`. */
  format?: 'jpeg' | 'png'
}

function assertRange(name: string, value: number, min: number, max: number) {
  if (!(value >= min && value <= max)) throw new RangeError(`${name} must be from ${min} to ${max}, not ${value}.`)
}

/** Silence, mono, 16 bits, 44.1 kHz. */
function audio({ format = 'wav', seconds = DEFAULT_SECONDS }: AudioOptions = {}): Buffer {
  assertRange('seconds', seconds, 0.001, 600)
  return (format === 'wav' ? wav : flac)(Math.round(seconds * SAMPLE_RATE))
}

/** A square of one colour. */
function artwork({ format = 'jpeg', size = DEFAULT_ARTWORK_PIXELS }: ArtworkOptions = {}): Buffer {
  assertRange('size', size, 1, 10_000)
  return (format === 'jpeg' ? jpeg : png)(Math.round(size))
}

/** Small, complete and valid files for uploads. The same options give the same bytes. */
export const fixtures = { audio, artwork }

function wav(samples: number): Buffer {
  const file = Buffer.alloc(44 + samples * 2)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(SAMPLE_RATE, 24)
  file.writeUInt32LE(SAMPLE_RATE * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(samples * 2, 40)
  return file
}

const FLAC_BLOCK = 4096

/** A checksum as FLAC defines it: the most significant bit first, starting with 0. */
function flacCrc(bytes: Uint8Array, bits: 8 | 16, polynomial: number): number {
  const [top, mask] = [1 << (bits - 1), (1 << bits) - 1]
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << (bits - 8)
    for (let i = 0; i < 8; i++) crc = (crc & top ? (crc << 1) ^ polynomial : crc << 1) & mask
  }
  return crc
}

/** Every frame has one constant value, so it has 13 bytes at most. The length is rounded up to full blocks. */
function flac(samples: number): Buffer {
  const frameCount = Math.ceil(samples / FLAC_BLOCK)
  const info = Buffer.alloc(4 + 4 + 34)
  info.write('fLaC', 0, 'latin1')
  // The last metadata block, STREAMINFO, with 34 bytes.
  info.writeUInt32BE(0x80000022, 4)
  info.writeUInt16BE(FLAC_BLOCK, 8)
  info.writeUInt16BE(FLAC_BLOCK, 10)
  // 20 bits sample rate, 3 bits channels - 1, 5 bits bits per sample - 1, 36 bits number of samples.
  const format = (BigInt(SAMPLE_RATE) << 44n) | (15n << 36n) | BigInt(frameCount * FLAC_BLOCK)
  info.writeBigUInt64BE(format, 18)
  const frames = Array.from({ length: frameCount }, (_, i) => {
    // Fixed block size 4096, 44.1 kHz, mono, 16 bits, and the number of the frame.
    const header = Buffer.from([0xff, 0xf8, 0xc9, 0x08, ...Buffer.from(String.fromCodePoint(i))])
    const frame = Buffer.from([...header, flacCrc(header, 8, 0x07), 0x00, 0x00, 0x00])
    const crc = flacCrc(frame, 16, 0x8005)
    return Buffer.from([...frame, crc >> 8, crc & 0xff])
  })
  return Buffer.concat([info, ...frames])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(content.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  content.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(content), content.length + 4)
  return chunk
}

function png(size: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  // One bit per pixel, greyscale.
  header[8] = 1
  const rows = Buffer.alloc(size * (1 + Math.ceil(size / 8)))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows, { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function jpegSegment(marker: number, content: number[] | Buffer): Buffer {
  const length = content.length + 2
  return Buffer.concat([Buffer.from([0xff, marker, length >> 8, length & 0xff]), Buffer.from(content)])
}

/** A Huffman table whose only code, 0 with one bit, stands for 0. */
const huffmanTable = (id: number) => jpegSegment(0xc4, [id, 1, ...Array<number>(15).fill(0), 0])

/** Baseline, greyscale. Each block of 8 × 8 pixels takes two bits: no change, and end of block. */
function jpeg(size: number): Buffer {
  const blocks = Math.ceil(size / 8) ** 2
  const data = Buffer.alloc(Math.ceil((blocks * 2) / 8))
  // The last byte is filled up with ones.
  const unused = data.length * 8 - blocks * 2
  data[data.length - 1] = (1 << unused) - 1
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    jpegSegment(0xdb, [0, ...Array<number>(64).fill(1)]),
    jpegSegment(0xc0, [8, size >> 8, size & 0xff, size >> 8, size & 0xff, 1, 1, 0x11, 0]),
    huffmanTable(0x00),
    huffmanTable(0x10),
    jpegSegment(0xda, [1, 1, 0x00, 0, 63, 0]),
    data,
    Buffer.from([0xff, 0xd9]),
  ])
}
