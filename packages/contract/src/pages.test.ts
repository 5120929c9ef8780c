import { expect, test } from 'vitest'
import { demoCalls, endpoints } from './index.ts'
import { groups, sections } from './menu.ts'
import { pageOf, pages, pagesOf, type Page } from './pages.ts'
import { roles } from './roles.ts'

type Row = readonly [path: string, level: string, under: string, hidden: boolean, zh: string, en: string]

/** The page that it was opened from, or the heading of the menu that it stands under. */
function placeOf(page: Page): string {
  if (page.parent) return pageOf(page.parent)!.path
  const heading = groups.find(({ name }) => name === page.group) ?? sections.find(({ name }) => name === page.section)
  return heading?.path ?? '-'
}
const factsOf = (path: string) => {
  const page = pages.find(each => each.path === path)!
  return [page.level, placeOf(page), page.hidden === true, page.zh, page.en]
}

// Each page has the address, the place in the menu and the name of the specification.

// @req SAL-038 SAL-039 SAL-040 SAL-041 SAL-042 SAL-043
test.each<Row>([
  ['/queryStatistics/salesQuery/allQuery', 'station', '/queryStatistics/salesQuery', false, '全部销售', 'All sales'],
  ['/queryStatistics/salesQuery/fuelQuery', 'station', '/queryStatistics/salesQuery', false, '油品销售', 'Fuel sales'],
  ['/queryStatistics/salesQuery/notFuelQuery', 'station', '/queryStatistics/salesQuery', false, '非油品销售', 'Shop sales'],
  [
    '/queryStatistics/salesQuery/allDetails/{orderId}',
    'station',
    '/queryStatistics/salesQuery/allQuery',
    true,
    '订单详情',
    'Order details',
  ],
  [
    '/queryStatistics/salesQuery/fuelDetails/{orderId}',
    'station',
    '/queryStatistics/salesQuery/fuelQuery',
    true,
    '油品订单详情',
    'Fuel order details',
  ],
  [
    '/queryStatistics/salesQuery/notFuelDetails/{orderId}',
    'station',
    '/queryStatistics/salesQuery/notFuelQuery',
    true,
    '非油品订单详情',
    'Shop order details',
  ],
])('sales: %s', (path, ...facts) => expect(factsOf(path)).toEqual(facts))

// @req SAL-044 SAL-045 SAL-047 SAL-048 SAL-050
test.each<Row>([
  ['/queryStatistics/transactions', 'station', '/queryStatistics', false, '支付流水', 'Payments'],
  ['/queryStatistics/transactionsStatistic', 'station', '/queryStatistics', false, '支付统计', 'Payment statistics'],
  ['/queryStatistics/rechargeHistory', 'station', '/queryStatistics', false, '充值查询', 'Top-ups'],
  ['/queryStatistics/userCardDetails', 'station', '/queryStatistics', false, '卡交易明细', 'Card transactions'],
  [
    '/queryStatistics/rechargeDetails/{userCardDetailId}',
    'station',
    '/queryStatistics/rechargeHistory',
    true,
    '充值详情',
    'Top-up details',
  ],
])('payments and card transactions: %s', (path, ...facts) => expect(factsOf(path)).toEqual(facts))

// @req FUE-025
test('fuel operations are a section of the menu that opens with the deliveries', () => {
  const { name, ...said } = sections.find(({ path }) => path === '/oilOperate')!
  expect(said).toEqual({ path: '/oilOperate', zh: '油品运营', en: 'Fuel operations', first: 'oilTaking' })
  const within = pages.filter(page => page.section === name && page.bare !== true)
  expect(within.length).toBeGreaterThan(0)
  expect(within.every(({ path }) => path.startsWith('/oilOperate/'))).toBe(true)
})

