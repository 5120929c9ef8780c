import { accessName, pages, pagesOf, type Page, type PageName } from '../pages.ts'
import { permissions, type Permission } from '../permissions.ts'
import { roles, type Role } from '../roles.ts'
import { buttons, type ButtonName } from './buttons.ts'

/** Work that goes on in the background; starting it is a permission like any other. */
export const tasks = {
  import: { permission: 'task.import', zh: '导入', en: 'Imports' },
  export: { permission: 'task.export', zh: '导出', en: 'Exports' },
  settlement: { permission: 'task.settlement', zh: '结算', en: 'Settlements' },
} as const satisfies Record<string, { permission: Permission; zh: string; en: string }>
export type TaskName = keyof typeof tasks
export const taskNames = Object.keys(tasks) as TaskName[]

const ofButtonsAndTasks = new Set<string>([
  ...Object.values(buttons).flatMap(button => button.permissions),
  ...Object.values(tasks).map(task => task.permission),
])
/** Permissions that are neither a button's nor a task's, and that a person can hold. */
export const interfaceNames = (Object.keys(permissions) as Permission[]).filter(
  name => name !== 'device.self' && !ofButtonsAndTasks.has(name),
)

/** Pages that may be given and taken; anyone who is signed in opens the others. */
export const assignablePages: readonly Page[] = pages.filter(({ roles: open }) => typeof open !== 'string')
/** Pages that stand in the menu, and so are ticked; what they lead to goes with them. */
export const tickedPages = assignablePages.filter(page => !page.parent)
/** A page and what is opened from it: they are given and taken together. */
export const withChildren = (name: string): readonly string[] => [
  name,
  ...assignablePages.filter(({ parent }) => parent === name).map(page => page.name),
]

/**
 * The roles whose access can be changed. superAdmin's cannot, and members never sign in.
 * Nobody may take from `admin` what it takes to put a change right again.
 */
export const changeableRoles = roles.filter(role => role !== 'superAdmin' && role !== 'user' && role !== 'anonymous')
export const keysOfAdmin = {
  pages: ['roleAccessConfig', 'companyUserMge', 'companyAssginMenu'],
  permissions: ['access.role.read', 'access.role.write', 'access.user.read', 'access.user.write'],
} as const satisfies { pages: readonly PageName[]; permissions: readonly Permission[] }

/** Menus ready to be given with one press. @source spec 1 §6 "quick menu presets"; ORG-040 */
export interface Preset {
  readonly name: string
  readonly zh: string
  readonly en: string
  /** What this role opens by default … */
  readonly like: Role
  /** … or only this of it, with these button rules listed. */
  readonly menus?: readonly PageName[]
  readonly buttons?: readonly ButtonName[]
}
export const presets: readonly Preset[] = [
  { name: 'stationManager', zh: '站长', en: 'Station manager', like: 'station_master', buttons: [] },
  { name: 'shiftLeader', zh: '班长', en: 'Shift leader', like: 'station_leader', buttons: ['adjustBalance'] },
  {
    name: 'bookKeeper',
    zh: '记账员',
    en: 'Book-keeper',
    like: 'station_bill',
    buttons: ['deductPoints', 'givePoints', 'issueCoupon', 'refund', 'adjustBalance'],
  },
  {
    name: 'cashier',
    zh: '收银员',
    en: 'Cashier',
    like: 'station_leader',
    menus: ['allQuery', 'fuelQuery', 'notFuelQuery', 'transactions', 'cardQuery'],
    buttons: ['invoicing', 'deductPoints', 'givePoints', 'issueCoupon', 'refund', 'adjustBalance'],
  },
  { name: 'attendant', zh: '加油员', en: 'Attendant', like: 'station_employee', buttons: ['refund', 'adjustBalance'] },
]

/** The pages of a preset, with those they lead to. */
export const pagesOfPreset = ({ like, menus }: Preset): readonly string[] =>
  (menus?.flatMap(withChildren) ?? pagesOf(like)).filter(name => assignablePages.some(page => page.name === name))

const byAccessName = new Map<string, string>(
  pages.flatMap(({ name }) => [
    [name, name],
    [accessName(name), name],
  ]),
)
/** A page as `menus.web` writes it, or as it is called here. */
export const pageNamed = (name: string): string | undefined => byAccessName.get(name)
