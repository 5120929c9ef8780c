import { accessName, firstPages, pageOf, pagesOf, type Role } from '@forecourt/contract'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { AtStation, Profile } from '../core/session.ts'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
let landing: typeof import('./landing.ts')['landing']
let useSession: typeof import('../core/session.ts')['useSession']
beforeAll(async () => {
  landing = (await import('./landing.ts')).landing
  useSession = (await import('../core/session.ts')).useSession
})
beforeEach(() => useSession.setState({ atStation: undefined }))

const someone = (role: Role) => ({ defaultRole: role, menus: { web: pagesOf(role).map(accessName) } }) as unknown as Profile
const station = (config: unknown) => useSession.setState({ atStation: { id: 7, config } as AtStation })
const opens = (role: Role, page: string | null) => {
  station({ homePage: { page } })
  return landing(someone(role))
}

// @req SCR-007
test('the page that the station names is opened first, by everyone who may open it; anyone else begins at home', () => {
  expect(landing(someone('station_master'))).toBe('/home')
  expect(opens('station_master', null)).toBe('/home')
  expect(opens('station_master', 'home')).toBe('/home')
  for (const { name, path } of firstPages) {
    const may = pagesOf('station_bill').includes(name)
    expect([name, opens('station_bill', name)]).toEqual([name, may ? path : '/home'])
  }
  expect(opens('station_master', 'classSettle')).toBe('/queryStatistics/classSettle')
  expect(opens('station_employee', 'classSettle')).toBe('/home')
  expect(opens('station_master', 'moonQuery')).toBe('/home')
})

// @req SCR-007
test('nobody is led to what the station did not buy, and a fleet’s leader stays with the fleet', () => {
  const cards = pageOf('cardQuery')!
  expect(opens('station_master', 'cardQuery')).toBe(cards.path)
  station({ homePage: { page: 'cardQuery' }, package: { card: false, payment: true, store: true, rfid: false } })
  expect(landing(someone('station_master'))).toBe('/home')
  expect(opens('group_master', 'allQuery')).toBe('/assginMge/0')
})
