import type { Role } from './roles.ts'

/** What is shown of a page, and where. */
interface Shown<Permission extends string> {
  readonly name: string
  /** Its address, where that is not its place in the menu and its name. Parameters stand in braces: `/printClassSettle/{classSettleId}`. */
  readonly path?: string
  /** Of another domain: the page that it follows in the menu. Without it a page follows the one before it in its own domain. */
  readonly after?: string
  /** The menu section, and the group within it, that it belongs to. */
  readonly section?: SectionName
  readonly group?: GroupName
  /** The page whose menu entry is lit, and to which the breadcrumb leads, while this one is open. */
  readonly parent?: string
  readonly zh: string
  readonly en: string
  /** What else it is found by in the command box: former labels, and words that users say for it, in either language. */
  readonly also?: readonly string[]
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
  /** There only where the deployment says so: a flag of the window's configuration. @source spec 0 §6; decisions.md C6 */
  readonly edition?: 'dataScreen'
  /** There only while the product is developed or tested. */
  readonly development?: true
  /** What else is done there. Closing the page takes these and the reads, unless another open page has them too. */
  readonly acts?: readonly Permission[]
  /** The resource whose records it lists, where the page is no more than their list and their form. */
  readonly records?: string
  /** Of a page that shows a record: which call of the API finds one in the demo. */
  readonly demo?: string
}

/** `public` needs no session; `signedIn` is open to anyone who has one. */
interface Open<Permission extends string> extends Shown<Permission> {
  readonly roles: 'public' | 'signedIn'
  readonly reads?: readonly Permission[]
}

/** A page that is given to roles, and may be taken from them. */
interface Given<Permission extends string> extends Shown<Permission> {
  readonly roles: readonly Role[]
  /** Without these the page has nothing to show: opening the page to somebody brings them. */
  readonly reads: readonly Permission[]
}

/**
 * A screen, under the name that access rules know it by.
 * @source routes.csv for paths and labels, decisions.md C10 for roles
 */
export type PageDeclaration<Permission extends string> = Open<Permission> | Given<Permission>

export interface MenuGroup {
  readonly name: string
  readonly path: string
  readonly zh: string
  readonly en: string
}

export interface MenuSection extends MenuGroup {
  /** The default page, if the user may open it; else the first one they may. @source spec 0 §2 "Menu sections (default child first)" */
  readonly first: string
}

/** Menu sections in menu order. A section without pages that the user may open is not shown. */
export const sections = [
  { name: 'queryStatistics', path: '/queryStatistics', zh: '查询统计', en: 'Sales and reports', first: 'allQuery' },
  { name: 'oilOperate', path: '/oilOperate', zh: '油品运营', en: 'Fuel operations', first: 'oilTaking' },
  { name: 'notFuel', path: '/notFuel', zh: '非油管理', en: 'Shop', first: 'categories' },
  { name: 'memberCenter', path: '/memberCenter', zh: '会员中心', en: 'Members and fleets', first: 'personalMember' },
  { name: 'stationCards', path: '/stationCards', zh: '油站卡务', en: 'Card desk', first: 'readCardQuery' },
  { name: 'marketCenter', path: '/marketCenter', zh: '营销中心', en: 'Marketing', first: 'marketHome' },
  { name: 'scoreStore', path: '/scoreStore', zh: '积分商城', en: 'Rewards store', first: 'scoreCategories' },
  { name: 'stationMge', path: '/stationMge', zh: '油站管理', en: 'Station', first: 'staffMge' },
  { name: 'oilCompanyOperate', path: '/oilCompanyOperate', zh: '油企运营', en: 'Supply', first: 'depotMge' },
  { name: 'oilCompanyMge', path: '/oilCompanyMge', zh: '油企管理', en: 'Organisation', first: 'addCompanies' },
  { name: 'maintenance', path: '/maintenance', zh: '运维管理', en: 'Administration', first: 'companyGroup' },
  { name: 'mobile', path: '/mobile', zh: '移动工作台', en: 'Mobile workbench', first: 'mWorkTable' },
  { name: 'ext', path: '/ext', zh: '外部工作台', en: 'External workbench', first: 'extWorkTable' },
] as const satisfies readonly MenuSection[]
export type SectionName = (typeof sections)[number]['name']

/** Second-level menu entries; they stand where their first page stands. */
export const groups = [
  { name: 'salesQuery', path: '/queryStatistics/salesQuery', zh: '销售查询', en: 'Sales' },
  { name: 'reportQuery', path: '/queryStatistics/reportQuery', zh: '报表查询', en: 'Reports' },
  { name: 'vestibuleMge', path: '/stationMge/vestibuleMge', zh: '前庭管理', en: 'Forecourt' },
  { name: 'cardBusiness', path: '/maintenance/cardBusiness', zh: '卡业务', en: 'Card production' },
] as const satisfies readonly MenuGroup[]
export type GroupName = (typeof groups)[number]['name']
