// Written by `npm run contract`: do not edit.
import type { companyGroups } from './access/company-group.ts'
import type { roleAccesses } from './access/role-access.ts'
import type { userRoles, users } from './access/user.ts'
import type { auditLogs } from './audit/audit-log.ts'
import type { cards } from './card/card.ts'
import type { userCardDetails } from './card/user-card-detail.ts'
import type { userCards } from './card/user-card.ts'
import type { exports } from './export/export.ts'
import type { attachments } from './file/attachment.ts'
import type { baseFuels } from './forecourt/base-fuel.ts'
import type { devices } from './forecourt/device.ts'
import type { dispensers } from './forecourt/dispenser.ts'
import type { printers, tankGauges } from './forecourt/equipment.ts'
import type { nozzleControls } from './forecourt/nozzle-control.ts'
import type { productPrices } from './forecourt/price.ts'
import type { products } from './forecourt/product.ts'
import type { tanks } from './forecourt/tank.ts'
import type { fuelCodes } from './fuel/fuel-code.ts'
import type { categories } from './goods/category.ts'
import type { items } from './goods/item.ts'
import type { historyImports } from './history/history-import.ts'
import type { jobs } from './job/job.ts'
import type { fleets } from './member/fleet.ts'
import type { outboxMessages } from './message/outbox-message.ts'
import type { clockSales } from './order/clock-fault.ts'
import type { deviceGaps, lineItems, orderDiscounts, orders, transactions } from './order/order.ts'
import type { refunds } from './order/refund.ts'
import type { companies } from './org/company.ts'
import type { configs, renewals, stationServices, stations } from './org/station.ts'
import type { classSettles } from './settlement/class-settle.ts'
import type { daySettles, monthReports } from './settlement/day-settle.ts'
import type { dailyStates } from './shift/daily-state.ts'

export * from './access/company-group.ts'
export * from './access/effective.ts'
export * from './access/page-permissions.ts'
export * from './access/reasons.ts'
export * from './access/role-access.ts'
export * from './access/rules.ts'
export * from './access/saved-view.ts'
export * from './access/session.ts'
export * from './access/user-setting.ts'
export * from './access/user.ts'
export * from './audit/actions.ts'
export * from './audit/audit-log.ts'
export * from './card/card-money.ts'
export * from './card/card.ts'
export * from './card/user-card-detail.ts'
export * from './card/user-card.ts'
export * from './export/cell.ts'
export * from './export/export.ts'
export * from './export/moment-head.ts'
export * from './export/window.ts'
export * from './file/attachment-url.ts'
export * from './file/attachment.ts'
export * from './finder/command-search.ts'
export * from './forecourt/base-fuel.ts'
export * from './forecourt/device.ts'
export * from './forecourt/dispenser.ts'
export * from './forecourt/equipment.ts'
export * from './forecourt/fuel-color.ts'
export * from './forecourt/nozzle-control.ts'
export * from './forecourt/price.ts'
export * from './forecourt/product.ts'
export * from './forecourt/tank-watch.ts'
export * from './forecourt/tank.ts'
export * from './fuel/fuel-code.ts'
export * from './goods/category.ts'
export * from './goods/item.ts'
export * from './history/history-import.ts'
export * from './job/check.ts'
export * from './job/job.ts'
export * from './ledger/proof.ts'
export * from './member/fleet.ts'
export * from './member/member.ts'
export * from './message/outbox-message.ts'
export * from './order/clock-fault.ts'
export * from './order/hours.ts'
export * from './order/intake.ts'
export * from './order/manual.ts'
export * from './order/order.ts'
export * from './order/own-sales.ts'
export * from './order/pay-type.ts'
export * from './order/payment.ts'
export * from './order/refund.ts'
export * from './order/unpaid-by-station.ts'
export * from './org/company.ts'
export * from './org/config-defaults.ts'
export * from './org/config.ts'
export * from './org/package.ts'
export * from './org/setting-detail.ts'
export * from './org/station.ts'
export * from './settlement/class-settle.ts'
export * from './settlement/day-settle.ts'
export * from './settlement/denominations.ts'
export * from './settlement/difference.ts'
export * from './settlement/rows-behind.ts'
export * from './settlement/tolerance.ts'
export * from './shift/daily-state.ts'
export * from './statistics/report.ts'
export * from './statistics/rows-behind.ts'
export * from './statistics/statistics.ts'

/** Every record by its name: what a relation leads to. */
declare module './rows.ts' {
  interface Records {
    companyGroups: typeof companyGroups
    roleAccesses: typeof roleAccesses
    roles: typeof userRoles
    users: typeof users
    auditLogs: typeof auditLogs
    cards: typeof cards
    userCardDetails: typeof userCardDetails
    userCards: typeof userCards
    exports: typeof exports
    attachments: typeof attachments
    baseFuels: typeof baseFuels
    devices: typeof devices
    dispensers: typeof dispensers
    printers: typeof printers
    tankGauges: typeof tankGauges
    nozzleControls: typeof nozzleControls
    productPrices: typeof productPrices
    products: typeof products
    tanks: typeof tanks
    fuelCodes: typeof fuelCodes
    categories: typeof categories
    items: typeof items
    historyImports: typeof historyImports
    jobs: typeof jobs
    groups: typeof fleets
    outboxMessages: typeof outboxMessages
    clockSales: typeof clockSales
    deviceGaps: typeof deviceGaps
    lineItems: typeof lineItems
    orderDiscounts: typeof orderDiscounts
    orders: typeof orders
    transactions: typeof transactions
    refunds: typeof refunds
    companies: typeof companies
    configs: typeof configs
    renewals: typeof renewals
    stationServices: typeof stationServices
    stations: typeof stations
    classSettles: typeof classSettles
    daySettles: typeof daySettles
    monthReports: typeof monthReports
    dailyStates: typeof dailyStates
  }
}
