import { beforeEach, describe, expect, test } from 'vitest'
import { addWords, setCurrency, setLanguage } from '../../i18n/index.ts'
import kitEn from '../../kit/i18n/en.ts'
import kitZh from '../../kit/i18n/zh.ts'
import judgementEn from '../../kit/judgement/i18n/en.ts'
import judgementZh from '../../kit/judgement/i18n/zh.ts'
import type { NameOf } from '../../kit/judgement/range-words.ts'
import { dealRules } from './deal-rules.ts'
import { costWords, dealSentences, worstOf } from './deal-words.ts'
import dealEn from './i18n/en.ts'
import dealZh from './i18n/zh.ts'

const catalogues = { zh: [kitZh, judgementZh, dealZh], en: [kitEn, judgementEn, dealEn] }
function speak(language: 'zh' | 'en') {
  setLanguage(language)
  for (const words of catalogues[language]) addWords(words)
  setCurrency('元', '¥')
}
beforeEach(() => speak('zh'))

const names: Record<string, string> = { 'products:1': '92#', 'stations:7': '滨江东站', 'items:5': '矿泉水', 'tags:3': '老客户' }
const nameOf: NameOf = (of, id) => names[`${of}:${id}`]
const off = { kind: 'amount', offCents: 20_00, minimumCents: 200_00 }

describe('a coupon in plain words', () => {
  // @req MKT-005 MKT-022 MKT-023
  test('says what it gives, for whom, where, when and how many', () => {
    const whole = {
      ...off,
      maxCount: 500,
      perUser: 2,
      members: 'members',
      tags: [{ tagId: 3 }],
      stations: [{ stationId: 7 }],
      products: [{ productId: 1 }],
      weekdays: [5, 1, 2, 3, 4],
      hours: [{ from: '08:00', until: '18:00' }],
      validDays: 30,
      joinsReduced: false,
    }
    expect(dealSentences(whole, nameOf)).toEqual([
      '满 ¥200.00 减 ¥20.00',
      '仅会员可用，限带有标签 老客户 的会员，限 滨江东站 使用，限购买 92# 时使用',
      '仅周一至周五 08:00–18:00，领取后 30 天内有效',
      '共发放 500 张，每人限领 2 张',
      '不与其他券一起使用，不与价格优惠同享',
    ])
    speak('en')
    expect(dealSentences({ ...off, stackable: true }, nameOf)).toEqual([
      '¥20.00 off a spend of ¥200.00 or more',
      'any number of them',
      'together with other combinable coupons',
    ])
  })

  test.each([
    [{ kind: 'percent', percent: 10, capCents: 15_00, minimumCents: 50_00 }, '减免 10%，最高减 ¥15.00，满 ¥50.00 可用'],
    [{ kind: 'percent', percent: 10 }, '减免 10%'],
    [{ kind: 'litre', centsPerL: 20, upToCl: 50_00 }, '每升减 ¥0.20，最多 50.00 升'],
    [{ kind: 'goods', itemId: 5, pieces: 2 }, '免费兑换 矿泉水 2 件'],
  ])('%j: %s', (values, words) => {
    expect(dealSentences(values, nameOf)[0]).toBe(words)
  })

  test('says nothing while what it gives is missing or no number', () => {
    for (const values of [{ kind: 'amount' }, { kind: 'litre', centsPerL: Number.NaN }, { kind: 'goods', itemId: 5 }])
      expect(dealSentences(values, nameOf)).toEqual([])
  })
})

describe('what coupons may cost', () => {
  test.each([
    [{ ...off, maxCount: 500 }, '最高成本 ¥10,000.00（500 张 × 每张最高 ¥20.00）'],
    [{ ...off, maxCount: 500, budgetCents: 1_000_00 }, '最高成本 ¥1,000.00（以预算为限）'],
    [{ ...off, maxCount: 0 }, '每张最高 ¥20.00；发放数量不限，最高成本没有上限'],
    [{ kind: 'percent', percent: 10, maxCount: 5 }, '单张优惠没有上限，无法算出最高成本'],
  ])('%j: %s', (values, words) => {
    expect(costWords(values, undefined)).toBe(words)
  })

  test('goods cost what they are sold at, litres what is taken off of the most of them', () => {
    expect(worstOf({ kind: 'goods', itemId: 5, pieces: 3 }, 2_50)).toBe(7_50)
    expect(worstOf({ kind: 'litre', centsPerL: 25, upToCl: 50_50 }, undefined)).toBe(12_63)
    expect(worstOf({ kind: 'litre', centsPerL: 25 }, undefined)).toBeUndefined()
  })
})

// @req MKT-015 MKT-016 MKT-017
test.each([
  ['unusedMost', { ...off, perUser: 2, unusedMost: 3 }, 0],
  ['endTime', { ...off, startTime: '2026-12-02T00:00:00Z', endTime: '2026-12-01T00:00:00Z' }, 0],
  ['maxCount', { ...off, autoIssue: true, maxCount: 0 }, 0],
  ['maxCount', { ...off, maxCount: 9 }, 10],
  ['budgetCents', { kind: 'percent', percent: 10, budgetCents: 100_00 }, 0],
  ['budgetCents', { kind: 'litre', centsPerL: 10, budgetCents: 100_00 }, 0],
])('what is wrong stands on %s: %j', (field, values, issued) => {
  const { wrong = {} } = dealRules(values, issued)
  expect(Object.entries(wrong).flatMap(([name, words]) => (words ? [name] : []))).toEqual([field])
})

test('what is unlimited, or limited by the other, is not called wrong', () => {
  for (const values of [
    { ...off, perUser: 0, unusedMost: 3 },
    { ...off, perUser: 3, unusedMost: 3, maxCount: 10, autoIssue: true },
    { kind: 'percent', percent: 10, capCents: 5_00, budgetCents: 100_00 },
  ])
    expect(Object.values(dealRules(values, 10).wrong ?? {}).filter(Boolean)).toEqual([])
})
