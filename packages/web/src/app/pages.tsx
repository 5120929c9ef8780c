import type { PageName } from '@forecourt/contract'
import { pageOf } from '@forecourt/contract/start'
import type { ReactNode } from 'react'
import { invitationCode } from '../features/access/invitation-code.ts'
import { isMissingCode } from '../core/missing-code.ts'
import { later, type Later, type MissingProps } from '../kit/later.tsx'
import { goTo } from '../kit/page/history.ts'
import { MissingCode } from './missing-code.tsx'
import { allWords, firstWords, homeWords } from './words.ts'

type Load = () => Promise<{ default: () => ReactNode }>

/** Anyone who comes by an invitation sees it. */
const loginWords = () => (invitationCode(location.hash) ? allWords() : firstWords())

/** Where each page of the contract's `pages` is found that is more than a list of records. It is loaded when it is first opened. */
const loads: Partial<Record<PageName, Load>> = {
  login: page(() => import('./session/login-page.tsx'), loginWords),
  '404': page(() => import('./session/not-found-page.tsx'), firstWords),
  noAccess: page(() => import('./session/no-access-page.tsx'), firstWords),
  download: page(() => import('../features/export/download-page.tsx')),
  home: page(() => import('../features/home/home-page.tsx'), homeWords),
  staffMge: page(() => import('../features/access/staff-page.tsx')),
  stationAssginMenu: page(() => import('../features/access/assign-page.tsx')),
  companyUserMge: page(() => import('../features/access/company-users-page.tsx')),
  companyAssginMenu: page(() => import('../features/access/assign-page.tsx')),
  companyGroup: page(() => import('../features/access/company-group-page.tsx')),
  groupUsers: page(() => import('../features/access/group-users-page.tsx')),
  userMge: page(() => import('../features/access/users-page.tsx')),
  assginMenu: page(() => import('../features/access/assign-page.tsx')),
  roleAccessConfig: page(() => import('../features/access/role-access-page.tsx')),
  fuelMge: page(() => import('../features/forecourt/fuel-page.tsx')),
  tankMge: page(() => import('../features/forecourt/tank-page.tsx')),
  nozzleMge: page(() => import('../features/forecourt/nozzle-page.tsx')),
  deviceMge: page(() => import('../features/forecourt/device-page.tsx')),
  baseFuelMge: page(() => import('../features/forecourt/base-fuel-page.tsx')),
  addCompanies: page(() => import('../features/org/companies-page.tsx')),
  companyDetails: page(() => import('../features/org/company-details-page.tsx')),
  changeLogo: page(() => import('../features/org/change-logo-page.tsx')),
  companyConfig: page(() => import('../features/org/company-config-page.tsx')),
  stationConfig: page(() => import('../features/org/station-config-page.tsx')),
  myStation: page(() => import('../features/org/my-station-page.tsx')),
  renewMge: page(() => import('../features/org/renew-page.tsx')),
  systemConfig: page(() => import('../features/org/system-config-page.tsx')),
  version: page(() => import('../features/org/version-page.tsx')),
  addStations: page(() => import('../features/org/stations-page.tsx')),
  allQuery: page(() => import('../features/order/all-query-page.tsx')),
  fuelQuery: page(() => import('../features/order/fuel-query-page.tsx')),
  notFuelQuery: page(() => import('../features/order/not-fuel-query-page.tsx')),
  allDetails: page(() => import('../features/order/order-details-page.tsx')),
  fuelDetails: page(() => import('../features/order/order-details-page.tsx')),
  notFuelDetails: page(() => import('../features/order/order-details-page.tsx')),
  clockFaults: page(() => import('../features/order/clock-faults-page.tsx')),
  recordOrder: page(() => import('../features/order/record-order-page.tsx')),
  transactions: page(() => import('../features/order/transactions-page.tsx')),
  assginMge: page(() => import('../features/card/fleet-page.tsx')),
  cardQuery: page(() => import('../features/card/card-query-page.tsx')),
  cardCostHistory: page(() => import('../features/card/card-page.tsx')),
  userCardDetails: page(() => import('../features/card/user-card-details-page.tsx')),
  transactionsStatistic: page(() => import('../features/statistics/transactions-statistic-page.tsx')),
  salesStatistic: page(() => import('../features/statistics/sales-statistic-page.tsx')),
  consumeStatistic: page(() => import('../features/statistics/consume-statistic-page.tsx')),
  rechargeConsume: page(() => import('../features/statistics/recharge-consume-page.tsx')),
  moneyChange: page(() => import('../features/statistics/money-change-page.tsx')),
  printRechargeConsume: page(() => import('../features/statistics/print-recharge-consume-page.tsx')),
  printMoneyChange: page(() => import('../features/statistics/print-money-change-page.tsx')),
  rechargeHistory: page(() => import('../features/card/recharge-history-page.tsx')),
  rechargeDetails: page(() => import('../features/card/recharge-details-page.tsx')),
  classSettle: page(() => import('../features/settlement/class-settle-page.tsx')),
  classSettleDetails: page(() => import('../features/settlement/class-settle-details-page.tsx')),
  daySettle: page(() => import('../features/settlement/day-settle-page.tsx')),
  daySettleDetails: page(() => import('../features/settlement/day-settle-details-page.tsx')),
  printDaySettle: page(() => import('../features/settlement/print-day-settle-page.tsx')),
  printClassSettle: page(() => import('../features/settlement/print-class-settle-page.tsx')),
  previewPrint: page(() => import('./preview-print-page.tsx')),
  historyImport: page(() => import('../features/history/history-import-page.tsx')),
  messageOutbox: page(() => import('../features/outbox/message-outbox-page.tsx')),
  backgroundJobs: page(() => import('../features/job/background-jobs-page.tsx')),
  auditLogs: page(() => import('../features/audit/audit-logs-page.tsx')),
  gallery: page(() => import('../features/gallery/gallery-page.tsx')),
  personCenter: page(() => import('./session/person-center-page.tsx')),
}

const made = new Map<PageName, Later<object>>()

/** The page of a name; undefined where there is none. */
export function screenOf(name: PageName): Later<object> | undefined {
  const { records: listed } = pageOf(name)!
  const load = loads[name] ?? (listed ? records(listed) : undefined)
  const screen = made.get(name) ?? (load && later(load, MissingPage))
  if (screen) made.set(name, screen)
  return screen
}

/** Code that did not come says why, and is asked for again; code that fails while it is read is a fault of the page. */
function MissingPage({ error, retry }: MissingProps) {
  if (!isMissingCode(error)) throw error
  return <MissingCode retry={retry} goHome={() => goTo('/home')} />
}

/** A page comes with its words. */
function page(load: Load, words = allWords): Load {
  return async () => {
    // First the words: some are said as soon as the page is read.
    await words()
    return load()
  }
}

/** The page of records that ask for no more than their contract says: a list and a form. */
function records(name: string) {
  return page(async () => {
    const { RecordPage } = await import('../kit/record-page.tsx')
    return { default: () => <RecordPage name={name} /> }
  })
}
