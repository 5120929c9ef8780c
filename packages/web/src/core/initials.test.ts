import { pages } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { initials, initialsFinder } from './initials.ts'

// @req NAV-026
test.each([
  ['油品销售', 'ypxs'],
  ['全部销售', 'qbxs'],
  ['支付流水', 'zfls'],
  ['班结报表', 'bjbb'],
  ['油站列表', 'yzlb'],
  ['员工管理', 'yggl'],
  ['卡片查询', 'kpcx'],
  ['92# 汽油', '92qy'],
])('%s is found by %s', (text, typed) => expect(initials(text)).toBe(typed))

test('every page can be found by initials', () => {
  for (const { zh } of pages) expect(initials(zh), zh).toMatch(/^[a-z0-9]+$/)
})

// @req NAV-026
test.each([
  ['银行卡支付', 'yhk', 0],
  ['银行卡支付', 'zf', 3],
  ['调价记录', 'tj', 0],
  ['调价记录', 'dj', 0],
  ['重庆北站', 'cq', 0],
  ['班结报表', 'bb', 2],
  ['班结报表', 'bz', -1],
  ['班结报表', '', -1],
  ['92# 汽油', '92q', 0],
])('%s holds %s at %i, whichever way a character is read', (text, typed, at) => expect(initialsFinder(text)(typed)).toBe(at))
