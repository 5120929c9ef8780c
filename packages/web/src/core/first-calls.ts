import type {
  attachments,
  authorisations,
  bootstrap,
  clockFaults,
  dailyStates,
  daySettlement,
  daySettles,
  deviceGaps,
  Endpoint,
  liveTicket,
  Method,
  orders,
  ownSales,
  salesByHour,
  sessions,
  stations,
  statistics,
  tanks,
  tankWatch,
  users,
  userSettings,
} from '@forecourt/contract'
import { bootstrapPath } from './first-request.ts'

/**
 * The calls that are made before anything else is on screen: log-in, shell and home. What they take and give is the contract's; where
 * they go stands here once more, so that the first page need not wait for the contract and its schemas. A test holds the two together.
 */
const early = <E extends Endpoint>(method: Method, path: E['path'], permission = 'signedIn') => ({ method, path, permission }) as E

export const sessionCalls = {
  login: early<typeof sessions.login>('POST', '/users/login', 'public'),
  loginByCode: early<typeof sessions.loginByCode>('POST', '/users/login/code', 'public'),
  logout: early<typeof sessions.logout>('POST', '/users/logout', 'public'),
  profile: early<typeof sessions.profile>('GET', '/users/profile'),
  bootstrap: early<typeof bootstrap>('GET', bootstrapPath),
  list: early<typeof sessions.list>('GET', '/users/sessions'),
}
export const stationCalls = {
  list: early<typeof stations.list>('GET', '/stations', 'org.station.read'),
  get: early<typeof stations.get>('GET', '/stations/:id', 'org.station.read'),
}
export const pictureCalls = {
  file: early<typeof attachments.file>('GET', '/attachments/:id'),
}
export const settingCalls = {
  list: early<typeof userSettings.list>('GET', '/userSettings'),
  keep: early<typeof userSettings.keep>('PUT', '/userSettings'),
}
export const liveCalls = {
  ticket: early<typeof liveTicket>('POST', '/live/tickets'),
}
export const homeCalls = {
  salesByHour: early<typeof salesByHour>('GET', '/orders/hours', 'order.sale.read'),
  recentSales: early<typeof statistics.recentSales>('GET', '/statistics/recentSales', 'order.sale.read'),
  orders: early<typeof orders.list>('GET', '/orders', 'order.sale.read'),
  orderTotals: early<typeof orders.totals>('GET', '/orders/statistics', 'order.sale.read'),
  holds: early<typeof authorisations.list>('GET', '/authorisations', 'card.authorisation.read'),
  gapTotals: early<typeof deviceGaps.totals>('GET', '/deviceGaps/statistics', 'order.sale.read'),
  clock: early<typeof clockFaults.status>('GET', '/clockFaults/status', 'order.sale.read'),
  shifts: early<typeof dailyStates.list>('GET', '/dailyStates', 'shift.state.read'),
  tanks: early<typeof tanks.list>('GET', '/tanks', 'forecourt.tank.read'),
  tankWatch: early<typeof tankWatch>('GET', '/tanks/watch', 'forecourt.tank.read'),
  ownSales: early<typeof ownSales>('GET', '/orders/own', 'order.manual'),
  daysDue: early<typeof daySettlement.dueByStation>('GET', '/daySettles/dueByStation', 'settlement.daySettle.read'),
  days: early<typeof daySettles.list>('GET', '/daySettles', 'settlement.daySettle.read'),
  user: early<typeof users.get>('GET', '/users/:id', 'access.user.read'),
}
