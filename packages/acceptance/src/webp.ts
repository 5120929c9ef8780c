/** A part of the picture that has changed, as a WebP of its own. Offsets are even, as the format keeps halves of them. */
export interface Frame {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly webp: Buffer
  readonly ms: number
}

/**
 * An animated WebP of pictures that a browser has written one by one: each frame is laid over the one before, and it begins anew for ever.
 * @source RFC 9649 §2.7, the container: VP8X, ANIM, and an ANMF for each frame
 */
export function animated({ width, height }: { width: number; height: number }, frames: readonly Frame[]): Buffer {
  const canvas = Buffer.alloc(10)
  canvas[0] = 0b0000_0010
  canvas.writeUIntLE(width - 1, 4, 3)
  canvas.writeUIntLE(height - 1, 7, 3)
  const body = [chunk('VP8X', canvas), chunk('ANIM', Buffer.from([255, 255, 255, 255, 0, 0])), ...frames.map(frameOf)]
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...body]))
}

function frameOf({ x, y, width, height, webp, ms }: Frame): Buffer {
  const head = Buffer.alloc(16)
  for (const [at, value] of [x / 2, y / 2, width - 1, height - 1, ms].entries()) head.writeUIntLE(value, at * 3, 3)
  // Not blended: what it covers is replaced.
  head[15] = 0b0000_0010
  return chunk('ANMF', Buffer.concat([head, pictureIn(webp)]))
}

/** The bitstream of a still picture, without what stands around it. */
function pictureIn(webp: Buffer): Buffer {
  for (let at = 12; at < webp.length; ) {
    const size = webp.readUInt32LE(at + 4)
    const name = webp.toString('latin1', at, at + 4)
    const next = at + 8 + size + (size % 2)
    if (name === 'VP8 ' || name === 'VP8L') return webp.subarray(at, next)
    at = next
  }
  throw new Error('no picture in it')
}

function chunk(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}
