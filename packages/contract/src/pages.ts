import type { Role } from './permissions.ts'

/**
 * Every screen there is, under the name that access rules know it by. The router, the menu, the tag bar, the breadcrumbs
 * and the menu search are read from here.
 * @source routes.csv for paths and labels, decisions.md C10 for roles
 */
export interface Page {
  readonly name: string
  /** Parameters stand in braces: `/printClassSettle/{classSettleId}`. */
  readonly path: string
  /** The menu section, and the group within it, that it belongs to. */
  readonly section?: SectionName
  readonly group?: GroupName
  /** The page whose menu entry is lit, and to which the breadcrumb leads, while this one is open. */
  readonly parent?: string
  readonly zh: string
  readonly en: string
  /** Whose data it shows. A company page shows the same whichever station is selected. */
  readonly level: 'platform' | 'company' | 'station' | 'group'
  /** Absent from the menu. */
  readonly hidden?: true
  /** Shown without the layout: the sign-in page and what is printed. */
  readonly bare?: true
  /** Reachable with no station selected. @source spec 0 §6 */
  readonly stationless?: true
  /** Opened anew on every visit. @source spec 0 §2 "Views excluded from caching" */
  readonly uncached?: true
  /** `public` needs no session; `signedIn` is open to whoever has one. */
  readonly roles: 'public' | 'signedIn' | readonly Role[]
}

export interface MenuGroup {
  readonly name: string
  readonly path: string
  readonly zh: string
  readonly en: string
}

/** Menu sections in menu order. Opening one opens its first page that the user may see. */
export const sections = [
  { name: 'queryStatistics', path: '/queryStatistics', zh: '查询统计', en: 'Query and statistics' },
  { name: 'stationCards', path: '/stationCards', zh: '油站卡务', en: 'Station cards' },
  { name: 'stationMge', path: '/stationMge', zh: '油站管理', en: 'Station management' },
  { name: 'oilOperate', path: '/oilOperate', zh: '油品运营', en: 'Fuel operations' },
  { name: 'oilCompanyMge', path: '/oilCompanyMge', zh: '油企管理', en: 'Oil company management' },
  { name: 'maintenance', path: '/maintenance', zh: '运维管理', en: 'Maintenance' },
] as const satisfies readonly MenuGroup[]
export type SectionName = (typeof sections)[number]['name']

/** Second-level menu entries; they stand where their first page stands. */
export const groups = [
  { name: 'salesQuery', path: '/queryStatistics/salesQuery', zh: '销售查询', en: 'Sales inquiry' },
  { name: 'vestibuleMge', path: '/stationMge/vestibuleMge', zh: '前庭管理', en: 'Forecourt' },
] as const satisfies readonly MenuGroup[]
export type GroupName = (typeof groups)[number]['name']

const admins: Role[] = ['superAdmin', 'admin']
const company: Role[] = [...admins, 'company_user']
const master: Role[] = [...company, 'station_master']
const leaders: Role[] = [...master, 'station_leader']
const orderReaders: Role[] = [...leaders, 'station_salesman', 'station_bill', 'company_group']
const settlementReaders: Role[] = [...leaders, 'station_bill', 'company_group']
const cardReaders: Role[] = [...leaders, 'station_employee']

const sales = { section: 'queryStatistics', group: 'salesQuery', level: 'station', roles: orderReaders } as const
const saleDetails = { ...sales, hidden: true } as const
const forecourt = { section: 'stationMge', group: 'vestibuleMge', level: 'station', roles: master } as const
const settlement = { section: 'queryStatistics', level: 'station', roles: settlementReaders } as const
const maintenance = { section: 'maintenance', level: 'platform', roles: admins } as const

