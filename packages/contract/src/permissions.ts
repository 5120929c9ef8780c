import { permissions as declared } from './declared.ts'
import type { Role } from './roles.ts'

export type Permission = keyof typeof declared

const each = <T>(of: (permission: (typeof declared)[Permission]) => T) =>
  Object.fromEntries(Object.entries(declared).map(([name, permission]) => [name, of(permission)])) as Record<Permission, T>

/**
 * Every permission, and which roles hold it by default. superAdmin holds all that anyone holds.
 * @source decisions.md C10
 */
export const permissions: Readonly<Record<Permission, readonly Role[]>> = each(({ roles }) => roles)

/** What each permission is called where access is administered. */
export const permissionWords: Readonly<Record<Permission, { readonly zh: string; readonly en: string }>> = each(({ zh, en }) => ({
  zh,
  en,
}))

export const permissionsOf = (role: Role): ReadonlySet<string> =>
  new Set(
    Object.entries(permissions)
      .filter(([, held]) => (role === 'superAdmin' && held.length > 0) || held.includes(role))
      .map(([name]) => name),
  )

/** What a device may do with its own credential. */
export const devicePermissions: ReadonlySet<string> = new Set<string>([
  'device.self',
  'card.authorise',
  'card.blackList.read',
  'order.create',
  'order.cardPay',
  'order.cashPay',
  'order.release',
  'order.sale.read',
])
