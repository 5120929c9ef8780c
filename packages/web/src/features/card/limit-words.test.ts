import { beforeEach, expect, test } from 'vitest'
import type { CardRangeOfUse } from '@forecourt/contract'
import { addWords, setLanguage } from '../../i18n/index.ts'
import kitEn from '../../kit/i18n/en.ts'
import kitZh from '../../kit/i18n/zh.ts'
import judgementEn from '../../kit/judgement/i18n/en.ts'
import judgementZh from '../../kit/judgement/i18n/zh.ts'
import type { NameOf } from '../../kit/judgement/range-words.ts'
import limitsEn from './i18n/limits-en.ts'
import limitsZh from './i18n/limits-zh.ts'
import { limitsOf, phrasesOf, sentenceOf } from './limit-words.ts'

const catalogues = { zh: [kitZh, judgementZh, limitsZh], en: [kitEn, judgementEn, limitsEn] }
function speak(language: 'zh' | 'en') {
  setLanguage(language)
  for (const words of catalogues[language]) addWords(words)
}
beforeEach(() => speak('zh'))

const names: Record<string, string> = { 'products:1': '92#', 'products:2': '95#', 'stations:7': '滨江东站', 'items:5': '玻璃水' }
const nameOf: NameOf = (of, id) => names[`${of}:${id}`]
const range = (given: object) => given as CardRangeOfUse
const saidOf = (profile: object, own: object = {}) =>
  phrasesOf([...limitsOf(range(own), 'card'), ...limitsOf(range(profile), 'profile')], nameOf)
const sentence = (profile: object, own?: object) => sentenceOf(saidOf(profile, own))

const office = {
  dayCentsMax: 500_00,
  productIds: [1],
  weekdays: [5, 1, 2, 3, 4],
  hours: [{ from: '08:00', until: '18:00' }],
  validUntil: '2027-01-01T00:00:00',
}

test('what is in force is said as people say it, in both languages', () => {
  expect(sentence(office)).toBe('每日 ¥500.00，仅 92#，周一至周五，08:00–18:00，有效期至 2027-01-01 00:00')
  speak('en')
  expect(sentence(office)).toBe('¥500.00 a day, only 92#, Mon–Fri, 08:00–18:00, valid until 2027-01-01 00:00')
  expect(sentence({ dayFillsMax: 2 })).toBe('2 fills a day')
  expect(sentence({})).toBe('No limits')
})

test.each<[string, object, string]>([
  ['nothing', {}, '不限'],
  ['two days stand one by one, and every day as that', { weekdays: [6, 7] }, '周六、周日'],
  ['three days in a row as a run', { weekdays: [1, 3, 4, 5] }, '周一、周三至周五'],
  ['the whole week', { weekdays: [1, 2, 3, 4, 5, 6, 7] }, '每天'],
  ['hours over midnight', { hours: [{ from: '22:00', until: '06:00' }] }, '22:00–06:00（次日）'],
  ['hours until midnight', { hours: [{ from: '18:00', until: '00:00' }] }, '18:00–00:00'],
  ['fuel and goods together', { productIds: [1], itemIds: [5] }, '仅 92#、玻璃水'],
  ['a station out of reach by its number', { stationIds: [7, 12] }, '限 滨江东站、编号 12'],
  ['litres, fills and months', { fillClMax: 60_00, dayFillsMax: 2, monthCentsMax: 3_000_00 }, '每日 2 次，每月 ¥3,000.00，每次 60.00 升'],
  ['what only alerts says so', { fillClMax: 60_00, fillBreach: 'alert' }, '每次 60.00 升（超出仅提醒）'],
])('of one range: %s', (_, given, words) => expect(sentence(given)).toBe(words))

test('of a profile and a card the narrower is in force, and says where it comes from', () => {
  expect(saidOf({ dayCentsMax: 500_00, monthCentsMax: 2_000_00 }, { dayCentsMax: 300_00, monthCentsMax: 2_000_00 })).toEqual([
    { text: '每日 ¥300.00', sources: ['card'] },
    { text: '每月 ¥2,000.00', sources: ['card', 'profile'] },
  ])
  // A wider one of the card has no effect.
  expect(saidOf({ dayCentsMax: 500_00 }, { dayCentsMax: 900_00 })).toEqual([{ text: '每日 ¥500.00', sources: ['profile'] }])
  expect(sentence({ validFrom: '2026-05-01T00:00:00' }, { validFrom: '2026-06-01T08:30:00' })).toBe('2026-06-01 08:30 起生效')
  expect(sentence({ productIds: [1, 2] }, { productIds: [2] })).toBe('仅 95#')
  expect(sentence({ hours: [{ from: '08:00', until: '18:00' }] }, { hours: [{ from: '09:00', until: '12:00' }] })).toBe(
    '09:00–12:00 且 08:00–18:00',
  )
  expect(sentence({ productIds: [1] }, { productIds: [2] })).toContain('没有可用品种')
})

test('an alert at or beyond what is refused alerts of nothing and is not said', () => {
  expect(sentence({ dayCentsMax: 300_00 }, { dayCentsMax: 300_00, dayBreach: 'alert' })).toBe('每日 ¥300.00')
  expect(sentence({ dayCentsMax: 300_00 }, { dayCentsMax: 200_00, dayBreach: 'alert' })).toBe('每日 ¥300.00，每日 ¥200.00（超出仅提醒）')
})
