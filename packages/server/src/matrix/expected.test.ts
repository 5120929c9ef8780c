import { endpoints, permissions } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { asked, expected, rows } from './expected.ts'

// @req SEC-029
test('who may what is written out by hand for every permission there is, and for no other', () => {
  expect(Object.keys(permissions).filter(name => !expected.has(name))).toEqual([])
  expect([...expected.keys()].filter(name => !(name in permissions))).toEqual([])
})

test('no page and no permission is written out twice', () => {
  const names = rows.map(([name]) => name)
  expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([])
})

// @req SEC-029
test('every call asks for the permission that is written out for it by hand', () => {
  const calls = endpoints.filter(({ path }) => !path.startsWith('/fixture'))
  const asks = calls.map(({ method, path, permission }) => [`${method} ${path}`, permission])
  expect(Object.fromEntries(asks)).toEqual(Object.fromEntries(asked))
})
