import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Tree } from './index.ts'

const src = join(import.meta.dirname, '..')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).map(path => join(src, path))
const flat = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([name, value]) => (typeof value === 'string' ? [[path + name, value]] : flat(value, `${path}${name}.`)))
const textsOf = async (language: 'zh' | 'en') => {
  const catalogues = files.filter(path => path.endsWith(`i18n/${language}.ts`))
  return (await Promise.all(catalogues.map(async path => flat(((await import(path)) as { default: Tree }).default)))).flat()
}
const [zh, en] = [await textsOf('zh'), await textsOf('en')]
const han = /\p{Script=Han}/u
const withoutPlaces = (text: string) => text.replaceAll(/\{\w+\}/g, '')

/** The same in every language: names of formats and standards, signs, and places to fill in with nothing around them. */
const international = new Set(['PIN', 'CSV', 'Excel', 'RFID', 'LOGO'])
/** What is looked for in files and by typing, in whichever language that is. */
const patterns = /^(?:historyImports\.usual_|commands\.also)/

test('what is said in Chinese is Chinese', () => {
  const silent = zh.filter(
    ([key, text]) => !han.test(text) && /\p{L}/u.test(withoutPlaces(text)) && !international.has(text) && !patterns.test(key),
  )
  expect(silent).toEqual([])
})

test('what is said in English holds no Chinese, and is not the Chinese text left as it was', () => {
  expect(en.filter(([key, text]) => han.test(text) && !patterns.test(key))).toEqual([])
  const chinese = new Map(zh)
  const same = en.filter(([key, text]) => chinese.get(key) === text && /\p{L}/u.test(withoutPlaces(text)))
  expect(same.filter(([key, text]) => !international.has(text) && !patterns.test(key))).toEqual([])
})

test('punctuation is the language’s own: no half-width marks between Chinese words, no full-width ones in English', () => {
  expect(zh.filter(([key, text]) => /\p{Script=Han}[,;:?!]|[,;:?!]\p{Script=Han}/u.test(text) && !patterns.test(key))).toEqual([])
  expect(en.filter(([key, text]) => /[，。；：？！（）]/u.test(text) && !patterns.test(key))).toEqual([])
})

/** Whole keys that are put together, as patterns: `t(`roles.${role}`)` asks for `roles.` and something. */
const composed = files
  .filter(path => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/i18n\/|\.d\.ts$/.test(path))
  .flatMap(path => [...readFileSync(path, 'utf8').matchAll(/\bt\(\s*`([^`]+)`/g)].map(([, key]) => key!))

test('every text that is asked for by a key put together from parts has words for some of its parts', () => {
  expect(composed.length).toBeGreaterThan(30)
  const keys = zh.map(([key]) => key)
  const parts = [...new Set(composed)].filter(key => !key.startsWith('${'))
  const patternOf = (key: string) => new RegExp(`^${key.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '.+')}$`)
  expect(parts.filter(key => !keys.some(each => patternOf(key).test(each)))).toEqual([])
})
