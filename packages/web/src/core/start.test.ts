import { beforeEach, expect, test, vi } from 'vitest'

const drawer = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => drawer.get(key) ?? null,
  setItem: (key: string, value: string) => drawer.set(key, value),
  removeItem: (key: string) => drawer.delete(key),
})

/** The stations that the server knows the user by; the first one is the first of its list. */
let mine: readonly number[] = []
let asked: string[] = []
/** What the station works by, and what was asked of it besides its own fields. */
const settings = { config: { package: { card: false } }, authCodeDetail: { package: { card: true } } }
let expanded: string[] = []
let profileExpands: string[] = []
/** So many lists of stations are answered by a server that is busy. */
let failing = 0
const stationOf = (id: number) => ({
  id,
  name: `Station ${id}`,
  timeZone: 'Asia/Shanghai',
  company: { id: 3, name: 'Riverside', currencyName: '元', symbol: '¥' },
})
const profile = { id: 8, company: stationOf(1).company, roles: [], permissions: ['org.station.read'] }
vi.stubGlobal('fetch', (url: string) => {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  asked.push(pathname.replace('/api/v1', ''))
  if (pathname.endsWith('/stations') && failing-- > 0)
    return Promise.resolve(Response.json({ code: 'server.busy', message: 'busy' }, { status: 503 }))
  if (/\/stations\/\d+$/.test(pathname)) expanded = (searchParams.getAll('expand') ?? []).flatMap(names => names.split(','))
  if (pathname.endsWith('/profile')) profileExpands = searchParams.getAll('expand')
  const one = /^id:(\d+)$/.exec(searchParams.get('search') ?? '')?.[1]
  const found = mine.filter(id => one === undefined || id === Number(one))
  const list = { content: found.slice(0, 1).map(stationOf), totalElements: found.length }
  const own = /\/stations\/(\d+)$/.exec(pathname)?.[1]
  return Promise.resolve(Response.json(pathname.endsWith('/profile') ? profile : own ? { ...stationOf(Number(own)), ...settings } : list))
})

const { endStart, startSession } = await import('./start.ts')
const { enterStation, keepProfile, keepToken, session, useSession } = await import('./session.ts')
const { addWords, setCurrency, setLanguage, wordsFor } = await import('../i18n/index.ts')

beforeEach(() => {
  asked = []
  failing = 0
  drawer.clear()
  useSession.setState({ profile: undefined, atStation: undefined, expired: false })
  keepToken('secret', String(Date.now() + 3_600_000))
  endStart()
})

// @req ACC-039
test.each([
  ['the one of before is kept, whatever a link names', { kept: 7, wanted: 5 }, [4, 5, 7], 7],
  ['one of before that is no longer the user’s is let go for the one that a link names', { kept: 9, wanted: 5 }, [4, 5, 7], 5],
  ['a link names it', { wanted: 5 }, [4, 5, 7], 5],
  ['a link names one that is not the user’s: the first', { wanted: 9 }, [4, 5, 7], 4],
  ['nothing says which: the first', {}, [4, 5, 7], 4],
  ['there is none, and none stays selected', { kept: 7, wanted: 5 }, [], undefined],
] as const)('the station: %s', async (_, { kept, wanted }: { kept?: number; wanted?: number }, stations, selected) => {
  if (kept) enterStation(stationOf(kept) as never)
  mine = stations
  await startSession(wanted)
  expect(session().atStation?.id).toBe(selected)
  expect(JSON.parse(drawer.get('smartAtStation') ?? 'null')?.id).toBe(selected)
  expect(session().stationTotal).toBe(stations.length)
})

test('what the station of last time needs is asked for before it is known who asks, and asked for again where it failed', async () => {
  mine = [4, 7]
  enterStation(stationOf(7) as never)
  await vi.waitFor(() => expect(asked).toContain('/stations/7'))
  asked = []
  const starting = startSession()
  await Promise.resolve()
  expect(asked.toSorted()).toEqual(['/stations', '/stations', '/stations/7', '/users/profile'])
  await starting
  expect(session().atStation?.id).toBe(7)
  expect(session().stationTotal).toBe(2)

  endStart()
  asked = []
  failing = 2
  await startSession()
  expect(session().atStation?.id).toBe(7)
  expect(asked.filter(path => path === '/stations')).toHaveLength(4)
})

// @req ACC-055 ACC-056
test('with the station its package, its reminder and what its authorization code says are read', async () => {
  mine = [4]
  await startSession()
  await vi.waitFor(() => expect(asked).toContain('/stations/4'))
  expect(expanded).toEqual(expect.arrayContaining(['config.package', 'authCodeDetail', 'config.notify']))
  await vi.waitFor(() => expect(session().atStation).toMatchObject({ id: 4, ...settings }))
})

// @req ACC-054
test.each([
  ['zh', '元', '¥', '单价（元，¥）'],
  ['en', '元', '¥', 'Price (RMB, ¥)'],
  ['en', 'euro', '€', 'Price (euro, €)'],
] as const)(
  'in %s the money of a company that calls it %s is called so, of who is signed in and of the station',
  (spoken, currencyName, symbol, text) => {
    setLanguage(spoken)
    addWords({ probe: { price: spoken === 'zh' ? '单价（{currency}，{symbol}）' : 'Price ({currency}, {symbol})' } })
    const company = { ...stationOf(1).company, timeZone: 'Asia/Shanghai', currencyName, symbol }
    for (const take of [() => keepProfile({ ...profile, company } as never), () => enterStation({ ...stationOf(1), company } as never)]) {
      setCurrency('?', '?')
      take()
      expect(wordsFor('probe.price')).toBe(text)
    }
  },
)

// @req ACC-041 ACC-043
test('a station is read with each expansion that the pages work by', async () => {
  mine = [4]
  await startSession()
  await vi.waitFor(() => expect(asked).toContain('/stations/4'))
  expect(expanded).toEqual(
    expect.arrayContaining([
      'company.products',
      'company.config.debitCard',
      'config.otherTradeType',
      'config.notify',
      'config.search',
      'config.webChargeTradeType',
      'configDetail.otherTradeType',
      'config.device',
      'config.homePage',
      'config.package',
      'config.unionCard',
      'authCodeDetail',
    ]),
  )
})

// @req ACC-014 ACC-027
test('who is signed in is read with the stations of the roles, before any station is', async () => {
  mine = [4]
  await startSession()
  expect(profileExpands).toEqual(['roles.station'])
  expect(asked.slice(0, 2)).toEqual(['/users/profile', '/stations'])
})
