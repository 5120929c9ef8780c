import { accessName, groups, pageOf, pages, pagesOf, roles, sections, type Page, type Role } from '@forecourt/contract'
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

// @req ACC-062 ACC-063 ACC-066
test('a superAdmin sees every page of the menu, an attendant what they may open; empty headings are left out', () => {
  const inOrder = pages.filter(page => !page.hidden).sort(bySection)
  expect(leaves('superAdmin')).toEqual(inOrder.map(page => page.name))
  expect(leaves('station_employee').join(' ')).toBe(
    'home rechargeHistory recordOrder fuelInventory categories items personalMember unitMember debitItems addedValueServices ' +
      'readCardQuery employeeCard anonymousCard cardQuery marketHome userDeals tags miniQrcode scoreCategories ' +
      'scoreItems scoreCardDetails scoreUserCardDetails',
  )
  const headings = menu.menuOf(someone('station_employee')).map(({ name }) => name)
  expect(headings.join()).toBe('home,queryStatistics,oilOperate,notFuel,memberCenter,stationCards,marketCenter,scoreStore')
  expect(leaves('group_master')).toEqual([])
  // Within a section too: an attendant has no sales and no reports, a salesman no reports.
  const linesOf = (role: Role, section: string) => menu.menuOf(someone(role)).find(({ name }) => name === section)!.lines!
  const under = (role: Role, section: string) => linesOf(role, section).map(({ name }) => name)
  expect(under('station_employee', 'queryStatistics')).toEqual(['rechargeHistory'])
  expect(under('station_salesman', 'queryStatistics')).toEqual(['salesQuery', 'transactions', 'transactionsStatistic', 'salesStatistic'])
  expect(menu.menuOf(someone('superAdmin')).every(({ lines = [1] }) => lines.length > 0)).toBe(true)
  // A group leads to the first page under it that its reader may open.
  const only = { defaultRole: 'station_master', menus: { web: ['PayTemplate', 'ClassSettle', 'MoneyChange'] } } as unknown as Profile
  expect(menu.firstOf('reportQuery', only)).toBe('/queryStatistics/reportQuery/moneyChange')
  expect(menu.firstOf('queryStatistics', only)).toBe('/queryStatistics/classSettle')
})
const order: (string | undefined)[] = [undefined, ...sections.map(({ name }) => name)]
const bySection = (one: Page, other: Page) => order.indexOf(one.section) - order.indexOf(other.section)

// @req NAV-058 NAV-060 NAV-062 NAV-063 NAV-068 SUP-021
test('each section opens its default page, as soon as there is one', () => {
  const built = sections.filter(({ first }) => pageOf(first))
  const defaults = {
    queryStatistics: 'allQuery',
    maintenance: 'companyGroup',
    oilCompanyMge: 'addCompanies',
    oilCompanyOperate: 'depotMge',
  }
  const named = Object.entries({ ...defaults, scoreStore: 'scoreCategories', stationMge: 'staffMge' })
  expect(built.map(({ name, first }) => [name, first])).toEqual(expect.arrayContaining(named))
  for (const { name, first } of built) expect(menu.firstOf(name, someone('superAdmin'))).toBe(pageOf(first)!.path)
})

