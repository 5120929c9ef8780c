import { permissions } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { expected } from './expected.ts'

// @req SEC-029
test('who may what is written out by hand for every permission there is, and for no other', () => {
  expect(Object.keys(permissions).filter(name => !expected.has(name))).toEqual([])
  expect([...expected.keys()].filter(name => !(name in permissions))).toEqual([])
})
