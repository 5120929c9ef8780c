import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { root } from './root.ts'
import { filesOf, type NamedTest } from './named-tests.ts'
import { children, type Node } from './tree.ts'

export interface SourceFile {
  readonly path: string
  readonly text: string
  readonly words: ReadonlySet<string>
}
/** What is asked for: each word with how much it counts. */
export type Query = ReadonlyMap<string, number>

/** Tests, words, the demo, tools for measuring and what is generated decide no behaviour. */
const none = /\.test\.tsx?$|\/i18n\/|\/testing\/|\/matrix\/|\/hostile\/|\/bench|\/gallery\/|modules\/demo\/|\.d\.ts$|platform\/tables\.ts$/

/** Words of a text: names, their parts, and whole quoted strings, so that `refundedCents` meets "refunded" and 'sales.refund'. */
export function wordsOf(text: string): Set<string> {
  const words = new Set<string>()
  for (const [name] of text.matchAll(/[A-Za-z_]\w{2,}/g)) {
    words.add(name)
    for (const [part] of name.matchAll(/[A-Z]?[a-z]{3,}/g)) words.add(part.toLowerCase())
  }
  for (const [, quoted] of text.matchAll(/['"`]([^'"`\n]{2,60})['"`]/g)) if (quoted) words.add(quoted)
  return words
}

/** All sources, and how telling each word is: one that stands in few files tells more. */
export function readSources(): { files: SourceFile[]; weight: (word: string) => number } {
  const paths = filesOf(/^packages\/(?:contract|server|web)\/src\/.*\.tsx?$/).filter(path => !none.test(path))
  const files = paths.map(path => {
    const text = readFileSync(join(root, path), 'utf8')
    return { path, text, words: wordsOf(text) }
  })
  const seen = new Map<string, number>()
  for (const { words } of files) for (const word of words) seen.set(word, (seen.get(word) ?? 0) + 1)
  return { files, weight: word => Math.log(files.length / (seen.get(word) ?? files.length)) }
}

/** What the catalogues say → the keys that say it, so that a test that reads "退款" leads to the code that shows it. */
export function keysOfWords(): Map<string, string[]> {
  const keys = new Map<string, string[]>()
  for (const path of filesOf(/\/i18n\/(?:zh|en)\.ts$/)) {
    const { program } = parseSync(path, readFileSync(join(root, path), 'utf8'))
    collect(program, [], keys)
  }
  return keys
}

function collect(node: Node, path: readonly string[], keys: Map<string, string[]>): void {
  const name = node.type === 'Property' ? String(node['key'].name ?? node['key'].value) : undefined
  const here = name === undefined ? path : [...path, name]
  const value = node.type === 'Property' ? node['value'] : undefined
  if (name !== undefined && value?.type === 'Literal' && typeof value.value === 'string')
    keys.set(value.value, [...(keys.get(value.value) ?? []), here.join('.'), name])
  for (const child of children(node)) collect(child, here, keys)
}

/** What a row's tests, and its own text where that is given, speak of. */
export function queryOf(tests: readonly NamedTest[], rowText: string, keys: ReadonlyMap<string, readonly string[]>): Query {
  const query = new Map<string, number>()
  const add = (word: string, by: number) => query.set(word, Math.max(query.get(word) ?? 0, by))
  for (const { text } of tests) {
    for (const word of wordsOf(text)) {
      add(word, 1)
      for (const key of keys.get(word) ?? []) add(key, 1.5)
    }
  }
  for (const word of wordsOf(rowText)) add(word, 2)
  return query
}

/** How much a piece of source has to do with what is asked for; a long piece gains nothing by its length. */
export function scoreOf(words: ReadonlySet<string>, query: Query, weight: (word: string) => number): number {
  let sum = 0
  for (const word of words) sum += (query.get(word) ?? 0) * weight(word)
  return sum / Math.sqrt(8 + words.size)
}
