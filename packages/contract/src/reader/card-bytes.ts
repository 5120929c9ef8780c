import type { CardRecord } from './card-payload.ts'

/**
 * The record on a chip: 96 bytes in six blocks of 16, which is what an induction card's sectors are made of. Numbers are big-endian.
 *
 *     0 2  "FC"                        16 1  key version
 *     2 1  layout, 1                   17 1  algorithm
 *     3 1  issue type                  18 1  length of the uuid, then 10 bytes
 *     4 1  card type                   29 1  length of the number, then 32 bytes of ASCII
 *     5 1  kind, 0 none                62 1  length of the MAC, then 16 bytes
 *     6 2  supplier                    79 17 zero
 *     8 4  valid from, 12 4 until: yyyymmdd in packed digits, zero is none
 *
 * The MAC is over the first 62 bytes: whatever is written, but for itself.
 */
export const recordBytes = 96
export const blockBytes = 16
const signedBytes = 62
const place = { uuid: 18, number: 29, mac: 62 } as const
const room = { uuid: 10, number: 32, mac: 16 } as const
const kinds = [null, 'personal', 'employee', 'anonymous', 'master', 'sub'] as const

const hexOf = (bytes: Uint8Array) =>
  [...bytes]
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
const bytesOfHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16))

/** What the MAC of a payload is made over. */
export const signedBytesOf = (record: Omit<CardRecord, 'mac'>): Uint8Array => bytesOfRecord({ ...record, mac: '' }).subarray(0, signedBytes)

export function bytesOfRecord(record: CardRecord): Uint8Array {
  const bytes = new Uint8Array(recordBytes)
  bytes.set([0x46, 0x43, 1, record.issueType, record.cardType, kinds.indexOf(record.kind), record.supplier >> 8, record.supplier & 255])
  bytes.set(bytesOfHex(record.validFrom?.replaceAll('-', '') ?? ''), 8)
  bytes.set(bytesOfHex(record.validUntil?.replaceAll('-', '') ?? ''), 12)
  bytes.set([record.keyVersion, record.algorithm], 16)
  const put = (at: number, content: Uint8Array) => bytes.set([content.length, ...content], at)
  put(place.uuid, bytesOfHex(record.uuid))
  put(place.number, new TextEncoder().encode(record.number))
  put(place.mac, bytesOfHex(record.mac))
  return bytes
}

/** @returns undefined where no whole record of ours stands: on a blank chip, or where writing was cut off */
export function recordOfBytes(bytes: Uint8Array): CardRecord | undefined {
  if (bytes.length < recordBytes || bytes[0] !== 0x46 || bytes[1] !== 0x43 || bytes[2] !== 1) return undefined
  const part = (name: keyof typeof place) => {
    const length = bytes[place[name]]!
    return length > room[name] ? undefined : bytes.subarray(place[name] + 1, place[name] + 1 + length)
  }
  const [uuid, number, mac] = [part('uuid'), part('number'), part('mac')]
  const kind = kinds[bytes[5]!]
  if (!uuid || !number || !mac || kind === undefined) return undefined
  return {
    number: new TextDecoder().decode(number),
    uuid: hexOf(uuid),
    supplier: (bytes[6]! << 8) + bytes[7]!,
    cardType: bytes[4] as CardRecord['cardType'],
    issueType: bytes[3]!,
    kind,
    validFrom: dayOf(bytes.subarray(8, 12)),
    validUntil: dayOf(bytes.subarray(12, 16)),
    keyVersion: bytes[16]!,
    algorithm: bytes[17] as CardRecord['algorithm'],
    mac: hexOf(mac),
  }
}

function dayOf(packed: Uint8Array): string | null {
  const digits = hexOf(packed)
  return digits === '00000000' ? null : `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
}
