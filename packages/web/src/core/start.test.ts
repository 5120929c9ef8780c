import { beforeEach, expect, test, vi } from 'vitest'

const drawer = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => drawer.get(key) ?? null,
  setItem: (key: string, value: string) => drawer.set(key, value),
  removeItem: (key: string) => drawer.delete(key),
})

/** What the server answers; the station is its own choice. */
let mine: readonly number[] = []
let selected: number | undefined
let asked: string[] = []
/** What the station works by, and what was asked of it besides its own fields. */
const settings = { config: { package: { card: false } }, authCodeDetail: { package: { card: true } } }
let expanded: string[] = []
const stationOf = (id: number) => ({
  id,
  name: `Station ${id}`,
  timeZone: 'Asia/Shanghai',
  company: { id: 3, name: 'Riverside', currencyName: '元', symbol: '¥' },
})
const profile = { id: 8, company: stationOf(1).company, roles: [], permissions: ['org.station.read'] }
const figures = { stationId: 4, day: '2026-05-01', at: '2026-05-01T04:00:00.000Z', sales: null, shift: null, own: null }
let status = 200
/** Too much to do for home's figures. */
let busy = false
vi.stubGlobal('location', { pathname: '/home', search: '' })
vi.stubGlobal('fetch', (url: string) => {
  const { pathname, search, searchParams } = new URL(url, 'http://localhost')
  asked.push(pathname.replace('/api/v1', '') + search)
  const own = /\/stations\/(\d+)$/.exec(pathname)?.[1]
  if (own) {
    expanded = searchParams.getAll('expand')
    return Promise.resolve(Response.json({ ...stationOf(Number(own)), ...settings }))
  }
  const refusal = { code: 'auth.required', message: 'Sign in again' }
  const home = searchParams.has('home') ? figures : null
  const refused = home && busy ? 503 : status
  const station = selected ? { ...stationOf(selected), ...settings } : null
  return Promise.resolve(
    Response.json(refused === 200 ? { profile, stationTotal: mine.length, station, home } : refusal, { status: refused }),
  )
})

const { endStart, firstFigures, startSession } = await import('./start.ts')
const { enterStation, keepProfile, keepToken, session, useSession } = await import('./session.ts')
const { addWords, setCurrency, setLanguage, wordsFor } = await import('../i18n/index.ts')

beforeEach(() => {
  asked = []
  status = 200
  busy = false
  drawer.clear()
  useSession.setState({ profile: undefined, atStation: undefined, expired: false })
  keepToken('secret', String(Date.now() + 3_600_000))
  endStart()
})

// @req ACC-014 ACC-027 ACC-039
test.each([
  ['the one of before and the one that a link names are said', { kept: 7, wanted: 5 }, '/bootstrap?kept=7&wanted=5&home=true'],
  ['a link names it', { wanted: 5 }, '/bootstrap?wanted=5&home=true'],
  ['nothing says which', {}, '/bootstrap?home=true'],
] as const)('one call says who is signed in, and where: %s', async (_, { kept, wanted }: { kept?: number; wanted?: number }, call) => {
  if (kept) enterStation({ ...stationOf(kept), config: {} } as never)
  await Promise.resolve()
  asked = []
  mine = [4, 5, 7]
  selected = 4
  await startSession(wanted)
  await startSession(wanted)
  expect(asked).toEqual([call])
  expect(session()).toMatchObject({ profile, stationTotal: 3, atStation: { id: 4, ...settings } })
  expect(JSON.parse(drawer.get('smartAtStation') ?? 'null')?.id).toBe(4)
})

// @req ACC-039
test('where the server knows of no station, none stays selected', async () => {
  enterStation(stationOf(7) as never)
  mine = []
  selected = undefined
  await startSession(5)
  expect([session().atStation, session().stationTotal, drawer.get('smartAtStation')]).toEqual([undefined, 0, undefined])
})

test('the figures of home are those of their station and day, until the session ends', async () => {
  selected = 4
  await startSession()
  expect(firstFigures(4, '2026-05-01')).toMatchObject(figures)
  expect([firstFigures(5, '2026-05-01'), firstFigures(4, '2026-05-02'), firstFigures(undefined, '2026-05-01')]).toEqual(Array(3))
  endStart()
  expect(firstFigures(4, '2026-05-01')).toBeUndefined()
})

test('a server that has too much to do is asked for the session alone, and once', async () => {
  busy = true
  selected = 4
  await startSession()
  expect(asked).toEqual(['/bootstrap?home=true', '/bootstrap'])
  expect([session().atStation?.id, firstFigures(4, '2026-05-01')]).toEqual([4, undefined])
  endStart()
  asked = []
  status = 503
  await expect(startSession()).rejects.toMatchObject({ status: 503 })
  expect(asked).toEqual(['/bootstrap?kept=4&home=true', '/bootstrap?kept=4'])
})

test('a start that was refused may be tried again', async () => {
  status = 401
  await expect(startSession()).rejects.toMatchObject({ status: 401, message: 'Sign in again' })
  expect(session().token).toBeUndefined()
  status = 200
  selected = 4
  await startSession()
  expect(session().atStation?.id).toBe(4)
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

// @req ACC-041 ACC-043 ACC-055 ACC-056
test('a station that is entered later is read with all that pages work by, its package and its reminder among it', async () => {
  selected = 4
  await startSession()
  enterStation(stationOf(7) as never)
  await vi.waitFor(() => expect(session().atStation).toMatchObject({ id: 7, ...settings }))
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
