import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints, fileRules, metaOf, resources, type Endpoint } from './index.ts'

const called = ({ method, path }: Endpoint) => `${method} ${path}`

interface Found {
  readonly at: string
  readonly name: string
  readonly schema: z.ZodType
}

/** Every field of an answer, those of records within it too. */
function fieldsOf(schema: z.ZodType, at: string): Found[] {
  const { bare } = metaOf(schema)
  if (bare instanceof z.ZodArray) return fieldsOf(bare.element as z.ZodType, at)
  if (bare instanceof z.ZodUnion) return bare.options.flatMap(option => fieldsOf(option as z.ZodType, at))
  if (!(bare instanceof z.ZodObject)) return []
  return Object.entries(bare.shape as Record<string, z.ZodType>).flatMap(([name, field]) => [
    { at: `${at}.${name}`, name, schema: field },
    ...fieldsOf(field, `${at}.${name}`),
  ])
}
const answered = endpoints.flatMap(endpoint => fieldsOf(endpoint.returns, called(endpoint)))
const wrong = (rule: (field: Found) => boolean) => answered.filter(rule).map(({ at }) => at)
const takes = ({ schema }: Found, value: unknown) => schema.safeParse(value).success

// @req SEC-028
test('an answer names its fields in camelCase, and a list is content with totalElements', () => {
  expect(answered.length).toBeGreaterThan(500)
  expect(wrong(({ name }) => !/^[a-z][A-Za-z0-9]*$/.test(name))).toEqual([])
  const lists = [...resources.values()].filter(({ list }) => list)
  for (const { list } of lists) expect(Object.keys((list.returns as unknown as z.ZodObject).shape)).toEqual(['content', 'totalElements'])
})

// @req SEC-030 LIM-001
test('money is whole cents, volume whole centilitres, weight whole kilograms, an id a whole number, a moment exact to the second', () => {
  const halves = (field: Found) => takes(field, 12.5) || takes(field, '1250')
  expect(wrong(field => /Cents(Max|Min)?$/.test(field.name) && halves(field))).toEqual([])
  expect(wrong(field => /(Cl|Kg)$/.test(field.name) && halves(field))).toEqual([])
  expect(wrong(field => /^id$|[a-z]Id$/.test(field.name) && metaOf(field.schema).bare instanceof z.ZodNumber && halves(field))).toEqual([])
  const named = answered.filter(({ name, schema }) => /(Date|At)$/.test(name) && metaOf(schema).format === 'instant')
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(field => takes(field, '2026-05-01') || !takes(field, '2026-05-01T04:00:00.000Z')).map(({ at }) => at)).toEqual([])
  expect(wrong(field => /^(is|has|enable)[A-Z]/.test(field.name) && (takes(field, 1) || takes(field, 'true')))).toEqual([])
})

// @req SEC-030 LIM-001
test.each([
  ['userCards', 'value lockValue principalCents giftCents debtCents paymentCentsMax', 'hasPayPassword'],
  ['userCardDetails', 'amountCents principalCents giftCents balanceAfterCents', ''],
  ['orders', 'discountCents totalCents paidCents refundedCents', 'priceDifference'],
  ['lineItems', 'priceCents volumeCl amountCents discountCents', ''],
  ['transactions', 'amountCents refundedCents', ''],
  ['items', 'priceCents', 'hidden'],
  ['categories', '', 'hidden'],
  ['tanks', 'maxVolumeCl volumeCl', ''],
  ['users', '', 'readOnly promoter disabled isStaff hasPin'],
  ['cards', '', 'giftFirst'],
  ['devices', '', 'enabled'],
] as const)('of %s, %s are whole numbers of the smallest unit, and %s yes or no', (name, whole, flags) => {
  const shape = resources.get(name)!.row.shape as Record<string, z.ZodType>
  const takes = (field: string, value: unknown) => shape[field]!.safeParse(value).success
  for (const field of whole.split(' ').filter(Boolean))
    expect([field, takes(field, 1250), takes(field, 12.5), takes(field, '1250')]).toEqual([field, true, false, false])
  for (const field of flags.split(' ').filter(Boolean))
    expect([field, takes(field, true), takes(field, false), takes(field, 1), takes(field, 'true')]).toEqual([
      field,
      true,
      true,
      false,
      false,
    ])
})

// @req SEC-030
test('what is sent is of the same kinds as what is answered', () => {
  const sent = endpoints.flatMap(({ body, ...rest }) => (body ? fieldsOf(body, called(rest as Endpoint)) : []))
  expect(sent.length).toBeGreaterThan(200)
  const broken = (rule: RegExp) => sent.filter(({ name }) => rule.test(name)).filter(field => takes(field, 12.5) || takes(field, '1250'))
  expect(broken(/Cents(Max|Min)?$|Cl$/).map(({ at }) => at)).toEqual([])
  const flags = sent.filter(({ schema }) => metaOf(schema).bare instanceof z.ZodBoolean)
  expect(flags.filter(field => takes(field, 'true') || takes(field, 1)).map(({ at }) => at)).toEqual([])
})

// @req LIM-007 LIM-008 LIM-009 LIM-010 ORG-010 ORG-011
test.each([
  ['userAvatar', 6_291_456],
  ['stationPicture', 6_291_456],
  ['itemPicture', 6_291_456],
  ['dealPicture', 6_291_456],
  ['rewardPicture', 6_291_456],
  ['companyPicture', 2_097_152],
  ['invoice', 1_048_576],
  ['software', 52_428_800],
] as const)('a file for %s has at most %i bytes', (type, bytes) => {
  expect(fileRules[type].bytesMax).toBe(bytes)
})