// @req FUE-026 FUE-027 FUE-028 FUE-029 FUE-034 FUE-035
test.each<Row>([
  ['/oilOperate/oilTaking', 'station', '/oilOperate', false, '进油管理', 'Deliveries'],
  ['/oilOperate/addOilInfo', 'station', '/oilOperate/oilTaking', true, '新增进油', 'New delivery'],
  ['/oilOperate/editOilInfo/{oilInfoId}', 'station', '/oilOperate/oilTaking', true, '编辑进油', 'Edit delivery'],
  ['/oilOperate/oilInfoDetails/{oilInfoId}', 'station', '/oilOperate/oilTaking', true, '进油详情', 'Delivery details'],
  ['/oilOperate/exceptionHandling', 'station', '/oilOperate', false, '异常处理', 'Exceptions'],
  ['/oilOperate/fuelInventory', 'station', '/oilOperate', false, '油品库存', 'Fuel stock'],
])('fuel operations: %s', (path, ...facts) => expect(factsOf(path)).toEqual(facts))

// @req FUE-030 FUE-031 FUE-032 FUE-036
test.each<Row>([
  ['/oilOperate/changePrice', 'station', '/oilOperate', false, '油品调价', 'Price changes'],
  ['/oilOperate/afterPrice', 'station', '/oilOperate/changePrice', true, '定时调价', 'Scheduled price change'],
  ['/oilOperate/nowPrice', 'station', '/oilOperate/changePrice', true, '立即调价', 'Change price now'],
  ['/oilOperate/fuelCode', 'station', '/oilOperate', false, '油品编码', 'Fuel codes'],
])('price changes and fuel codes: %s', (path, ...facts) => expect(factsOf(path)).toEqual(facts))

// @req CRD-076 CRD-077
test.each<Row>([
  ['/stationCards/employeeCard', 'company', '/stationCards', false, '员工卡', 'Employee cards'],
  ['/stationCards/anonymousCard', 'company', '/stationCards', false, '不记名卡', 'Bearer cards'],
])('cards of one kind: %s', (path, ...facts) => expect(factsOf(path)).toEqual(facts))

// @req FUE-033 SAL-046 SAL-049 CRD-078 CRD-080 EXP-010
test.each<Row>([
  ['/oilOperate/recordOrder', 'station', '/oilOperate', false, '补录订单', 'Record a missed sale'],
  ['/queryStatistics/salesStatistic', 'station', '/queryStatistics', false, '销售统计', 'Sales statistics'],
  ['/queryStatistics/consumeStatistic', 'station', '/queryStatistics', false, '充值消费统计', 'Card activity'],
  ['/stationCards/cardQuery', 'company', '/stationCards', false, '卡片查询', 'All cards'],
  ['/stationCards/cardCostHistory/{userCardId}', 'company', '/stationCards/cardQuery', true, '卡消费记录', 'Card history'],
  ['/download', 'station', '-', false, '下载中心', 'Downloads'],
])('statistics and downloads: %s', (path, ...facts) => expect(factsOf(path)).toEqual(facts))

// @req SET-018 SET-019 SET-020 SET-021 SET-023 SET-024
test.each<Row>([
  ['/queryStatistics/classSettle', 'station', '/queryStatistics', false, '班结报表', 'Shift reports'],
  [
    '/queryStatistics/classSettleDetails/{classSettleId}',
    'station',
    '/queryStatistics/classSettle',
    true,
    '班结详情',
    'Shift report details',
  ],
  ['/queryStatistics/daySettle', 'station', '/queryStatistics', false, '日结报表', 'Daily reports'],
  ['/queryStatistics/daySettleDetails/{daySettleId}', 'station', '/queryStatistics/daySettle', true, '日结详情', 'Daily report details'],
  [
    '/queryStatistics/reportQuery/rechargeConsume',
    'station',
    '/queryStatistics/reportQuery',
    false,
    '卡充值消费报表',
    'Card activity report',
  ],
  ['/queryStatistics/reportQuery/moneyChange', 'station', '/queryStatistics/reportQuery', false, '资金变动报表', 'Money movements'],
])('settlement: %s', (path, ...facts) => expect(factsOf(path)).toEqual(facts))

