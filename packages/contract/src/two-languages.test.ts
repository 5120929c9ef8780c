import { expect, test } from 'vitest'
import * as contract from './index.ts'

const han = /\p{Script=Han}/u
/** Names and codes that are the same in every language. */
const international = /^(?:PIN|MAC|CSV|Excel|LOGO)$/

/** Everything the contract says in both languages, wherever it stands: refusals, pages, permissions, actions, reasons. */
function* pairs(value: unknown, path: string, seen: Set<unknown>): Generator<[path: string, zh: string, en: string]> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  const plain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype || path === ''
  if (!plain) return
  const { zh, en } = value as { zh?: unknown; en?: unknown }
  if (typeof zh === 'string' || typeof en === 'string') yield [path, String(zh), String(en)]
  for (const [name, member] of Object.entries(value)) yield* pairs(member, path ? `${path}.${name}` : name, seen)
}
const found = [...pairs({ ...contract }, '', new Set())]
const wrong = (holds: (zh: string, en: string) => boolean) => found.filter(([, zh, en]) => !holds(zh, en)).map(each => each.join(' | '))

test('what the contract says, it says in Chinese and in English', () => {
  expect(found.length).toBeGreaterThan(400)
  expect(wrong((zh, en) => (han.test(zh) || international.test(zh)) && !han.test(en) && /[a-z]/i.test(en))).toEqual([])
})

test('both languages leave the same places to fill in', () => {
  const places = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort().join()
  expect(wrong((zh, en) => places(zh) === places(en))).toEqual([])
})
