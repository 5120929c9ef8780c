import type { PageName, pages } from '../pages.ts'
import type { Permission } from '../permissions.ts'

interface Needs {
  /** Without these the page has nothing to show: opening the page to somebody brings them. */
  readonly reads: readonly Permission[]
  /** What else is done there. Closing the page takes these and the reads, unless another open page has them too. */
  readonly acts?: readonly Permission[]
}

const users: Needs = { reads: ['access.user.read'], acts: ['access.user.write'] }
const sales: Needs = {
  reads: ['order.sale.read'],
  acts: ['order.cardPay', 'order.cashPay', 'order.release', 'order.close', 'order.refund', 'invoice.issue'],
}
const settlement: Needs = { reads: ['settlement.classSettle.read'] }
const days = ['settlement.daySettle.read'] as const
const cards: Needs = {
  reads: ['card.userCard.read', 'card.detail.read'],
  acts: [
    'card.issue',
    'card.charge',
    'card.loss',
    'card.unhook',
    'card.disable',
    'card.payPassword',
    'card.adjust',
    'card.refundCharge',
    'card.thaw',
    'card.userCard.write',
  ],
}

/** The pages that are opened to roles, and so can be given and taken. */
type GivenPage = Extract<(typeof pages)[number], { readonly roles: readonly unknown[] }>['name']

/** What each page that can be given and taken rests on. What many pages look up (stations, products, goods) no page owns. */
export const pageNeeds: Readonly<Record<GivenPage, Needs> & Partial<Record<PageName, Needs>>> = {
  allQuery: sales,
  fuelQuery: sales,
  notFuelQuery: sales,
  allDetails: sales,
  fuelDetails: sales,
  notFuelDetails: sales,
  clockFaults: { reads: ['order.sale.read'], acts: ['order.clock.correct'] },
  transactions: { reads: ['order.transaction.read'], acts: ['order.refund'] },
  userCardDetails: { reads: ['card.detail.read'] },
  transactionsStatistic: { reads: ['order.transaction.read'] },
  salesStatistic: { reads: ['order.sale.read'] },
  rechargeHistory: { reads: ['card.detail.read'] },
  rechargeDetails: { reads: ['card.detail.read'] },
  consumeStatistic: { reads: ['card.detail.read'] },
  rechargeConsume: { reads: ['card.report.read'] },
  printRechargeConsume: { reads: ['card.report.read'] },
  moneyChange: { reads: ['card.moneyFlow.read'] },
  printMoneyChange: { reads: ['card.moneyFlow.read'] },
  classSettle: { reads: ['settlement.classSettle.read'], acts: ['settlement.close', 'shift.start'] },
  classSettleDetails: { ...settlement, acts: ['settlement.explain'] },
  printClassSettle: settlement,
  daySettle: { reads: days, acts: ['settlement.settleDay'] },
  daySettleDetails: { reads: days, acts: ['settlement.explain'] },
  printDaySettle: { reads: days },
  // What a document shows, its own record asks for.
  previewPrint: { reads: [] },
  cardQuery: cards,
  cardCostHistory: cards,
  assginMge: {
    reads: ['card.userCard.read', 'member.fleet.read'],
    acts: ['card.assign', 'card.loss', 'card.unhook', 'card.userCard.write'],
  },
  staffMge: users,
  stationAssginMenu: users,
  companyUserMge: users,
  companyAssginMenu: users,
  userMge: users,
  assginMenu: users,
  companyGroup: { reads: ['access.group.read'], acts: ['access.group.write'] },
  groupUsers: { reads: ['access.group.read', 'access.user.read'], acts: ['access.group.write', 'access.user.write'] },
  download: { reads: ['export.read'], acts: ['export.write', 'task.export'] },
  historyImport: { reads: ['history.read'], acts: ['task.import'] },
  messageOutbox: { reads: ['message.outbox.read'], acts: ['message.outbox.write'] },
  backgroundJobs: { reads: ['job.read'], acts: ['job.write'] },
  auditLogs: { reads: ['audit.read'] },
  roleAccessConfig: { reads: ['access.role.read'], acts: ['access.role.write'] },
  fuelMge: { reads: [], acts: ['forecourt.product.write', 'forecourt.price.write'] },
  tankMge: { reads: [], acts: ['forecourt.tank.write'] },
  nozzleMge: { reads: [], acts: ['forecourt.nozzle.write'] },
  deviceMge: {
    reads: [],
    acts: ['forecourt.dispenser.write', 'forecourt.equipment.write', 'forecourt.device.write', 'forecourt.device.enrol'],
  },
  recordOrder: { reads: [], acts: ['order.manual'] },
  baseFuelMge: { reads: ['forecourt.baseFuel.read'], acts: ['forecourt.baseFuel.write'] },
  fuelCode: { reads: ['fuel.code.read'], acts: ['fuel.code.write'] },
  addCompanies: { reads: [], acts: ['org.company.create', 'org.company.write'] },
  companyDetails: { reads: [], acts: ['org.company.write', 'org.cardKey.write'] },
  changeLogo: { reads: [], acts: ['org.company.write'] },
  companyConfig: { reads: [], acts: ['org.companyConfig.write'] },
  stationConfig: { reads: [], acts: ['org.stationConfig.write'] },
  myStation: { reads: [], acts: ['org.stationProfile.write'] },
  renewMge: { reads: ['org.renewal.read'], acts: ['org.renewal.write'] },
  systemConfig: { reads: ['org.systemConfig.read'], acts: ['org.systemConfig.write'] },
  addStations: { reads: [], acts: ['org.station.write'] },
}
