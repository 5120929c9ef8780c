import fc from 'fast-check'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Tab } from './tabs.ts'

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

// @req NAV-034 NAV-035
describe('arranging', () => {
  const state = () => visitAll('/home', detail(1), detail(2), detail(3))

  test('what is pinned stands after home and survives everything that closes', () => {
    const arranged = tabs.pinned(state().tabs, detail(3), true)
    expect(names({ tabs: arranged })).toEqual(['/home', detail(3), detail(1), detail(2)])
    const all = tabs.closed({ tabs: arranged, active: detail(1) }, names({ tabs: arranged }))
    expect(names(all)).toEqual(['/home', detail(3)])
    expect(names({ tabs: tabs.pinned(arranged, detail(3), false) })).toEqual(['/home', detail(3), detail(1), detail(2)])
  })

  test('a tab goes where it is put, but never before home nor among the pinned', () => {
    expect(names({ tabs: tabs.moved(state().tabs, detail(3), 1) })).toEqual(['/home', detail(3), detail(1), detail(2)])
    expect(names({ tabs: tabs.moved(state().tabs, detail(1), 3) })).toEqual(['/home', detail(2), detail(3), detail(1)])
    expect(names({ tabs: tabs.moved(state().tabs, detail(3), 0) })[0]).toBe('/home')
    expect(tabs.moved(state().tabs, '/home', 2)).toEqual(state().tabs)
    const held = tabs.pinned(state().tabs, detail(2), true)
    expect(names({ tabs: tabs.moved(held, detail(3), 1) })).toEqual(['/home', detail(2), detail(3), detail(1)])
  })

  test('the next and the one before go round and round', () => {
    const open = { ...state(), active: detail(3) }
    expect([tabs.beside(open, 1)!.path, tabs.beside(open, -1)!.path]).toEqual(['/home', detail(2)])
    expect(tabs.beside({ ...open, active: '/home' }, -1)!.path).toBe(detail(3))
  })

  test('however they are arranged, no tab is lost or doubled and home stays first', () => {
    const act = fc.record({ path: fc.constantFrom('/home', detail(1), detail(2), detail(3)), to: fc.nat(5), pin: fc.option(fc.boolean()) })
    fc.assert(
      fc.property(fc.array(act, { maxLength: 12 }), acts => {
        const after = acts.reduce<readonly Tab[]>(
          (now, { path, to, pin }) => (pin === null ? tabs.moved(now, path, to) : tabs.pinned(now, path, pin)),
          state().tabs,
        )
        expect(names({ tabs: after }).toSorted()).toEqual(names(state()).toSorted())
        expect(after[0]!.path).toBe('/home')
        const firstLoose = after.findIndex(tab => !tabs.isPinned(tab))
        expect(after.slice(firstLoose < 0 ? after.length : firstLoose).some(tab => tabs.isPinned(tab))).toBe(false)
      }),
    )
  })
})

describe('Esc on a record’s page', () => {
  const list = '/queryStatistics/salesQuery/allQuery'
  test('leads to the page it was opened from, with what was filtered there', () => {
    const state = tabs.opened(tabs.opened(visitAll('/home'), '/queryStatistics/transactions', '?page=2', 3), detail(1), '', 4)
    expect(tabs.before(state)).toBe('/queryStatistics/transactions?page=2')
  })
  test('leads to the list of its kind when that page was closed, or when it was opened by its address', () => {
    const state = visitAll('/home', '/queryStatistics/transactions', detail(1))
    expect(tabs.before({ ...state, tabs: state.tabs.filter(({ name }) => name !== 'transactions') })).toBe(list)
    expect(tabs.before(visitAll(detail(1)))).toBe(list)
  })
  test('goes back and forth between two records no more than once', () => {
    const state = visitAll(list, detail(1), detail(2), detail(1))
    expect(tabs.before(state)).toBe(list)
  })
  test('leads nowhere from a list or from home', () => {
    expect(tabs.before(visitAll('/home', list))).toBeUndefined()
    expect(tabs.before(visitAll(list, '/home'))).toBeUndefined()
  })
})
