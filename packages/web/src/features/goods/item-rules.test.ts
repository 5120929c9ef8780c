import { expect, test } from 'vitest'
import { addWords, setLanguage, type Language } from '../../i18n/index.ts'
import en from './i18n/en.ts'
import zh from './i18n/zh.ts'
import { itemRules } from './item-rules.ts'

const wrongIn = (language: Language, entered: object) => {
  addWords({ zh, en }[language])
  setLanguage(language)
  return itemRules({ ...entered }).wrong
}

// @req GDS-014
test('the form of goods says at once that an end is not after its start', () => {
  const start = '2026-01-02T00:00:00.000Z'
  const said = { zh: '停止销售时间必须晚于开始销售时间', en: 'The end must be later than the start' }
  for (const language of ['zh', 'en'] as const)
    for (const endTime of [start, '2026-01-01T23:59:59.999Z'])
      expect(wrongIn(language, { startTime: start, endTime })).toEqual({ endTime: said[language] })
  for (const entered of [
    { startTime: start, endTime: '2026-01-02T00:00:00.001Z' },
    { startTime: start },
    { startTime: null, endTime: start },
  ])
    expect(wrongIn('en', entered)).toEqual({})
})
