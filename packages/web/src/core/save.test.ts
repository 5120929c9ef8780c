import { expect, test } from 'vitest'
import { fileNameOf } from './save.ts'

// @req EXP-009
test.each([
  [`attachment; filename="__.csv"; filename*=UTF-8''%E9%94%80%E5%94%AE.csv`, '销售.csv'],
  [`attachment; filename="sales.csv"`, 'sales.csv'],
  [`attachment; filename="sales.csv"; filename*=UTF-8''%E9%94`, 'sales.csv'],
  ['', 'download'],
])('a file that travels as %j is kept as %s', (disposition, name) => expect(fileNameOf(disposition)).toBe(name))
