import { endpoints, permissions } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { asked, expected } from './expected.ts'

// @req SEC-029
test('who may what is written out by hand for every permission there is, and for no other', () => {
  expect(Object.keys(permissions).filter(name => !expected.has(name))).toEqual([])
  expect([...expected.keys()].filter(name => !(name in permissions))).toEqual([])
})

// @req SEC-029
test('every call asks for the permission that is written out for it by hand', () => {
  const calls = endpoints.filter(({ path }) => !path.startsWith('/fixture'))
  const asks = calls.map(({ method, path, permission }) => [`${method} ${path}`, permission])
  expect(Object.fromEntries(asks)).toEqual(Object.fromEntries(asked))
})
