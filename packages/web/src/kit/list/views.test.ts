import { beforeEach, expect, test, vi } from 'vitest'
import { differs, forgetOldViews, oldViews, viewSearch } from './old-views.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})

test('a view keeps filters and order, not the page someone was on nor the record that was open', () => {
  const filters = { status: 'open', createdDate: 'last7Days', sort: 'createdDate,desc', size: '50' }
  expect(viewSearch({ ...filters, page: '4', record: '17', preview: '18', view: '3' })).toEqual(filters)
})

test('a view is changed by another filter, not by turning its pages nor by the order in which filters were set', () => {
  const view = { status: 'open', createdDate: 'today' }
  expect(differs({ createdDate: 'today', status: 'open', page: '2', view: '7' }, view)).toBe(false)
  expect(differs({ status: 'open' }, view)).toBe(true)
  expect(differs({ ...view, sort: 'id,asc' }, view)).toBe(true)
})

test('what a browser kept of one user is brought to the server and forgotten; what it kept of another stays', () => {
  localStorage.setItem(
    'smartViews',
    JSON.stringify({
      '1 allQuery': [{ name: '每日', search: { status: 'open' } }],
      '2 allQuery': [{ name: 'mine', search: {} }],
      '12 x': [],
    }),
  )
  expect(oldViews(1)).toEqual([{ page: 'allQuery', name: '每日', search: { status: 'open' } }])
  forgetOldViews(1)
  expect(oldViews(1)).toEqual([])
  expect(oldViews(2)).toHaveLength(1)
  forgetOldViews(2)
  expect(oldViews(2)).toEqual([])
})

test.each(['null', '[]', '{"1 allQuery": 7}', 'not JSON'])('a store that someone has broken is as good as an empty one: %s', text => {
  localStorage.setItem('smartViews', text)
  expect(oldViews(1)).toEqual([])
})
