import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deeds, resources, wordsOfDeed } from '@forecourt/contract'
import { expect, test } from 'vitest'

const src = import.meta.dirname
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.ts') && !/\.test\.ts$|^testing\/|^matrix\//.test(path))
  .map(path => readFileSync(join(src, path), 'utf8'))

const quoted = (text: string) => [...text.matchAll(/'([\w.]+)'/g)].map(([, action]) => action!)

/** Deeds as the code names them: in the call, in a choice within it, in a helper that tells, in a table of deeds. */
const named = sources.flatMap(text => [
  ...[...text.matchAll(/\baudit\(\s*([^`]*?),\s*`/g)].flatMap(([, first]) => quoted(first!)),
  ...[...text.matchAll(/\btell\(\s*\w+,\s*'([\w.]+)'/g)].map(([, action]) => action!),
  ...[...text.matchAll(/const deeds = \{([^}]*)\}/g)].flatMap(([, table]) => quoted(table!)),
])

const byRecord = [...resources.values()].flatMap(({ name, acts }) =>
  acts.filter(act => act === 'create' || act === 'update' || act === 'delete').map(act => `${name}.${act}`),
)
const noun = (resource: string) => (resources.has(resource) ? resource : '')

test('every deed that is noted has words in both languages', () => {
  expect(named.length).toBeGreaterThan(40)
  expect(
    [...new Set([...named, ...byRecord])].filter(action => !wordsOfDeed(action, 'zh', noun) || !wordsOfDeed(action, 'en', noun)),
  ).toEqual([])
  for (const [action, { zh, en }] of Object.entries(deeds)) {
    expect(zh, action).toMatch(/[一-鿿]/)
    expect(en, action).not.toMatch(/[一-鿿]/)
  }
})

test('every word is of a deed that is noted', () => {
  expect(Object.keys(deeds).filter(action => !named.includes(action))).toEqual([])
})
