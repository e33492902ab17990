/** The first bytes of real files: enough to detect type and dimensions. */
export const wav = (bytes = 64): Buffer => {
  const file = Buffer.alloc(Math.max(bytes, 44))
  file.write('RIFF', 0)
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8)
  return file
}

export const flac = (): Buffer => Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(40)])

export function png(width: number, height = width): Buffer {
  const file = Buffer.alloc(33)
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(file)
  file.writeUInt32BE(13, 8)
  file.write('IHDR', 12)
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  return file
}

/** With as much metadata before the frame as cameras and editors write. */
export function jpeg(width: number, height = width, metadata = 0): Buffer {
  const segments: Buffer[] = [Buffer.from([0xff, 0xd8])]
  for (let left = metadata; left > 0; left -= 60_000) {
    const segment = Buffer.alloc(Math.min(left, 60_000) + 4)
    segment.writeUInt16BE(0xffe1, 0)
    segment.writeUInt16BE(segment.length - 2, 2)
    segments.push(segment)
  }
  const frame = Buffer.alloc(19)
  frame.writeUInt16BE(0xffc2, 0)
  frame.writeUInt16BE(17, 2)
  frame[4] = 8
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([...segments, frame, Buffer.alloc(64)])
}