// @req SET-013 SET-014 SET-015 SET-016 SET-017
test.each<Row>([
  ['/printClassSettle/{classSettleId}', 'station', '/queryStatistics/classSettle', true, '班结单打印', 'Print shift settlement'],
  ['/printDaySettle/{daySettleId}', 'station', '/queryStatistics/daySettle', true, '日结单打印', 'Print daily settlement'],
  [
    '/printRechargeConsume',
    'station',
    '/queryStatistics/reportQuery/rechargeConsume',
    true,
    '卡充值消费报表打印',
    'Print card activity report',
  ],
  ['/printMoneyChange', 'station', '/queryStatistics/reportQuery/moneyChange', true, '资金变动报表打印', 'Print money movements'],
  ['/previewPrint', 'station', '/queryStatistics/salesQuery/allQuery', true, '打印预览', 'Print preview'],
])('prints: %s', (path, ...facts) => expect(factsOf(path)).toEqual(facts))

// @req ORG-046 ORG-047 ORG-048 ORG-049 ORG-050 ORG-052
test.each<Row>([
  ['/oilCompanyMge/addCompanies', 'platform', '/oilCompanyMge', false, '油企列表', 'Companies'],
  ['/oilCompanyMge/companyDetails/{companyId}', 'company', '/oilCompanyMge/addCompanies', true, '油企详情', 'Company details'],
  ['/oilCompanyMge/changeLogo/{companyId}', 'company', '/oilCompanyMge/addCompanies', true, '更换LOGO', 'Change logo'],
  ['/oilCompanyMge/addStations', 'company', '/oilCompanyMge', false, '油站列表', 'Stations'],
  ['/oilCompanyMge/companyUserMge', 'company', '/oilCompanyMge', false, '油企用户管理', 'Company users'],
  ['/oilCompanyMge/companyConfig', 'company', '/oilCompanyMge', false, '油企配置', 'Company settings'],
])('companies: %s', (path, ...facts) => expect(factsOf(path)).toEqual(facts))

// @req ORG-051 ORG-054 ORG-055 ORG-056 ORG-057
test.each<Row>([
  ['/oilCompanyMge/companyAssginMenu/{userId}', 'company', '/oilCompanyMge/companyUserMge', true, '分配菜单', 'Menu access'],
  ['/stationMge/staffMge', 'station', '/stationMge', false, '员工管理', 'Staff'],
  ['/stationMge/stationAssginMenu/{userId}', 'station', '/stationMge/staffMge', true, '分配菜单', 'Menu access'],
  ['/stationMge/stationConfig', 'station', '/stationMge', false, '油站配置', 'Station settings'],
  ['/stationMge/myStation', 'station', '/stationMge', false, '我的油站', 'My station'],
])('the station: %s', (path, ...facts) => expect(factsOf(path)).toEqual(facts))

// @req FOR-021 FOR-022 FOR-023 FOR-024 SUP-024
test.each<Row>([
  ['/oilCompanyOperate/baseFuelMge', 'company', '/oilCompanyOperate', false, '基础油品管理', 'Base fuels'],
  ['/stationMge/vestibuleMge/fuelMge', 'station', '/stationMge/vestibuleMge', false, '油品管理', 'Fuels'],
  ['/stationMge/vestibuleMge/tankMge', 'station', '/stationMge/vestibuleMge', false, '油罐管理', 'Tanks'],
  ['/stationMge/vestibuleMge/nozzleMge', 'station', '/stationMge/vestibuleMge', false, '油枪管理', 'Nozzles'],
  ['/stationMge/vestibuleMge/deviceMge', 'station', '/stationMge/vestibuleMge', false, '前庭设备', 'Forecourt devices'],
])('fuels and the forecourt: %s', (path, ...facts) => expect(factsOf(path)).toEqual(facts))

