import { describe, expect, test } from 'vitest'
import { pages } from '../pages.ts'
import type { Page } from '../pages.ts'
import { configDefaults } from './config-defaults.ts'
import { isLeftOut, offerOf } from './package.ts'

const everything = configDefaults.package
const page = (name: string, section?: string, parent?: string) =>
  ({
    name,
    path: `/${name}`,
    zh: name,
    en: name,
    level: 'station',
    roles: [],
    ...(section && { section }),
    ...(parent && { parent }),
  }) as unknown as Page

// @req ACC-055
describe('what a station did not buy is left out', () => {
  test.each([
    ['card', page('cardQuery', 'stationCards')],
    ['card', page('personalMember', 'memberCenter')],
    ['payment', page('otherPay', 'stationMge')],
    ['payment', page('payTemplate', 'stationMge')],
    ['payment', page('authToken', 'maintenance')],
    ['store', page('items', 'notFuel')],
    ['store', page('notFuelQuery', 'queryStatistics')],
    ['store', page('notFuelDetails', 'queryStatistics', 'notFuelQuery')],
  ] as const)('without %s: %o', (flag, one) => {
    expect(isLeftOut(one, offerOf(undefined, 'standard'))).toBe(false)
    expect(isLeftOut(one, offerOf({ config: { package: { ...everything, [flag]: false } } }, 'standard'))).toBe(true)
  })

  test('and nothing else is', () => {
    const nothing = { config: { package: { card: false, payment: false, store: false, rfid: false } } }
    const left = pages.filter(one => !isLeftOut(one, offerOf(nothing, 'standard')))
    expect(left.map(({ name }) => name)).toEqual(expect.arrayContaining(['home', 'allQuery', 'fuelQuery', 'staffMge', 'classSettle']))
    expect(left.some(({ section }) => section === 'stationCards')).toBe(false)
  })
})

// @req ACC-056
test('an authorization code comes before the station’s settings where the station runs by itself, and only there', () => {
  const offers = { config: { package: { ...everything, card: false } }, authCodeDetail: { package: { card: true, rfid: true } } }
  expect(offerOf(offers, 'local').package).toEqual({ card: true, payment: true, store: true, rfid: true })
  expect(offerOf(offers, 'standard').package).toEqual({ card: false, payment: true, store: true, rfid: false })
  expect(offerOf({ authCodeDetail: null }, 'local').package).toEqual(everything)
  // What the code does not say, the station's settings do; what neither says is as everywhere.
  const parts = { config: { package: { ...everything, card: false, store: false } }, authCodeDetail: { package: { card: true } } }
  expect(offerOf(parts, 'local').package).toEqual({ card: true, payment: true, store: false, rfid: false })
})

// @req ACC-057
test('a station that runs by itself has no oil-company operation, no points store and no authorization codes', () => {
  for (const one of [page('depotMge', 'oilCompanyOperate'), page('scoreItems', 'scoreStore'), page('authCodeDetails', 'maintenance')]) {
    expect([one.name, isLeftOut(one, offerOf(undefined, 'local')), isLeftOut(one, offerOf(undefined, 'standard'))]).toEqual([
      one.name,
      true,
      false,
    ])
  }
  expect(isLeftOut(page('fuelCode', 'oilOperate'), offerOf(undefined, 'local'))).toBe(false)
})

// @req ACC-088
test('pages of the company show the same whichever station is selected, those of a station do not', () => {
  const of = (level: Page['level']) => pages.filter(one => one.level === level).map(({ name }) => name)
  const own = ['login', '404', 'noAccess', 'personCenter', 'version', 'gallery']
  const maintenance = ['companyGroup', 'groupUsers', 'userMge', 'assginMenu', 'roleAccessConfig', 'renewMge', 'systemConfig']
  const phones = ['miniPrograms', 'authToken', 'defaultTaxes']
  const production = ['importCards', 'importResult', 'issueCards', 'cardSearch', 'icCard']
  expect(of('platform').toSorted()).toEqual([...own, 'addCompanies', ...maintenance, ...phones, ...production].toSorted())
  const company = ['companyDetails', 'changeLogo', 'addStations', 'companyUserMge', 'companyAssginMenu', 'companyConfig']
  const cards = ['readCardQuery', 'employeeCard', 'anonymousCard', 'cardStorage', 'cardQuery', 'cardCostHistory', 'cardLimits']
  const members = ['personalMember', 'addPersonalMember', 'personalMemberDetails', 'debitItems', 'tags', 'tagDetails']
  const coupons = ['marketHome', 'deal', 'addDeal', 'editDeal', 'dealTask', 'addDealTask', 'editDealTask', 'userDeals']
  const offers = ['payTemplate', 'miniQrcode', 'dryRuns', 'dryRun']
  const store = ['scoreCategories', 'scoreCategoryDetails', 'scoreItems', 'scoreCardDetails', 'scoreUserCardDetails']
  const services = ['addedValueServices', 'openServices', 'editServices']
  const fleets = ['unitMember', 'addUnitMember', 'assgin', 'fleetBills', 'fleetBillDetails', 'fleetAgreements']
  const log = ['auditLogs', 'historyImport', 'messageOutbox', 'backgroundJobs', 'dataScreen']
  const supply = ['depotMge', 'depotDetails', 'baseFuelMge', 'supplierMge', 'depotStockMge', 'addDetail', 'editDetail']
  const loads = ['transportMge', 'addTransportInfo', 'editTransportInfo', 'transportDetails', 'printTransportDetail']
  const months = ['settleMge', 'previewSettle', 'printMonthSettle']
  const fuel = [...supply, ...loads, ...months]
  expect(of('company').toSorted()).toEqual(
    [...cards, ...members, ...coupons, ...offers, ...store, ...services, ...fleets, ...fuel, ...company, ...log].toSorted(),
  )
  expect(of('group')).toEqual(['assginMge'])
})
