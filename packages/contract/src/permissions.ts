/** Who may sign in as what. `user` and `anonymous` are members and passers-by: they never sign in here. */
export const roles = [
  'superAdmin',
  'admin',
  'company_group',
  'company_user',
  'station_master',
  'station_bill',
  'station_employee',
  'station_salesman',
  'station_leader',
  'group_master',
  'user',
  'anonymous',
] as const
export type Role = (typeof roles)[number]

/** Roles that work for one company as a whole; the `station_*` roles work in the stations they were given. */
export const companyRoles: readonly Role[] = ['admin', 'company_user']

const admins: Role[] = ['superAdmin', 'admin']
const company: Role[] = [...admins, 'company_user']
const master: Role[] = [...company, 'station_master']
const leaders: Role[] = [...master, 'station_leader']
const everyStation: Role[] = [...leaders, 'station_employee', 'station_salesman']
const orderReaders: Role[] = [...leaders, 'station_salesman', 'station_bill', 'company_group']
const readers: Role[] = [...everyStation, 'station_bill', 'company_group']
const exporters: Role[] = [...leaders, 'station_bill', 'company_group']

/**
 * Every permission, and which roles hold it by default. superAdmin holds all that anyone holds.
 * @source decisions.md C10
 */
export const permissions = {
  'org.company.read': readers,
  'org.company.write': admins,
  'org.company.create': admins,
  'org.companyConfig.write': company,
  'org.stationConfig.write': master,
  /** What a station tells of itself: its own master keeps it. */
  'org.stationProfile.write': master,
  'org.cardKey.write': admins,
  'org.renewal.read': company,
  'org.renewal.write': admins,
  /** What holds for all companies is set by anyone who runs the system. */
  'org.systemConfig.read': admins,
  'org.systemConfig.write': ['superAdmin'],
  'org.station.read': readers,
  'org.station.write': company,
  'access.user.read': leaders,
  'access.user.write': master,
  /** What a role may is changed by administrators; which companies belong to a head office, by anyone who runs the system. */
  'access.role.read': admins,
  'access.role.write': admins,
  'access.group.read': admins,
  'access.group.write': ['superAdmin'],
  'access.explain': master,
  /** Views of lists that everyone of the company sees. */
  'access.view.share': master,
  'forecourt.baseFuel.read': readers,
  'forecourt.baseFuel.write': company,
  'fuel.code.read': everyStation,
  'fuel.code.write': master,
  'shift.state.read': readers,
  'shift.start': leaders,
  'settlement.classSettle.read': [...leaders, 'station_bill', 'company_group'],
  'settlement.close': leaders,
  'settlement.daySettle.read': [...leaders, 'station_bill', 'company_group'],
  'settlement.settleDay': leaders,
  /** Words beside a difference; they change no figure. */
  'settlement.explain': master,
  /** What a device does for itself; no person holds it. */
  'device.self': [],
  'ledger.prove': admins,
  'audit.read': admins,
  'job.read': admins,
  'job.write': admins,
  'message.outbox.read': company,
  'message.outbox.write': company,
  'member.read': [...everyStation],
  'member.fleet.read': [...readers, 'group_master'],
  'member.fleet.write': master,
  'card.product.read': readers,
  'card.product.write': company,
  'card.userCard.read': [...readers, 'group_master'],
  'card.userCard.write': [...leaders, 'station_employee', 'group_master'],
  'card.detail.read': [...everyStation, 'station_bill', 'company_group', 'group_master'],
  /** Fund reports: money on cards, and where money went. A bill clerk sees the former only. @source spec 1 §6 */
  'card.report.read': [...leaders, 'station_bill', 'company_group'],
  'card.moneyFlow.read': [...leaders, 'company_group'],
  /** Money between the master card and the sub cards of a fleet: its leader's own business. */
  'card.assign': [...leaders, 'group_master'],
  'card.issue': [...leaders, 'station_employee'],
  'card.charge': [...leaders, 'station_employee'],
  'card.loss': [...leaders, 'station_employee', 'group_master'],
  'card.unhook': [...leaders, 'station_employee', 'group_master'],
  'card.disable': master,
  'card.payPassword': leaders,
  'forecourt.product.read': readers,
  'forecourt.product.write': company,
  'forecourt.price.write': master,
  'forecourt.tank.read': readers,
  'forecourt.tank.write': master,
  'forecourt.nozzle.read': readers,
  'forecourt.nozzle.write': master,
  'forecourt.dispenser.read': readers,
  'forecourt.dispenser.write': master,
  'forecourt.equipment.read': readers,
  'forecourt.equipment.write': master,
  'forecourt.device.read': readers,
  'forecourt.device.write': master,
  'forecourt.device.enrol': master,
  'goods.category.read': readers,
  'goods.category.write': [...master, 'station_salesman'],
  'goods.item.read': readers,
  'goods.item.write': [...master, 'station_salesman'],
  'order.sale.read': orderReaders,
  'order.transaction.read': orderReaders,
  'order.create': everyStation,
  /** Entering a sale that was missed. */
  'order.manual': everyStation,
  'order.rate': everyStation,
  'order.cardPay': [...leaders, 'station_salesman'],
  'order.cashPay': [...leaders, 'station_salesman'],
  'order.release': leaders,
  'order.close': leaders,
  /** Moving the dates of sales that were recorded while the clocks differed. */
  'order.clock.correct': master,
  'order.refund': leaders,
  'invoice.issue': [...leaders, 'station_bill'],
  'points.deduct': master,
  'points.give': master,
  'coupon.issue': master,
  'card.adjust': master,
  'card.refundCharge': leaders,
  'card.thaw': leaders,
  /** Authorization codes are added only by users who were granted it explicitly. @source spec 1 §6 */
  'authCode.write': ['superAdmin'],
  'file.software.write': admins,
  'file.quarantine.read': admins,
  'export.read': exporters,
  'export.write': exporters,
  'history.read': company,
  'task.import': company,
  'task.export': exporters,
  'task.settlement': leaders,
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

export const permissionsOf = (role: Role): ReadonlySet<string> =>
  new Set(
    Object.entries(permissions)
      .filter(([, held]) => (role === 'superAdmin' && held.length > 0) || (held as readonly Role[]).includes(role))
      .map(([name]) => name),
  )

/** Roles whose screen moves money: nobody stays signed in at one that was left alone. @source guarantees §3.4 */
export const moneyRoles: readonly Role[] = [...everyStation, 'group_master']

/** What a device may do with its own credential. */
export const devicePermissions: ReadonlySet<string> = new Set<string>([
  'device.self',
  'order.create',
  'order.cardPay',
  'order.cashPay',
  'order.release',
  'order.sale.read',
])
