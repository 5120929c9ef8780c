import { describe, expect, test, vi } from 'vitest'
import { fitting, isAsked, withOpened, type Entry } from './command-entries.ts'

vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }))

const page = (label: string, also: string): Entry => ({
  id: `page:${also}`,
  kind: 'page',
  label,
  also: `${label} ${also}`,
  path: `/${also}`,
})
const all = [page('班结报表', 'Shift reports'), page('支付流水', 'Payments'), page('油站列表', 'Stations'), page('油罐管理', 'Tanks')]
const found = (typed: string) => fitting(all, typed, 5).map(({ label }) => label)

// @req NAV-026
describe('what is typed finds', () => {
  test.each([
    ['班结', ['班结报表']],
    ['bjbb', ['班结报表']],
    ['bb', ['班结报表']],
    ['shift', ['班结报表']],
    ['SHIFT REP', ['班结报表']],
    ['report shift', ['班结报表']],
    ['y', ['油站列表', '油罐管理', '支付流水']],
    ['yg', ['油罐管理']],
    ['zzz', []],
  ])('%s', (typed, labels) => expect(found(typed)).toEqual(labels))

  test('nothing typed leaves everything as it stands', () => expect(found('  ')).toEqual(all.map(({ label }) => label)))

  test('what begins so comes before what only holds it', () => {
    const entries = [page('卡片查询', 'All cards'), page('查询卡', 'Query card')]
    expect(fitting(entries, '查询', 5).map(({ label }) => label)).toEqual(['查询卡', '卡片查询'])
  })
})

test.each([
  ['6200 3617', true],
  ['R01-00001234', true],
  ['+8613800138000', true],
  ['王小芳', true],
  ['wxf', true],
  ['w', false],
  ['', false],
  ['¥ 8', false],
])('%s is asked of the server: %s', (typed, asked) => expect(isAsked(typed)).toBe(asked))

test('what was opened is remembered once, the latest first; what has no address is not', () => {
  const opened = all.reduce<Entry[]>((kept, entry) => withOpened(kept, entry, 3), [])
  expect(opened.map(({ label }) => label)).toEqual(['油罐管理', '油站列表', '支付流水'])
  expect(withOpened(opened, all[1]!, 3).map(({ label }) => label)).toEqual(['支付流水', '油罐管理', '油站列表'])
  expect(withOpened(opened, { id: 'action:dark', kind: 'action', label: '深色', run: () => undefined })).toEqual(opened)
})
