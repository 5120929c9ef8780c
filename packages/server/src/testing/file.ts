import { crc32, deflateSync } from 'node:zlib'

interface Part {
  name?: string
  filename?: string
  mime?: string
  bytes: Buffer
}
const boundary = 'forecourt-test-form'

/** A form as a browser sends it. */
export function form(...parts: Part[]): { payload: Buffer; headers: Record<string, string> } {
  const pieces = parts.flatMap(({ name = 'file', filename, mime = 'application/octet-stream', bytes }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n` +
        `${filename === undefined ? '' : `content-type: ${mime}\r\n`}\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ])
  return {
    payload: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A picture of one colour; `filler` bytes of text make it as large as one likes. */
export function png({ width = 2, height = 2, filler = 0, colour = 7 } = {}): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(Math.min(width, 4), colour)])
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('tEXt', Buffer.alloc(filler + 1, 'x')),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: Math.min(height, 4) }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The bones of a photograph: application data, frame, scan, end. */
export function jpg({ width = 3, height = 5 } = {}): Buffer {
  const frame = Buffer.from('ffc0000b080000000001011100', 'hex')
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
    frame,
    Buffer.from('ffda0008010100003f00d2cf20ffd9', 'hex'),
  ])
}

export function gif({ width = 4, height = 6 } = {}): Buffer {
  const head = Buffer.from('47494638396100000000800000000000ffffff', 'hex')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  return Buffer.concat([head, Buffer.from('2c000000000100010000020144003b', 'hex')])
}

export const pdf = (): Buffer => Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')
export const zip = (): Buffer => Buffer.from('504b0304140000000000000021000000000000000000000000000100000061', 'hex')
