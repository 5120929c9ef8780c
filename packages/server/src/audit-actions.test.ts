import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { actions, resources, wordsOfAction } from '@forecourt/contract'
import { expect, test } from 'vitest'

const src = import.meta.dirname
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.ts') && !/\.test\.ts$|^testing\/|^matrix\//.test(path))
  .map(path => readFileSync(join(src, path), 'utf8'))

const quoted = (text: string) => [...text.matchAll(/'([\w.]+)'/g)].map(([, action]) => action!)

/** Actions as the code names them: in the call, in a choice within it, in a helper that tells, in a table of actions. */
const named = sources.flatMap(text => [
  ...[...text.matchAll(/\baudit\(\s*([^`]*?),\s*`/g)].flatMap(([, first]) => quoted(first!)),
  ...[...text.matchAll(/\btell\(\s*\w+,\s*'([\w.]+)'/g)].map(([, action]) => action!),
  ...[...text.matchAll(/const auditActions = \{([^}]*)\}/g)].flatMap(([, table]) => quoted(table!)),
])

const byRecord = [...resources.values()].flatMap(({ name, acts }) =>
  acts.filter(act => act === 'create' || act === 'update' || act === 'delete').map(act => `${name}.${act}`),
)
const noun = (resource: string) => (resources.has(resource) ? resource : '')

test('every action that is noted has words in both languages', () => {
  expect(named.length).toBeGreaterThan(40)
  expect(
    [...new Set([...named, ...byRecord])].filter(action => !wordsOfAction(action, 'zh', noun) || !wordsOfAction(action, 'en', noun)),
  ).toEqual([])
  for (const [action, { zh, en }] of Object.entries(actions)) {
    expect(zh, action).toMatch(/[一-鿿]/)
    expect(en, action).not.toMatch(/[一-鿿]/)
  }
})

test('every word is of an action that is noted', () => {
  expect(Object.keys(actions).filter(action => !named.includes(action))).toEqual([])
})