function leads(name: string, path: string, zh: string, en: string, first: string): void {
  const all = menu.menuOf(someone('superAdmin')).flatMap(line => [line, ...(line.lines ?? [])])
  const heading = all.find(line => line.name === name)!
  expect([heading.path, heading.label, menu.firstOf(name, someone('superAdmin'))]).toEqual([path, zh, first])
  expect(menu.leavesOf([heading]).map(leaf => leaf.path)).toContain(first)
  expect([...sections, ...groups].find(each => each.name === name)).toMatchObject({ zh, en })
  expect(pages.some(page => page.path === path)).toBe(false)
}
// @req SAL-036 SAL-037 ORG-045 ORG-053 ORG-058 SET-022
test.each([
  ['queryStatistics', '/queryStatistics', '查询统计', 'Sales and reports', '/queryStatistics/salesQuery/allQuery'],
  ['salesQuery', '/queryStatistics/salesQuery', '销售查询', 'Sales', '/queryStatistics/salesQuery/allQuery'],
  ['reportQuery', '/queryStatistics/reportQuery', '报表查询', 'Reports', '/queryStatistics/reportQuery/rechargeConsume'],
  ['oilCompanyMge', '/oilCompanyMge', '油企管理', 'Organisation', '/oilCompanyMge/addCompanies'],
  ['stationMge', '/stationMge', '油站管理', 'Station', '/stationMge/staffMge'],
  ['maintenance', '/maintenance', '运维管理', 'Administration', '/maintenance/companyGroup'],
])('the heading %s at %s is called %s (%s), holds pages alone and leads to %s', leads)
// @req MKT-032 NAV-065 PTS-011 NAV-061 NAV-066 NAV-067
test.each([
  ['marketCenter', '/marketCenter', '营销中心', 'Marketing', '/marketCenter/marketHome'],
  ['scoreStore', '/scoreStore', '积分商城', 'Rewards store', '/scoreStore/scoreCategories'],
  ['notFuel', '/notFuel', '非油管理', 'Shop', '/notFuel/categories'],
  ['memberCenter', '/memberCenter', '会员中心', 'Members and fleets', '/memberCenter/personalMember'],
  ['stationCards', '/stationCards', '油站卡务', 'Card desk', '/stationCards/readCardQuery'],
])('so do members, goods and offers: %s at %s, %s (%s), leads to %s', leads)
// @req NAV-059 NAV-064
test.each([
  ['oilOperate', '/oilOperate', '油品运营', 'Fuel operations', '/oilOperate/oilTaking'],
  ['oilCompanyOperate', '/oilCompanyOperate', '油企运营', 'Supply', '/oilCompanyOperate/depotMge'],
])('and fuel: %s at %s, %s (%s), leads to %s', leads)
// @req FOR-016 FOR-020 FOR-021 FOR-022 FOR-023 FOR-024
test('the forecourt is one heading of the station with its four pages in order, and leads to the first of them', () => {
  const { lines } = menu.menuOf(someone('station_master')).find(({ name }) => name === 'stationMge')!
  const forecourt = lines!.find(({ name }) => name === 'vestibuleMge')!
  const base = '/stationMge/vestibuleMge'
  expect([forecourt.path, forecourt.label, menu.firstOf('vestibuleMge', someone('station_master'))]).toEqual([
    base,
    '前庭管理',
    `${base}/fuelMge`,
  ])
  expect(forecourt.lines!.map(({ path, label }) => [path, label])).toEqual([
    [`${base}/fuelMge`, '油品管理'],
    [`${base}/tankMge`, '油罐管理'],
    [`${base}/nozzleMge`, '油枪管理'],
    [`${base}/deviceMge`, '前庭设备'],
  ])
  for (const role of ['station_leader', 'station_employee', 'station_bill'] as const) expect(leaves(role)).not.toContain('fuelMge')
})

// @req NAV-001
test.each([
  [
    'zh',
    '首页|下载中心|查询统计|油品运营|非油管理|会员中心|油站卡务|营销中心|积分商城|油站管理|油企运营|油企管理|运维管理',
    '员工管理|前庭管理|其他支付方式|支付模板|油站配置|油站支付授权|销方开票抬头|税率管理|我的油站',
  ],
  [
    'en',
    'Home|Downloads|Sales and reports|Fuel operations|Shop|Members and fleets|Card desk|Marketing|Rewards store|Station|Supply|' +
      'Organisation|Administration',
    'Staff|Forecourt|Other payment methods|Payment templates|Station settings|Station merchant accounts|Invoice seller details|' +
      'Tax rates|My station',
  ],
] as const)('the menu is read in %s', (language, headings, ofStation) => {
  setLanguage(language)
  const lines = menu.menuOf(someone('superAdmin'))
  const read = (of: readonly { label: string }[]) => of.map(({ label }) => label).join('|')
  expect(read(lines)).toBe(headings)
  expect(read(lines.find(({ name }) => name === 'stationMge')!.lines!)).toBe(ofStation)
})

// @req NAV-002
test.each([
  ['zh', '油企列表|油站列表|油企用户管理|油企配置'],
  ['en', 'Companies|Stations|Company users|Company settings'],
] as const)('companies, their stations, users and settings are managed under one heading (%s)', (language, labels) => {
  setLanguage(language)
  const { lines } = menu.menuOf(someone('superAdmin')).find(({ name }) => name === 'oilCompanyMge')!
  expect(lines!.map(({ path }) => path)).toEqual([
    '/oilCompanyMge/addCompanies',
    '/oilCompanyMge/addStations',
    '/oilCompanyMge/companyUserMge',
    '/oilCompanyMge/companyConfig',
  ])
  expect(lines!.map(({ label }) => label)).toEqual(labels.split('|'))
})

