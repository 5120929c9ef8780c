import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { resources } from '@forecourt/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { chosenLanguage } from './chosen-language.ts'
import { addWords, setCurrency, setLanguage, t, type Tree, wordsFor } from './index.ts'

const src = join(import.meta.dirname, '..')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).map(path => join(src, path))
const sources = files.filter(path => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/i18n\/|\.d\.ts$/.test(path))
const read = (path: string) => readFileSync(path, 'utf8')
/** Comments speak of the trade in its own words. */
const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')

const flat = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [[path + name, value] as [string, string]] : flat(value, `${path}${name}.`),
  )
const catalogues = files.filter(path => path.endsWith('i18n/zh.ts'))
const wordsOf = async (path: string) => new Map(flat(((await import(path)) as { default: Tree }).default))
const all = async (language: 'zh' | 'en') => {
  const found = new Map<string, string>()
  for (const path of catalogues) for (const [key, text] of await wordsOf(path.replace('zh.ts', `${language}.ts`))) found.set(key, text)
  return found
}
/** The company's money may be said by word in one language and by sign in the other. */
const placeholders = (text: string) =>
  [...new Set(text.match(/\{\w+\}/g))].filter(name => !['{currency}', '{symbol}'].includes(name)).sort()

// @req NAV-001
describe.each(catalogues.map(path => [relative(src, path), path]))('%s', (_, path) => {
  test('says the same things in both languages, with the same places to fill in', async () => {
    const [zh, en] = [await wordsOf(path), await wordsOf(path.replace('zh.ts', 'en.ts'))]
    expect([...en.keys()].sort()).toEqual([...zh.keys()].sort())
    expect([...zh].filter(([key, text]) => placeholders(text).join() !== placeholders(en.get(key)!).join()).map(([key]) => key)).toEqual([])
    expect([...zh, ...en].filter(([, text]) => text === '').map(([key]) => key)).toEqual([])
  })
})

test('no two catalogues use the same name for different things', async () => {
  const owner = new Map<string, string>()
  const twice: string[] = []
  for (const path of catalogues) {
    for (const key of (await wordsOf(path)).keys()) {
      if (owner.has(key)) twice.push(key)
      owner.set(key, path)
    }
  }
  expect(twice).toEqual([])
})

/** Keys that are put together from a part that is known and one that is not: `roles.` and a role. */
const literal = /\bt\(\s*(?:[^()'"`]*\?\s*)?'([\w.]+)'(?:\s*:\s*'([\w.]+)')?/g
const composed = /`([\w.]+[._])\$\{/g

test('every text that is asked for exists', async () => {
  const zh = await all('zh')
  const asked = sources.flatMap(path =>
    [...withoutComments(read(path)).matchAll(literal)].flatMap(([, one, other]) =>
      [one, other].filter(Boolean).map(key => [path, key] as const),
    ),
  )
  expect(asked.length).toBeGreaterThan(100)
  expect(asked.filter(([, key]) => !zh.has(key!)).map(([path, key]) => `${relative(src, path)}: ${key}`)).toEqual([])
})

test('what the shell and the log-in say is among the words that come with them', async () => {
  const come = new Map<string, string>()
  for (const path of ['i18n', 'kit/i18n']) for (const [key, text] of await wordsOf(join(src, path, 'zh.ts'))) come.set(key, text)
  const early = sources.filter(path => /src\/(app|core|kit\/(page|feedback|[^/]+$))/.test(path))
  expect(early.length).toBeGreaterThan(80)
  const asked = early.flatMap(path => {
    const text = withoutComments(read(path))
    return [...text.matchAll(literal)].flatMap(([, one, other]) => [one, other].filter(key => key !== undefined))
  })
  expect(asked.filter(key => !come.has(key) && key !== 'invitation.title')).toEqual([])
})

test('every text is asked for', async () => {
  const code = sources.map(path => withoutComments(read(path))).join('\n')
  const prefixes = [...code.matchAll(composed)].map(([, prefix]) => prefix!)
  const named = new Set([...code.matchAll(/'([\w-]+(?:\.[\w-]+)*)'/g)].map(([, key]) => key))
  const byContract = (key: string) => ['fields', 'choices', ...resources.keys()].includes(key.split('.')[0]!)
  // An act's form names its fields from the words it is given: words="personCenter".
  const forms = [...code.matchAll(/words="(\w+)"/g)].map(([, words]) => `${words}.`)
  const unused = [...(await all('zh')).keys()].filter(
    key => !named.has(key) && !byContract(key) && ![...prefixes, ...forms].some(prefix => key.startsWith(prefix)),
  )
  expect(unused).toEqual([])
})

test('no Chinese stands in a component', () => {
  const found = sources
    .filter(path => path.endsWith('.tsx'))
    .flatMap(path =>
      withoutComments(read(path))
        .split('\n')
        .flatMap((line, at) => (/\p{Script=Han}/u.test(line) ? [`${relative(src, path)}:${at + 1} ${line.trim()}`] : [])),
    )
  expect(found).toEqual([])
})

describe('words', () => {
  beforeAll(() => {
    setLanguage('en')
    addWords({
      probe: {
        rows: '{count} row | {count} rows',
        price: 'Price ({currency}/{symbol})',
        hello: 'Hello {name}',
        both: '{name} has {count} card | {name} has {count} cards',
      },
    })
  })
  test('fill in what is given, choose by count, and show a key that has no text', () => {
    expect([
      wordsFor('probe.rows', { count: 1 }),
      wordsFor('probe.rows', { count: 0 }),
      wordsFor('probe.both', { name: 'Lin', count: 3 }),
    ]).toEqual(['1 row', '0 rows', 'Lin has 3 cards'])
    expect([wordsFor('probe.hello'), wordsFor('probe.none')]).toEqual(['Hello {name}', 'probe.none'])
  })
  // @req ACC-054
  test('speak of money in the company’s words', () => {
    expect(wordsFor('probe.price')).toBe('Price (元/¥)')
    setCurrency('Kč', 'Kč')
    expect(wordsFor('probe.price')).toBe('Price (Kč/Kč)')
  })
  // @req ACC-051 ACC-052
  test.each([
    ['en', 'zh', ['zh-CN'], 'en'],
    [undefined, 'en', ['zh-CN'], 'en'],
    [undefined, null, ['en-US', 'zh'], 'en'],
    [undefined, null, ['fr', 'en-GB', 'zh'], 'en'],
    [undefined, null, ['fr', 'zh-TW'], 'zh'],
    [undefined, null, ['fr'], 'zh'],
    ['xx', 'yy', [], 'zh'],
  ] as const)('window %s, stored %s, browser %s: %s', (configured, stored, browser, language) => {
    expect(chosenLanguage(configured, stored, browser)).toBe(language)
  })
})

test('a key that no catalogue has is refused by the compiler, and shows itself where it is made at run time', () => {
  // @ts-expect-error the compiler knows every key
  expect(t('sales.noSuchText')).toBe('sales.noSuchText')
})
