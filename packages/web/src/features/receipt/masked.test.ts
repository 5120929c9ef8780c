import { expect, test } from 'vitest'
import { masked, maskedName } from './masked.ts'

test.each([
  ['1234567890123456', '1234********3456'],
  ['1234567890123456789', '1234***********6789'],
  ['62000657000019', '6200******0019'],
  ['12345678', '12****78'],
  ['123', '***'],
])('of the card %s a receipt says %s', (number, shown) => {
  expect(masked(number)).toBe(shown)
})

test.each([
  ['王芳', '王*'],
  ['欧阳小明', '欧***'],
  ['Lin', 'L**'],
  ['Wang Fang', 'W*** F***'],
  ['', ''],
])('of the holder %s a slip says %s', (name, shown) => {
  expect(maskedName(name)).toBe(shown)
})
