import { signedBytesOf } from '@forecourt/contract'
import { createCipheriv } from 'node:crypto'
import { expect, test } from 'vitest'
import { diversify, retailMac } from './card-mac.ts'
import { macOf } from './payload.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const upper = (bytes: Buffer) => bytes.toString('hex').toUpperCase()

test.each([['words that fill no block', '00112233445566778899AABBCCDDEEFF', Buffer.from('Forecourt 92#'), '351A09886E6BB2ED']])(
  'the MAC of %s is the published one',
  (_, key, data, mac) => {
    expect(upper(retailMac(hex(key), data))).toBe(mac)
  },
)

/**
 * Single DES over a zero start is what a retail MAC is where both halves of its key are the same: by it the published pair of a session key
 * and its MACs is reproduced. @source decisions CD2
 */
test('published vectors of the session key and of both MACs of a top-up come out', () => {
  const key = hex('11223344556677888877665544332211')
  const ecb = createCipheriv('des-ede3', Buffer.concat([key, key.subarray(0, 8)]), null).setAutoPadding(false)
  const session = Buffer.concat([ecb.update(hex('1122334400008000')), ecb.final()])
  expect(upper(session)).toBe('9B1D924E05595603')
  const both = Buffer.concat([session, session])
  expect(upper(retailMac(both, hex('00000000 00001000 01 001122334455'))).slice(0, 8)).toBe('2988AE5A')
  expect(upper(retailMac(both, hex('00001000 01 001122334455 20111221214822'))).slice(0, 8)).toBe('3A845BF0')
})

test('each card has a key of its own, from the last 16 digits of its number; its right half is made of their complement', () => {
  const key = hex('11223344556677888877665544332211')
  const triple = (data: Buffer) => {
    const cipher = createCipheriv('des-ede3', Buffer.concat([key, key.subarray(0, 8)]), null).setAutoPadding(false)
    return Buffer.concat([cipher.update(data), cipher.final()])
  }
  const expected = upper(Buffer.concat([triple(hex('0000620100000001')), triple(hex('FFFF9DFEFFFFFFFE'))]))
  expect(upper(diversify(key, '620100000001'))).toBe(expected)
  expect(upper(diversify(key, '99-0000-6201-0000-0001'))).toBe(expected)
  expect(upper(diversify(key, '620100000002'))).not.toBe(expected)
})

test('a MAC changes with whatever is written beside it', () => {
  const key = { version: 3, key: hex('0123456789ABCDEFFEDCBA9876543210') }
  const record = {
    number: '62010001',
    uuid: '04A1B2C3',
    supplier: 1,
    cardType: 2,
    issueType: 10,
    kind: 'personal',
    validFrom: '2026-01-01',
    validUntil: null,
    keyVersion: 3,
    algorithm: 1,
  } as const
  const mac = macOf(key, record)
  expect(mac).toMatch(/^[0-9A-F]{16}$/)
  expect(signedBytesOf(record)).toHaveLength(62)
  const others = [
    { number: '62010002' },
    { uuid: '04A1B2C4' },
    { supplier: 2 },
    { cardType: 1 },
    { issueType: 9 },
    { kind: 'anonymous' },
    { validFrom: null },
    { validUntil: '2029-12-31' },
    { keyVersion: 4 },
  ] as const
  for (const other of others) expect(macOf(key, { ...record, ...other }), JSON.stringify(other)).not.toBe(mac)
})
