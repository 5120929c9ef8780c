import { actions, errors, invalid, permissionWords, reasons } from '@forecourt/contract'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Tree } from './index.ts'

const src = join(import.meta.dirname, '..')
const flat = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([name, value]) => (typeof value === 'string' ? [[path + name, value]] : flat(value, `${path}${name}.`)))

/** Every text that a user reads in a language: of the catalogues, and of the contract. */
async function textsOf(language: 'zh' | 'en'): Promise<[string, string][]> {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(path => /i18n\/(?:\w+-)?(?:zh|en)\.ts$/.test(path))
  const own = files.filter(path => path.endsWith(`${language}.ts`))
  const catalogues = await Promise.all(own.map(async path => flat(((await import(join(src, path))) as { default: Tree }).default)))
  const spoken: Record<string, { zh: string; en: string }> = { ...errors, ...actions, ...permissionWords, ...reasons, ...invalid }
  return [...catalogues.flat(), ...Object.entries(spoken).map(([key, words]) => [key, words[language]] as [string, string])]
}
const [zh, en] = [await textsOf('zh'), await textsOf('en')]

/** What is typed in just this way, or found by typing. */
const asTyped = /^(?:products\.code_help|historyImports\.usual_|commands\.also|timeOfDay$|gallery\.)/
const breaking = (texts: readonly [string, string][], rule: RegExp) => texts.filter(([key, text]) => rule.test(text) && !asTyped.test(key))

test.each([
  ['a hyphen for a minus', /(?:^|[\s（(])-\d/],
  ['a space before a percent sign', /[\d}] %/],
  ['a currency code before an amount', /\b(?:RMB|CNY) ?[\d{]/],
  ['three dots for an ellipsis', /\.\.\./],
  ['straight quotation marks', /"|\w'\w|(?:^|\s)'|'(?:\s|$)/],
  ['two spaces in a row', / {2}/],
])('no text has %s', (_, rule) => {
  expect(breaking(zh, rule)).toEqual([])
  expect(breaking(en, rule)).toEqual([])
})

test.each([
  ['a half-width mark beside a Chinese word', /\p{Script=Han}[,;:!?()]|[,;:!?()]\p{Script=Han}/u],
  ['a space between Chinese words', /\p{Script=Han} \p{Script=Han}/u],
  ['an informal “you”', /(?<!迷)你/],
  ['a dash between two ends that are filled in', /\} [–-] \{/],
])('no Chinese text has %s', (_, rule) => {
  expect(breaking(zh, rule)).toEqual([])
})

test('no English text speaks of users as he or she, or of nobody in particular', () => {
  expect(breaking(en, /\b(?:he|his|him|she|hers?|whoever|whomever|somebody|oneself|himself|anew)\b/i)).toEqual([])
})

test('one thing has one English name', () => {
  expect(breaking(en, /station master|personal centre|download centre|\bunhook|\bthaw/i)).toEqual([])
})

test('the rules find what they are for', () => {
  expect('差额 -5.00').toMatch(/(?:^|[\s（(])-\d/)
  expect('{share} %').toMatch(/[\d}] %/)
  expect('油枪,油罐').toMatch(/\p{Script=Han}[,;:!?()]/u)
})
