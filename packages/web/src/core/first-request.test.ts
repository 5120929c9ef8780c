import { beforeEach, expect, test, vi } from 'vitest'

const { beginSession, opensHome, takeBegun } = await import('./first-request.ts')

const asked: [url: string, init: RequestInit][] = []
const answer = Response.json({})
beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('window', {})
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push([url, init])
    return Promise.resolve(answer)
  })
})

const hour = 3_600_000
const signedIn = { smartToken: 'secret', smartExpiration: String(Date.now() + hour) }
const storage = (kept: Record<string, string>) => ({ getItem: (key: string) => kept[key] ?? null })
const begin = (address: string, kept: Record<string, string> = signedIn) => {
  const { pathname, search } = new URL(address, 'http://localhost')
  return beginSession({ pathname, search }, storage(kept), 'zh')
}
const at = (id: unknown, config: object = {}) => ({ ...signedIn, smartAtStation: JSON.stringify({ id, config }) })

test.each([
  ['/home', signedIn, '/api/v1/bootstrap?home=true'],
  ['/home', at(7), '/api/v1/bootstrap?kept=7&home=true'],
  ['/', at(7), '/api/v1/bootstrap?kept=7&home=true'],
  ['/', at(7, { homePage: { page: null } }), '/api/v1/bootstrap?kept=7&home=true'],
  ['/', at(7, { homePage: { page: 'allQuery' } }), '/api/v1/bootstrap?kept=7'],
  ['/home?stationId=5', at(7), '/api/v1/bootstrap?kept=7&wanted=5&home=true'],
  ['/oilOperate/fuelCode?stationId=x', signedIn, '/api/v1/bootstrap'],
  ['/home', at('7; drop'), '/api/v1/bootstrap?home=true'],
  ['/home', { ...signedIn, smartAtStation: 'null' }, '/api/v1/bootstrap?home=true'],
] as const)('at %s with %j the session begins by %s', (address, kept, url) => {
  const begun = begin(address, kept)
  expect(begun).toMatchObject({ url, token: 'secret', language: 'zh' })
  expect(asked).toEqual([
    [
      url,
      {
        headers: expect.objectContaining({ Authorization: 'secret', language: 'zh', client: expect.stringMatching(/^web\//) }),
        cache: 'no-store',
      },
    ],
  ])
})

test.each([
  ['nobody is signed in', '/home', {}],
  ['the sign-in is over', '/home', { ...signedIn, smartExpiration: String(Date.now() - 1) }],
  ['the sign-in is renewed first', '/home', { ...signedIn, smartExpiration: String(Date.now() + 200_000) }],
  ['it is not known when the sign-in ends', '/home', { smartToken: 'secret' }],
  ['somebody is asked to sign in', '/login?redirect=%2Fhome', signedIn],
  ['a link signs somebody in', '/home?token=abc&client=crm', signedIn],
] as const)('nothing begins where %s', (_, address, kept) => {
  expect(begin(address, kept)).toBeUndefined()
  expect(asked).toEqual([])
})

test.each([
  ['/login', true],
  ['/login?redirect=%2F', true],
  ['/login?redirect=%2Fhome%3Fa%3D1', true],
  ['/login?redirect=%2FqueryStatistics%2Ftransactions', false],
  ['/person/personCenter', false],
] as const)('whether home comes next at %s: %s', (address, home) => {
  expect(opensHome(new URL(address, 'http://localhost'), undefined)).toBe(home)
})

test('an answer that is on its way is given once, and only to the very call of the same sign-in and language', async () => {
  const headers = { Authorization: 'secret', language: 'zh' }
  const url = '/api/v1/bootstrap?home=true'
  const again = () => Object.assign(window, { begun: begin('/home') })
  again()
  expect(takeBegun('/api/v1/users/profile', headers)).toBeUndefined()
  expect(await takeBegun(url, headers)).toBe(answer)
  expect(takeBegun(url, headers)).toBeUndefined()
  for (const other of [{ Authorization: 'another' }, { language: 'en' }]) {
    again()
    expect(takeBegun(url, { ...headers, ...other })).toBeUndefined()
    expect(takeBegun(url, headers)).toBeUndefined()
  }
})
