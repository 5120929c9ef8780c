import { accessName, pages, pagesOf, type Role } from '@forecourt/contract'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Profile } from '../core/session.ts'
import { setLanguage } from '../i18n/index.ts'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
let menu: typeof import('./menu.ts')
let mayOpen: typeof import('../kit/page/access.ts')['mayOpen']
beforeAll(async () => {
  menu = await import('./menu.ts')
  mayOpen = (await import('../kit/page/access.ts')).mayOpen
})

beforeEach(() => setLanguage('zh'))

const someone = (role: Role) => ({ defaultRole: role, menus: { web: pagesOf(role).map(accessName) } }) as unknown as Profile
const leaves = (role: Role) => menu.leavesOf(menu.menuOf(someone(role))).map(({ name }) => name)

type Bought = Partial<Record<'card' | 'payment' | 'store' | 'rfid', boolean>>
/** What somebody who may open every page finds in the menu, and opens, at a station of these flags. */
async function offeredAt(bought: Bought, { byCode, profile }: { byCode?: Bought; profile?: 'standard' | 'local' } = {}) {
  const { useSession } = await import('../core/session.ts')
  vi.stubGlobal('window', { forecourt: { profile } })
  useSession.setState({ atStation: { id: 1, config: { package: bought }, authCodeDetail: byCode && { package: byCode } } as never })
  const open = pages.filter(({ name }) => mayOpen(name, someone('superAdmin'))).map(({ name }) => name)
  const shown = leaves('superAdmin')
  useSession.setState({ atStation: undefined })
  vi.stubGlobal('window', undefined)
  return { open, shown }
}
const every = pages.map(({ name }) => name)
const ofCards = ['readCardQuery', 'employeeCard', 'anonymousCard', 'cardStorage', 'cardQuery', 'cardCostHistory', 'cardLimits']
const ofMembers = (
  'personalMember addPersonalMember personalMemberDetails unitMember addUnitMember assgin debitItems addedValueServices ' +
  'openServices editServices fleetBills fleetBillDetails fleetAgreements'
).split(' ')
/** 油企运营, 积分商城: a station that stands by itself has no depots and no points store. */
const ofCompany = pages.filter(({ section }) => section === 'oilCompanyOperate' || section === 'scoreStore').map(({ name }) => name)
const ofShop = 'notFuelQuery notFuelDetails categories categoryDetails items import itemImportResult'.split(' ')
const ofPayments = ['authToken', 'stationAuthToken', 'otherPay', 'payTemplate']
const lacking = (...names: string[]) => every.filter(name => !names.includes(name))

// @req ACC-055 ACC-056 ACC-057 SUP-017 PTS-007
test.each<[string, Bought, Parameters<typeof offeredAt>[1], string[]]>([
  ['all that there is', {}, {}, every],
  ['no cards', { card: false }, {}, lacking(...ofCards, ...ofMembers)],
  ['no shop', { store: false }, {}, lacking(...ofShop)],
  ['no further ways of payment', { payment: false }, {}, lacking(...ofPayments)],
  ['no RFID', { rfid: false }, {}, every],
  ['by itself, no oil-company operation and no points store', {}, { profile: 'local' }, lacking(...ofCompany)],
  ['by itself, cards by the code', { card: false }, { profile: 'local', byCode: { card: true } }, lacking(...ofCompany)],
  ['by itself, no shop by the code', {}, { profile: 'local', byCode: { store: false } }, lacking(...ofCompany, ...ofShop)],
  ['not by itself: the code says nothing', {}, { profile: 'standard', byCode: { card: false } }, every],
])('a station with %s', async (_, bought, deployed, expected) => {
  const { open, shown } = await offeredAt(bought, deployed)
  expect(open.toSorted()).toEqual(expected.filter(name => mayOpen(name, someone('superAdmin'))).toSorted())
  expect(shown.filter(name => !expected.includes(name))).toEqual([])
  expect(shown.includes('cardQuery')).toBe(expected.includes('cardQuery'))
})
