import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blockBytes, bytesOfRecord, recordBytes, recordOfBytes, signedBytesOf } from './card-bytes.ts'
import { kindCodes, macAlgorithms, CardPayload } from './card-payload.ts'
import { chipTypeOf, chipTypes, isUserChip, issueTypes, IssueType, readerTypeOf } from './chip-types.ts'
import { demoChip, demoChips } from './demo-chips.ts'

const hex = (from: number, to: number) =>
  fc.uint8Array({ minLength: from, maxLength: to }).map(bytes => Buffer.from(bytes).toString('hex').toUpperCase())
const day = fc.option(
  fc.date({ min: new Date('1900-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }).map(at => at.toISOString().slice(0, 10)),
)
const payload = fc.record({
  number: fc.stringMatching(/^[0-9A-Za-z-]{4,32}$/),
  uuid: hex(4, 10),
  supplier: fc.nat(65_535),
  cardType: fc.constantFrom(1 as const, 2 as const),
  issueType: fc.constantFrom(9 as const, 10 as const),
  kind: fc.option(fc.constantFrom(...(Object.keys(kindCodes) as (keyof typeof kindCodes)[]))),
  validFrom: day,
  validUntil: day,
  keyVersion: fc.nat(255),
  algorithm: fc.constantFrom(...Object.values(macAlgorithms)),
  mac: fc.oneof(fc.constant(''), hex(4, 16)),
})

test('whatever a payload says stands on the chip and is read back as it was', () => {
  fc.assert(
    fc.property(payload, given => {
      expect(CardPayload.parse(given)).toEqual(given)
      const bytes = bytesOfRecord(given)
      expect(bytes.length).toBe(recordBytes)
      expect(recordOfBytes(bytes)).toEqual(given)
    }),
  )
})

test('the MAC is over everything that is written but itself', () => {
  const given: CardPayload = {
    number: '62010000000001',
    uuid: '04920000010307',
    supplier: 1,
    cardType: 2,
    issueType: 10,
    kind: 'personal',
    validFrom: '2026-11-26',
    validUntil: null,
    keyVersion: 3,
    algorithm: 1,
    mac: '2988AE5A',
  }
  const signed = signedBytesOf(given)
  expect(signed.length).toBe(62)
  expect(Buffer.from(signed.subarray(0, 29)).toString('hex')).toBe('4643010a02010001202611260000000003010704920000010307000000')
  expect(Buffer.from(bytesOfRecord(given)).subarray(62, 67).toString('hex')).toBe('042988ae5a')
  const changes: Partial<CardPayload>[] = [
    { number: '62010000000002' },
    { uuid: '04920000010308' },
    { supplier: 2 },
    { cardType: 1 },
    { issueType: 9 },
    { kind: 'sub' },
    { validFrom: null },
    { validUntil: '2030-01-01' },
    { keyVersion: 4 },
    { algorithm: 2 },
  ]
  for (const change of changes) expect(signedBytesOf({ ...given, ...change }), JSON.stringify(change)).not.toEqual(signed)
  expect(signedBytesOf(Object.assign({}, given, { mac: '00000000' }))).toEqual(signed)
})

test('a chip without its first block, or with lengths that cannot be, has no record', () => {
  const whole = bytesOfRecord({
    ...demoChip(1),
    issueType: 9,
    kind: null,
    validFrom: null,
    validUntil: null,
    keyVersion: 0,
    algorithm: 0,
    mac: '',
  })
  expect(recordOfBytes(whole)).toBeDefined()
  expect(recordOfBytes(whole.with(18, 11))).toBeUndefined()
  expect(recordOfBytes(whole.with(5, 6))).toBeUndefined()
  expect(recordOfBytes(whole.fill(0, 0, blockBytes))).toBeUndefined()
  expect(recordOfBytes(new Uint8Array())).toBeUndefined()
})

// @req CRD-005
// @req CRD-006
// @req CRD-007
test('card types 1 and 0 differ by reader code; ten issue types, of which customers hold the last three', () => {
  expect(Object.values(chipTypes).map(({ stored, reader }) => [stored, reader])).toEqual([
    [1, 0],
    [2, 1],
    [3, null],
    [4, null],
  ])
  expect([chipTypeOf(0), chipTypeOf(1), readerTypeOf(1), readerTypeOf(2), readerTypeOf(3)]).toEqual([1, 2, 0, 1, null])
  expect(Object.values(issueTypes)).toEqual([...IssueType.values])
  expect([...IssueType.values].filter(isUserChip)).toEqual([8, 9, 10])
})

test('the chips of the demo are the same everywhere, and none is there twice', () => {
  expect(demoChips).toHaveLength(45)
  expect(demoChips[0]).toMatchObject({ uuid: '04920000010307', number: '62010000000001', supplier: 1, cardType: 1, issueType: 9 })
  const all = [...demoChips, ...Array.from({ length: 1000 }, (_, at) => demoChip(101 + at))]
  for (const name of ['uuid', 'number', 'rfid'] as const) expect(new Set(all.map(each => each[name])).size).toBe(all.length)
})
