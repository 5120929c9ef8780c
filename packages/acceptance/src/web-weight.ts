import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'

const folder = resolve(import.meta.dirname, '../../web/dist/assets')
const files = () => readdirSync(folder).filter(name => name.endsWith('.js'))
const text = (name: string) => readFileSync(join(folder, name), 'utf8')
const kB = (names: Iterable<string>) => [...names].reduce((sum, name) => sum + gzipSync(text(name)).length, 0) / 1000

/** What a file brings with it before it runs. */
function withAll(roots: readonly string[], found = new Set<string>()): Set<string> {
  for (const root of roots) {
    if (found.has(root)) continue
    found.add(root)
    withAll(
      [...text(root).matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)].map(([, name]) => name!),
      found,
    )
  }
  return found
}
const called = (start: string) =>
  files().filter(name => name.startsWith(`${start}-`) && name.length === start.length + '-1234567.js'.length)
const named = (start: string): string => {
  const [found] = called(start)
  if (!found) throw new Error(`no ${start} in ${folder}`)
  return found
}

/** The file of what a page says, in Chinese: the one of its two files that has Chinese in it. */
const wordsOf = (page: string): string[] =>
  called(page)
    .filter(name => !/\bimport\b/.test(text(name)) && /\p{Script=Han}/u.test(text(name)))
    .slice(0, 1)

/** Pages that somebody may open first, each with the file that it begins with and the name under which its words are found. */
const firstPages = {
  home: ['home-page', 'home'],
  orders: ['all-query-page', 'allQuery'],
  cards: ['card-query-page', 'employeeCard'],
  statistics: ['sales-statistic-page', 'transactionsStatistic'],
  classSettle: ['class-settle-page', 'classSettle'],
  staff: ['company-users-page', 'staffMge'],
} as const

/** Kilobytes as they travel (gzip), read from the built files: the same on every machine. */
export function weights() {
  const start = withAll([named('index'), named('words-zh'), named('zh_CN')])
  const besides = (...parts: string[]) => kB(withAll(parts.map(named)).difference(start))
  const record = called('fuelCode').find(name => /\bimport\b/.test(text(name)))!
  const pages = files().filter(name => /-page-[\w-]+\.js$/.test(name))
  /** All that travels before each of these pages is drawn, when it is the first. */
  const first = Object.fromEntries([
    ...Object.entries(firstPages).map(([page, [code, words]]) => [page, withAll([named(code), ...wordsOf(words)]).union(start)] as const),
    ['record', withAll([record, ...wordsOf('fuelCode')]).union(start)] as const,
  ]) as Record<keyof typeof firstPages | 'record', Set<string>>
  const checks = (name: string) => name.startsWith('schemas-')
  return {
    start: kB(start),
    login: besides('login-page'),
    first: Object.fromEntries(Object.entries(first).map(([page, all]) => [page, kB(all)])) as Record<keyof typeof first, number>,
    /** Whether there is a file of the schemas that values are checked by, and which of these pages bring it. */
    schemas: { all: files().some(checks), first: Object.entries(first).flatMap(([page, all]) => ([...all].some(checks) ? [page] : [])) },
    css: readdirSync(folder)
      .filter(name => /^((antd-)?(index|shell)|home-page)-[\w-]{7}\.css$/.test(name))
      .reduce((sum, name) => sum + gzipSync(text(name)).length / 1000, 0),
    pages: pages.map(name => ({ name: name.replace(/-[\w-]{7}\.js$/, ''), own: kB([name]) })),
    /** What a page says besides what the shell says, in either language. */
    words: files()
      .filter(name => text(name).startsWith('var e={') && !/\bimport\b/.test(text(name)))
      .map(name => ({ name, own: kB([name]) })),
  }
}