export const pages = [
  { name: 'login', path: '/login', zh: '登录', en: 'Sign in', level: 'platform', hidden: true, bare: true, roles: 'public' },
  {
    name: '404',
    path: '/404',
    zh: '页面不存在',
    en: 'Page not found',
    level: 'platform',
    hidden: true,
    stationless: true,
    roles: 'signedIn',
  },
  {
    name: 'noAccess',
    path: '/noAccess',
    zh: '无访问权限',
    en: 'No access',
    level: 'platform',
    hidden: true,
    stationless: true,
    roles: 'signedIn',
  },
  { name: 'home', path: '/home', zh: '首页', en: 'Home', level: 'station', uncached: true, stationless: true, roles: 'signedIn' },
  {
    name: 'personCenter',
    path: '/person/personCenter',
    zh: '个人中心',
    en: 'Personal centre',
    level: 'platform',
    hidden: true,
    stationless: true,
    roles: 'signedIn',
  },

  { name: 'allQuery', path: '/queryStatistics/salesQuery/allQuery', zh: '全部销售', en: 'All sales', ...sales },
  { name: 'fuelQuery', path: '/queryStatistics/salesQuery/fuelQuery', zh: '油品销售', en: 'Fuel sales', ...sales },
  { name: 'notFuelQuery', path: '/queryStatistics/salesQuery/notFuelQuery', zh: '非油品销售', en: 'Non-fuel sales', ...sales },
  {
    name: 'allDetails',
    path: '/queryStatistics/salesQuery/allDetails/{orderId}',
    zh: '订单详情',
    en: 'Order details',
    parent: 'allQuery',
    ...saleDetails,
  },
  {
    name: 'fuelDetails',
    path: '/queryStatistics/salesQuery/fuelDetails/{orderId}',
    zh: '油品订单详情',
    en: 'Fuel order details',
    parent: 'fuelQuery',
    ...saleDetails,
  },
  {
    name: 'notFuelDetails',
    path: '/queryStatistics/salesQuery/notFuelDetails/{orderId}',
    zh: '非油品订单详情',
    en: 'Non-fuel order details',
    parent: 'notFuelQuery',
    ...saleDetails,
  },
  {
    name: 'transactions',
    path: '/queryStatistics/transactions',
    zh: '支付流水',
    en: 'Payment history',
    section: 'queryStatistics',
    level: 'station',
    roles: orderReaders,
  },
  { name: 'userCardDetails', path: '/queryStatistics/userCardDetails', zh: '卡交易明细', en: 'Card transaction details', ...settlement },
  { name: 'classSettle', path: '/queryStatistics/classSettle', zh: '班结报表', en: 'Shift report', ...settlement },
  {
    name: 'classSettleDetails',
    path: '/queryStatistics/classSettleDetails/{classSettleId}',
    zh: '班结详情',
    en: 'Shift report details',
    parent: 'classSettle',
    hidden: true,
    ...settlement,
  },
  {
    name: 'printClassSettle',
    path: '/printClassSettle/{classSettleId}',
    zh: '班结单打印',
    en: 'Print shift settlement',
    parent: 'classSettle',
    hidden: true,
    bare: true,
    ...settlement,
  },

  {
    name: 'cardQuery',
    path: '/stationCards/cardQuery',
    zh: '卡片查询',
    en: 'Card query',
    section: 'stationCards',
    level: 'company',
    roles: cardReaders,
  },
  {
    name: 'cardCostHistory',
    path: '/stationCards/cardCostHistory/{userCardId}',
    zh: '卡消费记录',
    en: 'Card cost history',
    parent: 'cardQuery',
    section: 'stationCards',
    level: 'company',
    hidden: true,
    roles: cardReaders,
  },

  { name: 'staffMge', path: '/stationMge/staffMge', zh: '员工管理', en: 'Staff', section: 'stationMge', level: 'station', roles: master },
  {
    name: 'stationAssginMenu',
    path: '/stationMge/stationAssginMenu/{userId}',
    zh: '分配菜单',
    en: 'Assign menus (station staff)',
    parent: 'staffMge',
    section: 'stationMge',
    level: 'station',
    hidden: true,
    roles: master,
  },
  { name: 'fuelMge', path: '/stationMge/vestibuleMge/fuelMge', zh: '油品管理', en: 'Fuels', ...forecourt },
  { name: 'tankMge', path: '/stationMge/vestibuleMge/tankMge', zh: '油罐管理', en: 'Tanks', ...forecourt },
  { name: 'nozzleMge', path: '/stationMge/vestibuleMge/nozzleMge', zh: '油枪管理', en: 'Nozzles', ...forecourt },
  { name: 'deviceMge', path: '/stationMge/vestibuleMge/deviceMge', zh: '前庭设备', en: 'Forecourt devices', ...forecourt },

  {
    name: 'fuelCode',
    path: '/oilOperate/fuelCode',
    zh: '油品编码',
    en: 'Fuel codes',
    section: 'oilOperate',
    level: 'company',
    roles: master,
  },

  {
    name: 'addStations',
    path: '/oilCompanyMge/addStations',
    zh: '油站列表',
    en: 'Stations',
    section: 'oilCompanyMge',
    level: 'company',
    roles: company,
  },
  {
    name: 'companyUserMge',
    path: '/oilCompanyMge/companyUserMge',
    zh: '油企用户管理',
    en: 'Company users',
    section: 'oilCompanyMge',
    level: 'company',
    roles: company,
  },
  {
    name: 'companyAssginMenu',
    path: '/oilCompanyMge/companyAssginMenu/{userId}',
    zh: '分配菜单',
    en: 'Assign menus (company user)',
    parent: 'companyUserMge',
    section: 'oilCompanyMge',
    level: 'company',
    hidden: true,
    roles: company,
  },

  { name: 'companyGroup', path: '/maintenance/companyGroup', zh: '油企集团', en: 'Company groups', ...maintenance },
  {
    name: 'groupUsers',
    path: '/maintenance/groupUsers/{groupId}',
    zh: '集团用户',
    en: 'Company group users',
    parent: 'companyGroup',
    hidden: true,
    ...maintenance,
  },
  { name: 'userMge', path: '/maintenance/userMge', zh: '用户管理', en: 'Users', ...maintenance },
  {
    name: 'assginMenu',
    path: '/maintenance/assginMenu/{userId}',
    zh: '分配菜单',
    en: 'Assign menus (user)',
    parent: 'userMge',
    hidden: true,
    ...maintenance,
  },
  {
    name: 'roleAccessConfig',
    path: '/maintenance/roleAccessConfig',
    zh: '角色权限配置',
    en: 'Role permission configuration',
    ...maintenance,
  },
  {
    name: 'auditLogs',
    path: '/maintenance/auditLogs',
    zh: '操作日志',
    en: 'Audit log',
    section: 'maintenance',
    level: 'company',
    stationless: true,
    roles: admins,
  },
] as const satisfies readonly Page[]
export type PageName = (typeof pages)[number]['name']

const byName = new Map<string, Page>(pages.map(page => [page.name, page]))
export const pageOf = (name: string): Page | undefined => byName.get(name)

/**
 * The pages that a role opens when nobody has assigned it menus of its own. superAdmin sees all.
 * @source spec 0 §6, decisions.md C10
 */
export const pagesOf = (role: Role): readonly PageName[] =>
  (pages as readonly Page[]).filter(page => isOpenTo(page, role)).map(page => page.name as PageName)

const isOpenTo = ({ roles }: Page, role: Role) => typeof roles === 'string' || role === 'superAdmin' || roles.includes(role)

/** As access rules and `menus.web` write it: the last word of the path in PascalCase (spec 0 §2 "AddCompanies"). */
export const accessName = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)
