import { beforeEach, expect, test, vi } from 'vitest'
import { readViews, viewSearch, withView, writeViews } from './views-store.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
})

test('a view keeps filters and order, not the page someone was on nor the record that was open', () => {
  expect(viewSearch({ status: 'open', createdDate: 'last7Days', sort: 'createdDate,desc', size: '50', page: '4', record: '17' })).toEqual({
    status: 'open',
    createdDate: 'last7Days',
    sort: 'createdDate,desc',
    size: '50',
  })
})

test('two people at one browser have views of their own on each page', () => {
  writeViews(1, 'salesQuery', withView([], { name: '每日', search: { status: 'open' } }))
  writeViews(2, 'salesQuery', withView([], { name: 'mine', search: {} }))
  expect(readViews(1, 'salesQuery')).toEqual([{ name: '每日', search: { status: 'open' } }])
  expect(readViews(1, 'fuelQuery')).toEqual([])
})

test('saved under the same name, a view is replaced where it stands', () => {
  const views = [
    { name: 'a', search: {} },
    { name: 'b', search: {} },
  ]
  expect(withView(views, { name: 'a', search: { x: '1' } }).map(({ name, search }) => [name, search])).toEqual([
    ['a', { x: '1' }],
    ['b', {}],
  ])
})

test('a store that someone has broken is as good as an empty one', () => {
  localStorage.setItem('smartViews', 'null')
  expect(readViews(1, 'salesQuery')).toEqual([])
})
