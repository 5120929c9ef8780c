import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import {
  above,
  anyOf,
  atLeast,
  atMost,
  below,
  contains,
  either,
  endsWith,
  equals,
  isNotNull,
  isNull,
  literal,
  noneOf,
  orNull,
  searchText,
  sourceOf,
  startsWith,
} from './search.ts'

// @req SEC-016
test('what a page asks for is written as the grammar writes it', () => {
  expect(searchText([contains('name', 'east'), undefined, equals('company.id', 3)])).toBe('name:*east*,company.id:3')
  expect(searchText([orNull('hidden', [false]), isNotNull('category'), isNull('parent')])).toBe(
    'hidden:[false|null],category<>null,parent:null',
  )
  expect(searchText([either([contains('orderNo', '8812'), endsWith('externalSerialNo', '8812')]), anyOf('status', ['open', 'lock'])])).toBe(
    '(orderNo:*8812*|externalSerialNo:*8812),status:(open|lock)',
  )
  expect(searchText([atLeast('createdDate', '2026-11-01'), below('createdDate', '2026-12-01')])).toBe(
    'createdDate>=2026-11-01,createdDate<2026-12-01',
  )
  const others = [noneOf('status', ['fail', 'close']), noneOf('type', [99]), anyOf('type', [0])]
  expect(searchText([above('amount', 100), atMost('amount', 200), ...others])).toBe(
    'amount>100,amount<=200,status<>(fail|close),type<>99,type:0',
  )
  expect(searchText([startsWith('barcode', '690'), either([equals('a', 1)])])).toBe('barcode:690*,a:1')
  expect(searchText([])).toBe('')
})

test.each([
  ['Shell (East)', String.raw`Shell \(East\)`],
  ['a,b', String.raw`a\,b`],
  ['*star', String.raw`\*star`],
  ['null', String.raw`\null`],
  ['null!', 'null!'],
  ['[a|b]', String.raw`\[a\|b\]`],
  ['C:\\x', String.raw`C:\\x`],
  ['http://x.cn/a?b=c', 'http://x.cn/a?b=c'],
  [':x', String.raw`\:x`],
  ['>=1', String.raw`\>=1`],
  [' x', String.raw`\ x`],
  ['x ', String.raw`x\ `],
  [' ', String.raw`\ `],
  ['x\\ ', String.raw`x\\\ `],
  ['a b', 'a b'],
  ['中心站', '中心站'],
  ['a\tb\n', String.raw`a b\ `],
  [true, 'true'],
  [-1, '-1'],
])('%j is written %s', (value, text) => expect(literal(value)).toBe(text))

test('nothing that anyone types can end its term, or be read as anything but itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...',|()[]*\\:<>= anul中'.split('')), minLength: 1 }), typed => {
      const text = literal(typed)
      expect(text.replaceAll(/\\(.)/g, '$1')).toBe(typed)
      expect(text.replaceAll(/\\./g, 'x')).not.toMatch(/[,|()[\]*\\]|^[:<>= ]| $|^null$/)
    }),
  )
})

afterEach(() => vi.unstubAllGlobals())

// @req SEC-019
test('what reaches back more than a year is asked for apart, and always where the deployment says so', () => {
  expect(sourceOf()).toEqual({})
  expect(sourceOf(true)).toEqual({ from: 'history' })
  vi.stubGlobal('window', { forecourt: { searchFrom: 'history' } })
  expect(sourceOf()).toEqual({ from: 'history' })
})
