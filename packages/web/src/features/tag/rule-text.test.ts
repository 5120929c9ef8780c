import { describe, expect, test } from 'vitest'
import { conditionsOf, ruleText, type Condition } from './rule-text.ts'

const conditions: Condition[] = [
  { field: 'lastPurchaseDay', is: 'within', value: 30 },
  { field: 'lastPurchaseDay', is: 'notWithin', value: 7 },
  { field: 'lastPurchaseDay', is: 'never', value: undefined },
  { field: 'lastPurchaseDay', is: 'since', value: '2026-05-01' },
  { field: 'spent90Cents', is: 'atLeast', value: 1_000_00 },
  { field: 'fills365', is: 'atMost', value: 3 },
  { field: 'station', is: 'anyOf', value: ['7'] },
  { field: 'product', is: 'anyOf', value: ['92', '95'] },
  { field: 'birthMonth', is: 'anyOf', value: ['11', '12'] },
  { field: 'plate', is: 'contains', value: '沪A,1(2)' },
]

describe('a rule of a tag', () => {
  // @req MKT-004
  test('is written as a search, and read back into the conditions that it was entered by', () => {
    const text = ruleText(conditions)
    expect(text).toContain('lastPurchaseDay>=today-29,lastPurchaseDay<today-6,lastPurchaseDay:null')
    expect(text).toContain('spent90Cents>=100000,fills365<=3,purchases.station.id:7,purchases.product.id:(92|95)')
    expect(conditionsOf(text)).toEqual(conditions)
  })

  test('says nothing of a condition whose value is missing', () => {
    expect(ruleText([{ field: 'spent30Cents', is: 'atLeast', value: undefined }])).toBe('')
    expect(ruleText([{ field: 'spent30Cents', is: 'atLeast', value: Number.NaN }])).toBe('')
    expect(ruleText([{ field: 'level', is: 'anyOf', value: [] }])).toBe('')
  })

  test.each(['name:Wang', '(fills30:1|fills30:2)', 'spent30Cents>5', 'birthMonth<>3'])('that says %s is shown as it is', rule => {
    expect(conditionsOf(rule)).toBeUndefined()
  })
})