// @req NAV-072
test('the version page stands by itself, and in no menu', () => {
  expect(pageOf('version')).toMatchObject({ path: '/aboutUs/version', hidden: true })
  expect(pageOf('version')!.section).toBeUndefined()
})

test('a section whose pages are not there yet is in nobody’s menu and leads nowhere', () => {
  const shown = menu.menuOf(someone('superAdmin')).map(({ name }) => name)
  for (const { name } of sections) expect(shown.includes(name)).toBe(menu.firstOf(name, someone('superAdmin')) !== undefined)
  expect(menu.isBuilt('queryStatistics')).toBe(true)
})

// @req ACC-066
test('a heading leads to the first page that is the user’s', () => {
  expect(menu.firstOf('oilCompanyMge', someone('station_employee'))).toBeUndefined()
  expect(menu.firstOf('stationCards', someone('station_employee'))).toBe('/stationCards/readCardQuery')
  expect(menu.firstOf('queryStatistics', someone('station_employee'))).toBe('/queryStatistics/rechargeHistory')
  expect(menu.firstOf('reportQuery', someone('station_bill'))).toBe('/queryStatistics/reportQuery/rechargeConsume')
  expect(menu.firstOf('salesQuery', someone('station_employee'))).toBeUndefined()
})

/** Each page that stands in no menu, and the entry that is lit while it is open. */
const litBy = {
  analyse: undefined,
  dataScreen: undefined,
  login: undefined,
  404: undefined,
  noAccess: undefined,
  personCenter: undefined,
  version: undefined,
  assginMge: undefined,
  allDetails: 'allQuery',
  fuelDetails: 'fuelQuery',
  notFuelDetails: 'notFuelQuery',
  categoryDetails: 'categories',
  itemImportResult: 'import',
  clockFaults: 'allQuery',
  rechargeDetails: 'rechargeHistory',
  classSettleDetails: 'classSettle',
  printClassSettle: 'classSettle',
  daySettleDetails: 'daySettle',
  printDaySettle: 'daySettle',
  previewPrint: 'allQuery',
  printRechargeConsume: 'rechargeConsume',
  printMoneyChange: 'moneyChange',
  addOilInfo: 'oilTaking',
  editOilInfo: 'oilTaking',
  oilInfoDetails: 'oilTaking',
  printDeliveryClaim: 'oilTaking',
  addPersonalMember: 'personalMember',
  afterPrice: 'changePrice',
  nowPrice: 'changePrice',
  personalMemberDetails: 'personalMember',
  cardCostHistory: 'cardQuery',
  stationAssginMenu: 'staffMge',
  tagDetails: 'tags',
  dryRun: 'dryRuns',
  ...Object.fromEntries(['deal', 'addDeal', 'editDeal', 'dealTask', 'addDealTask', 'editDealTask'].map(name => [name, 'marketHome'])),
  scoreCategoryDetails: 'scoreCategories',
  companyDetails: 'addCompanies',
  changeLogo: 'addCompanies',
  companyAssginMenu: 'companyUserMge',
  groupUsers: 'companyGroup',
  assginMenu: 'userMge',
  importResult: 'importCards',
  addUnitMember: 'unitMember',
  assgin: 'unitMember',
  fleetBillDetails: 'fleetBills',
  openServices: 'addedValueServices',
  editServices: 'addedValueServices',
  depotDetails: 'depotMge',
  addTransportInfo: 'transportMge',
  editTransportInfo: 'transportMge',
  transportDetails: 'transportMge',
  printTransportDetail: 'transportMge',
  previewSettle: 'settleMge',
  printMonthSettle: 'settleMge',
  addDetail: 'depotStockMge',
  editDetail: 'depotStockMge',
  ...Object.fromEntries(['gallery', 'extAccountRatio'].map(name => [name, undefined])),
}

