import { lists } from 'virtual:page-needs'
import type { PageName } from '@forecourt/contract'
import { pageOf } from '@forecourt/contract/start'
import type { ReactNode } from 'react'
import { loadAfter } from '../core/load-code.ts'
import { isMissingCode } from '../core/missing-code.ts'
import { later, type Later, type MissingProps } from '../kit/later.tsx'
import { goTo } from '../kit/page/history.ts'
import { withEverything } from '../kit/everything.ts'
import { MissingCode } from './missing-code.tsx'
import { wordsOf } from './words.ts'

type Load = () => Promise<{ default: () => ReactNode }>

/** Only who comes by a link sees more than the log-in: an invitation, a display, the end of messages. */
const loginLoad: Load = () => loadAfter(location.hash ? wordsOf('login') : Promise.resolve(), () => import('./session/login-page.tsx'))

/** Where each page of the contract's `pages` is found that is more than a list of records. It is loaded when it is first opened. */
const loads: Partial<Record<PageName, Load>> = {
  login: loginLoad,
  '404': () => import('./session/not-found-page.tsx'),
  noAccess: () => import('./session/no-access-page.tsx'),
  download: () => import('../features/export/download-page.tsx'),
  dataScreen: () => import('../features/screen/data-screen-page.tsx'),
  home: () => import('../features/home/home-page.tsx'),
  analyse: () => import('../features/home/analyse-page.tsx'),
  staffMge: () => import('../features/access/staff-page.tsx'),
  stationAssginMenu: () => import('../features/access/assign-page.tsx'),
  companyUserMge: () => import('../features/access/company-users-page.tsx'),
  companyAssginMenu: () => import('../features/access/assign-page.tsx'),
  companyGroup: () => import('../features/access/company-group-page.tsx'),
  groupUsers: () => import('../features/access/group-users-page.tsx'),
  userMge: () => import('../features/access/users-page.tsx'),
  assginMenu: () => import('../features/access/assign-page.tsx'),
  roleAccessConfig: () => import('../features/access/role-access-page.tsx'),
  fuelMge: () => import('../features/forecourt/fuel-page.tsx'),
  tankMge: () => import('../features/forecourt/tank-page.tsx'),
  nozzleMge: () => import('../features/forecourt/nozzle-page.tsx'),
  deviceMge: () => import('../features/forecourt/device-page.tsx'),
  changePrice: () => import('../features/forecourt/change-price-page.tsx'),
  afterPrice: () => import('../features/forecourt/after-price-page.tsx'),
  nowPrice: () => import('../features/forecourt/now-price-page.tsx'),
  depotMge: () => import('../features/supply/depots-page.tsx'),
  depotDetails: () => import('../features/supply/depot-page.tsx'),
  supplierMge: () => import('../features/supply/suppliers-page.tsx'),
  depotStockMge: () => import('../features/supply/purchases-page.tsx'),
  addDetail: () => import('../features/supply/add-purchase-page.tsx'),
  editDetail: () => import('../features/supply/edit-purchase-page.tsx'),
  transportMge: () => import('../features/transport/transports-page.tsx'),
  addTransportInfo: () => import('../features/transport/add-transport-page.tsx'),
  editTransportInfo: () => import('../features/transport/edit-transport-page.tsx'),
  transportDetails: () => import('../features/transport/transport-page.tsx'),
  printTransportDetail: () => import('../features/transport/print-transport-page.tsx'),
  baseFuelMge: () => import('../features/forecourt/base-fuel-page.tsx'),
  addCompanies: () => import('../features/org/companies-page.tsx'),
  companyDetails: () => import('../features/org/company-details-page.tsx'),
  changeLogo: () => import('../features/org/change-logo-page.tsx'),
  companyConfig: () => import('../features/org/company-config-page.tsx'),
  stationConfig: () => import('../features/org/station-config-page.tsx'),
  myStation: () => import('../features/org/my-station-page.tsx'),
  renewMge: () => import('../features/org/renew-page.tsx'),
  systemConfig: () => import('../features/org/system-config-page.tsx'),
  version: () => import('../features/org/version-page.tsx'),
  addStations: () => import('../features/org/stations-page.tsx'),
  allQuery: () => import('../features/order/all-query-page.tsx'),
  fuelQuery: () => import('../features/order/fuel-query-page.tsx'),
  notFuelQuery: () => import('../features/order/not-fuel-query-page.tsx'),
  allDetails: () => import('../features/order/order-details-page.tsx'),
  fuelDetails: () => import('../features/order/order-details-page.tsx'),
  notFuelDetails: () => import('../features/order/order-details-page.tsx'),
  clockFaults: () => import('../features/order/clock-faults-page.tsx'),
  oilTaking: () => import('../features/wetstock/deliveries-page.tsx'),
  addOilInfo: () => import('../features/wetstock/add-delivery-page.tsx'),
  editOilInfo: () => import('../features/wetstock/edit-delivery-page.tsx'),
  printDeliveryClaim: () => import('../features/wetstock/print-claim-page.tsx'),
  oilInfoDetails: () => import('../features/wetstock/delivery-page.tsx'),
  fuelInventory: () => import('./fuel-inventory-page.tsx'),
  recordOrder: () => import('../features/order/record-order-page.tsx'),
  exceptionHandling: () => import('../features/order/exception-handling-page.tsx'),
  transactions: () => import('../features/order/transactions-page.tsx'),
  personalMember: () => import('./members/personal-member-page.tsx'),
  addPersonalMember: () => import('../features/member/add-member-page.tsx'),
  personalMemberDetails: () => import('./members/member-details-page.tsx'),
  marketHome: () => import('../features/deal/market-home-page.tsx'),
  deal: () => import('../features/deal/deal-page.tsx'),
  addDeal: () => import('../features/deal/add-deal-page.tsx'),
  editDeal: () => import('../features/deal/edit-deal-page.tsx'),
  dealTask: () => import('../features/deal/deal-task-page.tsx'),
  addDealTask: () => import('../features/deal/add-deal-task-page.tsx'),
  editDealTask: () => import('../features/deal/edit-deal-task-page.tsx'),
  dryRuns: () => import('../features/deal/dry-runs-page.tsx'),
  dryRun: () => import('../features/deal/dry-run-page.tsx'),
  userDeals: () => import('../features/deal/user-deals-page.tsx'),
  scoreCategories: () => import('../features/reward/categories-page.tsx'),
  scoreCategoryDetails: () => import('../features/reward/category-page.tsx'),
  scoreItems: () => import('../features/reward/rewards-page.tsx'),
  scoreCardDetails: () => import('../features/reward/points-cards-page.tsx'),
  scoreUserCardDetails: () => import('../features/reward/history-page.tsx'),
  tags: () => import('../features/tag/tags-page.tsx'),
  tagDetails: () => import('../features/tag/tag-details-page.tsx'),
  sellerInvoice: () => import('../features/invoice/seller-invoices-page.tsx'),
  tax: () => import('../features/invoice/taxes-page.tsx'),
  defaultTaxes: () => import('../features/invoice/default-taxes-page.tsx'),
  miniQrcode: () => import('../features/mini-program/mini-qrcode-page.tsx'),
  miniPrograms: () => import('../features/mini-program/mini-programs-page.tsx'),
  authToken: () => import('../features/merchant/accounts-page.tsx'),
  stationAuthToken: () => import('../features/merchant/station-accounts-page.tsx'),
  otherPay: () => import('../features/merchant/other-pay-page.tsx'),
  payTemplate: () => import('../features/merchant/templates-page.tsx'),
  extAccountRatio: () => import('../features/merchant/ratios-page.tsx'),
  settleMge: () => import('../features/monthend/settle-page.tsx'),
  previewSettle: () => import('../features/monthend/preview-page.tsx'),
  printMonthSettle: () => import('../features/monthend/print-month-page.tsx'),
  fleetBills: () => import('../features/bill/bills-page.tsx'),
  fleetBillDetails: () => import('../features/bill/bill-page.tsx'),
  assginMge: () => import('./fleet-desk.tsx'),
  assgin: () => import('./fleet-desk.tsx'),
  unitMember: () => import('./fleet-list.tsx'),
  addUnitMember: () => import('../features/fleet/add-fleet-page.tsx'),
  readCardQuery: () => import('../features/card/read-card-page.tsx'),
  cardQuery: () => import('../features/card/card-query-page.tsx'),
  employeeCard: () => import('../features/card/card-query-page.tsx'),
  anonymousCard: () => import('../features/card/card-query-page.tsx'),
  cardLimits: () => import('../features/card/limits-page.tsx'),
  categories: () => import('../features/goods/categories-page.tsx'),
  categoryDetails: () => import('../features/goods/category-details-page.tsx'),
  items: () => import('../features/goods/items-page.tsx'),
  import: () => import('../features/goods/import-page.tsx'),
  itemImportResult: () => import('../features/goods/import-result-page.tsx'),
  addedValueServices: () => import('../features/points/services-page.tsx'),
  openServices: () => import('../features/points/open-services-page.tsx'),
  editServices: () => import('../features/points/edit-services-page.tsx'),
  debitItems: () => import('../features/packages/packages-page.tsx'),
  cardCostHistory: () => import('../features/card/card-page.tsx'),
  userCardDetails: () => import('../features/card/user-card-details-page.tsx'),
  transactionsStatistic: () => import('../features/statistics/transactions-statistic-page.tsx'),
  salesStatistic: () => import('../features/statistics/sales-statistic-page.tsx'),
  consumeStatistic: () => import('../features/statistics/consume-statistic-page.tsx'),
  rechargeConsume: () => import('../features/statistics/recharge-consume-page.tsx'),
  moneyChange: () => import('../features/statistics/money-change-page.tsx'),
  printRechargeConsume: () => import('../features/statistics/print-recharge-consume-page.tsx'),
  printMoneyChange: () => import('../features/statistics/print-money-change-page.tsx'),
  rechargeHistory: () => import('../features/card/recharge-history-page.tsx'),
  rechargeDetails: () => import('../features/card/recharge-details-page.tsx'),
  classSettle: () => import('../features/settlement/class-settle-page.tsx'),
  classSettleDetails: () => import('../features/settlement/class-settle-details-page.tsx'),
  daySettle: () => import('../features/settlement/day-settle-page.tsx'),
  daySettleDetails: () => import('../features/settlement/day-settle-details-page.tsx'),
  printDaySettle: () => import('../features/settlement/print-day-settle-page.tsx'),
  printClassSettle: () => import('../features/settlement/print-class-settle-page.tsx'),
  previewPrint: () => import('./preview-print-page.tsx'),
  issueCards: () => import('../features/chip/issue-cards-page.tsx'),
  cardStorage: () => import('../features/chip/card-storage-page.tsx'),
  icCard: () => import('../features/chip/ic-card-page.tsx'),
  historyImport: () => import('../features/history/history-import-page.tsx'),
  messageOutbox: () => import('../features/outbox/message-outbox-page.tsx'),
  importCards: () => import('../features/chip/import-cards-page.tsx'),
  importResult: () => import('../features/chip/import-result-page.tsx'),
  cardSearch: () => import('../features/chip/card-search-page.tsx'),
  backgroundJobs: () => import('../features/job/background-jobs-page.tsx'),
  auditLogs: withEverything(() => import('../features/audit/audit-logs-page.tsx')),
  gallery: () => import('../features/gallery/gallery-page.tsx'),
  personCenter: () => import('./session/person-center-page.tsx'),
}

const made = new Map<PageName, Later<object>>()

/** The page of a name; undefined where there is none. */
export function screenOf(name: PageName): Later<object> | undefined {
  const load = loads[name] ?? listOf(name)
  const screen = made.get(name) ?? (load && later(withWords(name, load), MissingPage))
  if (screen) made.set(name, screen)
  return screen
}

/** Code that did not come says why, and is asked for again; code that fails while it is read is a fault of the page. */
function MissingPage({ error, retry }: MissingProps) {
  if (!isMissingCode(error)) throw error
  return <MissingCode retry={retry} goHome={() => goTo('/home')} />
}

/** A page comes with its words, for some are said as soon as it is read; those of the log-in only sometimes. */
const withWords = (name: PageName, load: Load): Load => (name === 'login' ? load : () => loadAfter(wordsOf(name), load))

/** The page of records that ask for no more than their contract says: a list and a form. */
function listOf(name: PageName): Load | undefined {
  const { records } = pageOf(name)!
  const load = lists[name]
  if (!records || !load) return undefined
  return async () => {
    const { RecordPage } = await load()
    return { default: () => <RecordPage name={records} /> }
  }
}
