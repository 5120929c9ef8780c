import { errors, wordsOf, type ErrorCode, type Language } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { Refusal } from './refusal.ts'

// @req SEC-024
test.each([
  ['login.noAccount', {}, { field: 'mobile' }],
  ['login.noAccount', { field: 'email' }, { field: 'email' }],
  ['stale', { id: 7 }, { detail: { id: 7 } }],
  [
    'search_malformed',
    { position: 3, reason: 'direction', field: 'sort' },
    { field: 'sort', position: 3, detail: { reason: 'direction' } },
  ],
  ['notFound', {}, {}],
] as const)('%s with %j travels as its code, its words, and %j', (code, detail, rest) => {
  for (const language of ['zh', 'en'] as const)
    expect(new Refusal(code, detail).body(language)).toEqual({ code, message: wordsOf(code, language, detail), ...rest })
})

const unfilled = (words: string) => words.replaceAll(/\{\w+\}/g, '—')
// @req SEC-024
test('every refusal says which field it is about, in words of the language that was asked for', () => {
  for (const [code, { field, zh, en }] of Object.entries(errors) as [ErrorCode, { field?: string } & Record<Language, string>][]) {
    const [chinese, english] = [new Refusal(code).body('zh'), new Refusal(code).body('en')]
    expect([code, chinese.field, english.field]).toEqual([code, field, field])
    expect([code, chinese.message, english.message]).toEqual([code, unfilled(zh), unfilled(en)])
  }
})