// @req NAV-015
test('hidden pages are in no menu, and each belongs to a list of the menu or to none', () => {
  const inMenu = new Set(leaves('superAdmin'))
  const outside = pages.filter(({ name }) => !inMenu.has(name))
  expect(Object.fromEntries(outside.map(({ name, parent }) => [name, parent]))).toEqual(litBy)
  for (const list of Object.values(litBy)) if (list) expect(inMenu).toContain(list)
})

// @req NAV-016
test('these pages show what is the company’s, whichever station is selected', () => {
  const ofCompany = pages.filter(({ level }) => level === 'company').map(({ name }) => name)
  expect(ofCompany.toSorted()).toEqual(
    `anonymousCard auditLogs backgroundJobs baseFuelMge cardCostHistory cardQuery cardStorage readCardQuery companyConfig companyDetails
    companyAssginMenu companyUserMge addStations changeLogo dataScreen debitItems employeeCard historyImport cardLimits messageOutbox
    personalMember addPersonalMember personalMemberDetails addedValueServices openServices editServices unitMember addUnitMember assgin
    fleetBills fleetBillDetails fleetAgreements depotMge depotDetails supplierMge depotStockMge addDetail editDetail scoreUserCardDetails
    transportMge addTransportInfo editTransportInfo transportDetails printTransportDetail settleMge previewSettle printMonthSettle
    tags tagDetails miniQrcode marketHome deal addDeal editDeal dealTask addDealTask editDealTask userDeals dryRuns dryRun
    payTemplate scoreCategories scoreCategoryDetails scoreItems scoreCardDetails`
      .split(/\s+/)
      .toSorted(),
  )
})

// @req NAV-026
test('the menu search offers every page of the menu, and finds it by its name in either language', async () => {
  const { fitting, pageEntries } = await import('./shell/command-entries.ts')
  setLanguage('zh')
  const lines = menu.menuOf(someone('superAdmin'))
  const entries = pageEntries(lines)
  expect(entries.map(({ label, path }) => [label, path])).toEqual(menu.leavesOf(lines).map(({ label, path }) => [label, path]))
  expect(entries).toHaveLength(pages.length - Object.keys(litBy).length)
  expect(entries.find(({ path }) => path === '/oilCompanyMge/addStations')).toMatchObject({ label: '油站列表', note: '油企管理' })
  const found = (typed: string) => fitting(entries, typed, 8).map(({ id }) => id)
  for (const { name, zh, en } of menu.leavesOf(lines).map(leaf => pageOf(leaf.name)!))
    for (const typed of [zh, en]) expect(found(typed), typed).toContain(`page:${name}`)
})

test.each(roles.filter(role => role !== 'group_master').map(role => [role]))(
  'anyone who is signed in as %s opens home and the personal centre, and nothing that is not assigned',
  role => {
    const who = someone(role)
    expect(['home', 'personCenter', '404', 'noAccess'].every(name => mayOpen(name, who))).toBe(true)
    expect(mayOpen('home', undefined)).toBe(false)
    expect(mayOpen('login', undefined)).toBe(true)
    expect(mayOpen('nowhere', who)).toBe(false)
    // This deployment has no edition of its own.
    const open = pagesOf(role).filter(name => !pageOf(name)!.edition)
    expect(pages.filter(page => mayOpen(page.name, who)).map(page => page.name)).toEqual(open)
  },
)

// @req ACC-068
test('access rules name a page by the last word of its path in PascalCase', () => {
  const named = { assginMge: 'AssginMge', addCompanies: 'AddCompanies', companyDetails: 'CompanyDetails', personCenter: 'PersonCenter' }
  for (const [name, written] of Object.entries(named))
    expect([accessName(name), mayOpen(name, { defaultRole: 'admin', menus: { web: [written] } } as never)]).toEqual([written, true])
})

// @req ACC-069
test('a fleet leader opens the page of their fleet, and none of those that everybody has', () => {
  const open = pages.filter(page => mayOpen(page.name, someone('group_master'))).map(page => page.name)
  expect(open).toEqual(['login', 'assginMge'])
})

// @req ACC-073
test('the block of those who run the system is in the menu of administrators, the highest of them too, and of nobody else', () => {
  const runs = roles.filter(role => menu.menuOf(someone(role)).some(({ name }) => name === 'maintenance'))
  expect(runs).toEqual(['superAdmin', 'admin'])
})