// @req ORG-059 ORG-060 ORG-061 ORG-062 ORG-063 ORG-064
test.each<Row>([
  ['/maintenance/companyGroup', 'platform', '/maintenance', false, '油企集团', 'Company groups'],
  ['/maintenance/groupUsers/{groupId}', 'platform', '/maintenance/companyGroup', true, '集团用户', 'Group users'],
  ['/maintenance/userMge', 'platform', '/maintenance', false, '用户管理', 'Users'],
  ['/maintenance/assginMenu/{userId}', 'platform', '/maintenance/userMge', true, '分配菜单', 'Menu access'],
  ['/maintenance/roleAccessConfig', 'platform', '/maintenance', false, '角色权限配置', 'Roles and permissions'],
  ['/maintenance/systemConfig', 'platform', '/maintenance', false, '系统配置', 'System settings'],
])('administration: %s', (path, ...facts) => expect(factsOf(path)).toEqual(facts))

// @req MKT-031 MKT-034 INV-030 INV-031 INV-032
test.each<Row>([
  ['/maintenance/miniPrograms', 'platform', '/maintenance', false, '小程序/公众号', 'Mini programs and official accounts'],
  ['/marketCenter/miniQrcode', 'company', '/marketCenter', false, '小程序码', 'QR codes'],
  ['/stationMge/sellerInvoice', 'station', '/stationMge', false, '销方开票抬头', 'Invoice seller details'],
  ['/stationMge/tax', 'station', '/stationMge', false, '税率管理', 'Tax rates'],
  ['/maintenance/defaultTaxes', 'platform', '/maintenance', false, '默认税率', 'Default tax rates'],
])('what customers open on their phones, and what their invoices say: %s', (path, ...facts) => expect(factsOf(path)).toEqual(facts))

// @req FLT-020 FLT-021 FLT-022
test.each<Row>([
  ['/memberCenter/unitMember', 'company', '/memberCenter', false, '单位会员', 'Fleets'],
  ['/memberCenter/addUnitMember', 'company', '/memberCenter/unitMember', true, '新增单位会员', 'New fleet'],
  ['/memberCenter/assgin/{userCardId}', 'company', '/memberCenter/unitMember', true, '子卡分配', 'Sub cards'],
])('fleets: %s', (path, ...facts) => expect(factsOf(path)).toEqual(facts))

// @req MEM-050 MEM-051 MEM-052
test.each<Row>([
  ['/memberCenter/addedValueServices', 'company', '/memberCenter', false, '增值服务', 'Services'],
  ['/memberCenter/openServices', 'company', '/memberCenter/addedValueServices', true, '开通服务', 'Open a service'],
  ['/memberCenter/editServices', 'company', '/memberCenter/addedValueServices', true, '编辑服务', 'Edit a service'],
])('services: %s', (path, ...facts) => expect(factsOf(path)).toEqual(facts))

// @req ACC-089 ACC-090 NAV-069 NAV-072 NAV-073 FLT-019
test.each<Row>([
  ['/login', 'platform', '-', true, '登录', 'Sign in'],
  ['/person/personCenter', 'platform', '-', true, '个人中心', 'My profile'],
  ['/404', 'platform', '-', true, '页面不存在', 'Page not found'],
  ['/aboutUs/version', 'platform', '-', true, '程序版本', 'About this version'],
  ['/noAccess', 'platform', '-', true, '无访问权限', 'No access'],
  ['/assginMge/{userCardId}', 'group', '-', true, '卡分配管理', 'Sub cards'],
])('one’s own: %s', (path, ...facts) => expect(factsOf(path)).toEqual(facts))

const rolesOf = (marks: string) =>
  ['superAdmin', 'admin', 'company_group', 'company_user', 'station_master', 'group_master'].filter((_, at) => marks[at] === '+')

