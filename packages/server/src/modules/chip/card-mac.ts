import { createCipheriv } from 'node:crypto'

const block = 8
const zero = Buffer.alloc(block)

/** Single DES; the libraries have three rounds of it only, which with one key are one. */
function des(key: Buffer, data: Buffer): Buffer {
  const cipher = createCipheriv('des-ede3-cbc', Buffer.concat([key, key, key]), zero).setAutoPadding(false)
  return Buffer.concat([cipher.update(data), cipher.final()])
}

function tripleDes(key: Buffer, data: Buffer): Buffer {
  const cipher = createCipheriv('des-ede3', Buffer.concat([key, key.subarray(0, block)]), null).setAutoPadding(false)
  return Buffer.concat([cipher.update(data), cipher.final()])
}

const notOf = (bytes: Buffer) => Buffer.from(bytes.map(byte => ~byte & 0xff))

/**
 * The key of one card: the company's, diversified by the last 16 digits of the card's number. @param key 16 bytes
 * @source PBOC 3.0 part 17, key derivation; decisions CD2
 */
export function diversify(key: Buffer, number: string): Buffer {
  const id = Buffer.from(number.replaceAll(/\D/g, '').slice(-16).padStart(16, '0'), 'hex')
  return Buffer.concat([tripleDes(key, id), tripleDes(key, notOf(id))])
}

/** Padded as ISO 9797-1 method 2 does: 80, then zeros. */
const padded = (data: Uint8Array) => Buffer.concat([data, Buffer.from([0x80]), Buffer.alloc((block - ((data.length + 1) % block)) % block)])

/**
 * Retail MAC of some bytes: single DES by the left half of the key up to the last block, and both halves for that.
 * @param key 16 bytes @returns 8 bytes @source ISO 9797-1 algorithm 3, padding 2
 */
export function retailMac(key: Buffer, data: Uint8Array): Buffer {
  const text = padded(data)
  const before = text.subarray(0, -block)
  const carried = before.length > 0 ? des(key.subarray(0, block), before).subarray(-block) : zero
  return tripleDes(key, Buffer.from(text.subarray(-block).map((byte, at) => byte ^ carried[at]!)))
}
