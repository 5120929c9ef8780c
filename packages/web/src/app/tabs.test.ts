import { beforeAll, describe, expect, test, vi } from 'vitest'

const store = new Map<string, string>()
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => store.get(key) ?? null,
  setItem: (key: string, value: string) => store.set(key, value),
})
let tabs: typeof import('./tabs.ts')
beforeAll(async () => {
  tabs = await import('./tabs.ts')
})

const none = { tabs: [], active: '' }
const visitAll = (...paths: string[]) =>
  paths.reduce((state, path, now) => tabs.opened(state, path, '', now + 1), { ...none } as ReturnType<typeof tabs.opened>)
const detail = (id: number) => `/queryStatistics/salesQuery/allDetails/${id}`
const names = ({ tabs: open }: { tabs: readonly { path: string }[] }) => open.map(({ path }) => path)

// @req NAV-021
describe('visiting', () => {
  test('opens a tab for each path, once', () => {
    const state = visitAll('/home', detail(1), detail(2), detail(1))
    expect(names(state)).toEqual(['/home', detail(1), detail(2)])
    expect(state.tabs[1]).toMatchObject({ name: 'allDetails', params: { orderId: '1' } })
  })

  test('keeps the query with its tab', () => {
    const state = tabs.opened(visitAll('/home'), '/queryStatistics/transactions', '?page=2', 9)
    expect(tabs.opened(state, '/home', '', 10).tabs[1]!.query).toBe('?page=2')
  })

  test('lets the page seen longest ago go after ten, but never one with unsaved work', () => {
    const state = visitAll('/home', ...Array.from({ length: 12 }, (_, id) => detail(id + 1)))
    expect(state.tabs).toHaveLength(13)
    expect(state.tabs.filter(tab => tab.alive)).toHaveLength(tabs.aliveMost)
    const unsaved = { ...visitAll('/home', detail(1)), active: detail(1) }
    const kept = { ...unsaved, tabs: unsaved.tabs.map(tab => ({ ...tab, unsaved: tab.path === detail(1) })) }
    const more = Array.from({ length: 12 }, (_, id) => detail(id + 2))
    const later = more.reduce<ReturnType<typeof tabs.opened>>((all, path, now) => tabs.opened(all, path, '', now + 10), kept)
    expect(later.tabs.find(tab => tab.path === detail(1))!.alive).toBe(true)
  })

  // @req NAV-041
  test('draws home anew each time, and other pages not', () => {
    const away = visitAll('/home', detail(1), '/home', detail(1))
    expect(away.tabs.map(tab => tab.turn)).toEqual([1, 0])
  })

  test('knows nothing of sign-in, print and unknown paths', () => {
    expect(names(visitAll('/login', '/printClassSettle/7', '/nowhere'))).toEqual([])
  })
})

// @req NAV-032 NAV-033 NAV-034 NAV-035
describe('closing', () => {
  const state = () => ({ ...visitAll('/home', detail(1), detail(2), detail(3)), active: detail(2) })
  test('goes to the right neighbour, else to the left one', () => {
    expect(tabs.closed(state(), [detail(2)]).go!.path).toBe(detail(3))
    expect(tabs.closed({ ...state(), active: detail(3) }, [detail(3)]).go!.path).toBe(detail(2))
  })
  test('home survives everything', () => {
    const all = tabs.closed(state(), ['/home', detail(1), detail(2), detail(3)])
    expect(names(all)).toEqual(['/home'])
    expect(all.go!.path).toBe('/home')
    expect(tabs.closable({ name: 'home' } as never)).toBe(false)
  })
})