// Columns: superAdmin admin company_group company_user station_master group_master, then whether it opens with no station.

// @req ORG-046 ORG-047 ORG-048 ORG-049 ORG-050 ORG-051
test.each([
  ['addCompanies', '++....', true],
  ['companyDetails', '++.+..', true],
  ['changeLogo', '++....', true],
  ['addStations', '++.+..', true],
  ['companyUserMge', '++.+..', false],
  ['companyAssginMenu', '++.+..', false],
] as const)('of companies, %s is open to %s; with no station: %s', (...row) => expect(openTo(row[0])).toEqual([rolesOf(row[1]), row[2]]))

// @req ORG-052 ORG-054 ORG-055 ORG-056 ORG-057 FLT-019
test.each([
  ['companyConfig', '++.+..', true],
  ['staffMge', '++.++.', false],
  ['stationAssginMenu', '++.++.', false],
  ['stationConfig', '++.++.', false],
  ['myStation', '++.++.', false],
  ['assginMge', '+....+', true],
] as const)('of stations and fleets, %s is open to %s; with no station: %s', (...row) =>
  expect(openTo(row[0])).toEqual([rolesOf(row[1]), row[2]]),
)

// @req ORG-059 ORG-060 ORG-061 ORG-062 ORG-063 ORG-064
const payments = 'otherPay payTemplate stationConfig stationAuthToken'
test.each([
  ['companyGroup', false],
  ['groupUsers', false],
  ['userMge', false],
  ['assginMenu', false],
  ['roleAccessConfig', false],
  ['systemConfig', true],
  ['miniPrograms', true],
  ['authToken', true],
  ['defaultTaxes', false],
] as const)('of administration, %s is open to administrators alone; with no station: %s', (name, stationless) =>
  expect(openTo(name)).toEqual([rolesOf('++....'), stationless]),
)

/** Who opens a page unless it was changed for them, and whether it needs a station. */
function openTo(name: string) {
  const page: Page = pageOf(name)!
  return [roles.filter(role => pagesOf(role).some(each => each === name)), page.stationless === true]
}

// Pages of several domains stand in one section: each says which it follows.
test.each([
  [
    'queryStatistics',
    'allQuery fuelQuery notFuelQuery transactions transactionsStatistic salesStatistic rechargeHistory userCardDetails ' +
      'consumeStatistic classSettle daySettle rechargeConsume moneyChange',
  ],
  ['memberCenter', 'personalMember unitMember fleetBills fleetAgreements debitItems addedValueServices'],
  ['oilOperate', 'oilTaking changePrice recordOrder exceptionHandling fuelInventory fuelCode'],
  ['stationMge', `staffMge fuelMge tankMge nozzleMge deviceMge ${payments} sellerInvoice tax myStation`],
  ['oilCompanyMge', 'addCompanies addStations companyUserMge companyConfig'],
  [
    'maintenance',
    'companyGroup userMge roleAccessConfig renewMge defaultTaxes systemConfig miniPrograms authToken auditLogs historyImport ' +
      'messageOutbox backgroundJobs importCards issueCards cardSearch icCard',
  ],
])('the menu of %s: %s', (section, names) => {
  const shown = pages.filter(page => page.section === section && !page.hidden && !page.bare)
  expect(shown.map(({ name }) => name).join(' ')).toBe(names)
})

test('every page that shows a record says how one is found in the demo; a fleet’s own page is found by signing in', () => {
  const shows = pages.filter(({ path, level }) => path.includes('{') && level !== 'group')
  expect(shows.length).toBeGreaterThan(10)
  expect(shows.filter(({ name }) => !demoCalls.has(name)).map(({ name }) => name)).toEqual([])
  const found = [...demoCalls.values()].flatMap(demo => demo.match(/^\w+/)?.[0] ?? [])
  expect(found.filter(name => !endpoints.some(({ method, path }) => method === 'GET' && path === `/${name}`))).toEqual([])
})
