import { expect, test } from 'vitest'
import { nameOf } from './field.ts'

// @req SEC-018
test.each([
  [{ id: 7, name: '92#' }, '92#'],
  [{ id: 7, title: '油枪 3' }, '油枪 3'],
  [{ id: 7, label: 'RFID 12' }, 'RFID 12'],
  [{ id: 7, name: '', title: '加油卡' }, '加油卡'],
  [{ id: 7 }, '#7'],
  [null, '—'],
])('an option %j is called %s', (row, called) => {
  expect(nameOf(row)).toBe(called)
})
