// Written by `npm run contract`: do not edit.
export * from './access/buttons.ts'
export * from './access/company-group.ts'
export * from './access/display.ts'
export * from './access/effective.ts'
export * from './access/page-permissions.ts'
export * from './access/pin.ts'
export * from './access/reasons.ts'
export * from './access/role-access.ts'
export * from './access/rules.ts'
export * from './access/saved-view.ts'
export * from './access/session.ts'
export * from './access/user-setting.ts'
export * from './access/user.ts'
export * from './activity/activity.ts'
export * from './activity/kind.ts'
export * from './audit/actions.ts'
export * from './audit/audit-log.ts'
export * from './bill/agreement.ts'
export * from './bill/fleet-bill.ts'
export * from './card/actions.ts'
export * from './card/assign-many.ts'
export * from './card/authorisation.ts'
export * from './card/billing.ts'
export * from './card/black-list.ts'
export * from './card/card-batch.ts'
export * from './card/card-life.ts'
export * from './card/card-limit.ts'
export * from './card/card-mass.ts'
export * from './card/card-money.ts'
export * from './card/card.ts'
export * from './card/discount.ts'
export * from './card/low-balance.ts'
export * from './card/range-of-use.ts'
export * from './card/range-script.ts'
export * from './card/top-up.ts'
export * from './card/user-card-acts.ts'
export * from './card/user-card-detail.ts'
export * from './card/user-card.ts'
export * from './channel/channel-payment.ts'
export * from './chip/card-info.ts'
export * from './chip/chip-acts.ts'
export * from './deal/deal.ts'
export * from './deal/gift-coupons.ts'
export * from './deal/reason.ts'
export * from './deal/receive.ts'
export * from './deal/script.ts'
export * from './deal/taken-back.ts'
export * from './deal/user-deal.ts'
export * from './dryrun/dry-run.ts'
export * from './export/cell.ts'
export * from './export/export.ts'
export * from './export/moment-head.ts'
export * from './export/window.ts'
export * from './file/attachment-url.ts'
export * from './file/attachment.ts'
export * from './finder/command-search.ts'
export * from './fleet/car.ts'
export * from './fleet/employee-import.ts'
export * from './fleet/fleet-employee.ts'
export * from './fleet/fleet-open.ts'
export * from './forecourt/alarm-contact.ts'
export * from './forecourt/base-fuel.ts'
export * from './forecourt/device.ts'
export * from './forecourt/dispenser.ts'
export * from './forecourt/equipment.ts'
export * from './forecourt/fuel-color.ts'
export * from './forecourt/meter-event.ts'
export * from './forecourt/nozzle-control.ts'
export * from './forecourt/price-change.ts'
export * from './forecourt/price.ts'
export * from './forecourt/product.ts'
export * from './forecourt/tank-alarm.ts'
export * from './forecourt/tank-chart.ts'
export * from './forecourt/tank-geometry.ts'
export * from './forecourt/tank-level.ts'
export * from './forecourt/tank-reading.ts'
export * from './forecourt/tank-watch.ts'
export * from './forecourt/tank.ts'
export * from './fuel/fuel-code.ts'
export * from './goods/category.ts'
export * from './goods/goods-import.ts'
export * from './goods/item.ts'
export * from './goods/stock-document.ts'
export * from './history/history-import.ts'
export * from './home/bootstrap.ts'
export * from './invoice/invoiceable.ts'
export * from './invoice/seller-invoice.ts'
export * from './invoice/tax.ts'
export * from './job/check.ts'
export * from './job/job.ts'
export * from './ledger/proof.ts'
export * from './live/live-channel.ts'
export * from './live/topics.ts'
export * from './measure/measurement.ts'
export * from './member/farewell.ts'
export * from './member/fleet-acts.ts'
export * from './member/fleet.ts'
export * from './member/member-import.ts'
export * from './member/member.ts'
export * from './member/merge.ts'
export * from './member/summary.ts'
export * from './member/wechat.ts'
export * from './merchant/account-ratio.ts'
export * from './merchant/auth-token.ts'
export * from './merchant/channel.ts'
export * from './merchant/other-pay.ts'
export * from './merchant/pay-template.ts'
export * from './merchant/shares.ts'
export * from './merchant/station-account.ts'
export * from './message/outbox-message.ts'
export * from './miniprogram/mini-program.ts'
export * from './miniprogram/qr-code.ts'
export * from './monthend/month-settle.ts'
export * from './notice/notice.ts'
export * from './order/clock-fault.ts'
export * from './order/hours.ts'
export * from './order/intake.ts'
export * from './order/manual.ts'
export * from './order/order-acts.ts'
export * from './order/order.ts'
export * from './order/own-sales.ts'
export * from './order/pay-type.ts'
export * from './order/payment.ts'
export * from './order/refund.ts'
export * from './order/release-cause.ts'
export * from './order/sale-coupon.ts'
export * from './order/sale-gift.ts'
export * from './order/simulated.ts'
export * from './order/stuck.ts'
export * from './order/unpaid-by-station.ts'
export * from './order/withheld.ts'
export * from './org/company.ts'
export * from './org/config-defaults.ts'
export * from './org/config.ts'
export * from './org/home-page.ts'
export * from './org/package.ts'
export * from './org/session-station.ts'
export * from './org/setting-detail.ts'
export * from './org/station.ts'
export * from './packages/debit-item.ts'
export * from './plausibility/fill-alert.ts'
export * from './plausibility/fill-rules.ts'
export * from './points/level.ts'
export * from './points/points-card.ts'
export * from './points/points.ts'
export * from './points/service.ts'
export * from './quota/allocation-plan.ts'
export * from './reader/card-bytes.ts'
export * from './reader/card-payload.ts'
export * from './reader/chip-types.ts'
export * from './reader/demo-chips.ts'
export * from './reader/reader-calls.ts'
export * from './reader/reader-schemas.ts'
export * from './reader/result-codes.ts'
export * from './reward/category.ts'
export * from './reward/liability.ts'
export * from './reward/redemption.ts'
export * from './reward/reward.ts'
export * from './settlement/class-settle.ts'
export * from './settlement/day-settle.ts'
export * from './settlement/denominations.ts'
export * from './settlement/difference.ts'
export * from './settlement/rows-behind.ts'
export * from './settlement/shift-acts.ts'
export * from './settlement/tolerance.ts'
export * from './shift/daily-state.ts'
export * from './statistics/member-purchases.ts'
export * from './statistics/price-replay.ts'
export * from './statistics/recent.ts'
export * from './statistics/report.ts'
export * from './statistics/rows-behind.ts'
export * from './statistics/statistics.ts'
export * from './supply/depot-transfer.ts'
export * from './supply/depot.ts'
export * from './supply/purchase-contract.ts'
export * from './supply/purchase-correction.ts'
export * from './supply/purchase-sum.ts'
export * from './supply/supplier.ts'
export * from './supply/transport-acts.ts'
export * from './supply/transport-advice.ts'
export * from './supply/transport-calls.ts'
export * from './supply/transport-cost.ts'
export * from './supply/transport-declarations.ts'
export * from './supply/transport.ts'
export * from './supply/truck.ts'
export * from './tag/tag.ts'
export * from './wetstock/books-wait.ts'
export * from './wetstock/chart-repair.ts'
export * from './wetstock/cockpit.ts'
export * from './wetstock/delivery-correction.ts'
export * from './wetstock/found-delivery.ts'
export * from './wetstock/fuel-inventory.ts'
export * from './wetstock/leak-test.ts'
export * from './wetstock/loss-cause.ts'
export * from './wetstock/oil-info.ts'
export * from './wetstock/past-delivery.ts'
export * from './wetstock/tank-entry.ts'

/** Every record by its name: what a relation leads to. */
declare module './rows.ts' {
  interface Records {
    companyGroups: typeof import('./access/company-group.ts').companyGroups
    roleAccesses: typeof import('./access/role-access.ts').roleAccesses
    roles: typeof import('./access/user.ts').userRoles
    users: typeof import('./access/user.ts').users
    dealTaskGifts: typeof import('./activity/activity.ts').dealTaskGifts
    dealTasks: typeof import('./activity/activity.ts').dealTasks
    auditLogs: typeof import('./audit/audit-log.ts').auditLogs
    fleetAgreements: typeof import('./bill/agreement.ts').fleetAgreements
    fleetBillCards: typeof import('./bill/fleet-bill.ts').fleetBillCards
    fleetBillLines: typeof import('./bill/fleet-bill.ts').fleetBillLines
    fleetBills: typeof import('./bill/fleet-bill.ts').fleetBills
    authorisations: typeof import('./card/authorisation.ts').authorisations
    cardBatchRows: typeof import('./card/card-batch.ts').cardBatchRows
    cardBatches: typeof import('./card/card-batch.ts').cardBatches
    cardJudgements: typeof import('./card/card-limit.ts').cardJudgements
    cardLimitProfiles: typeof import('./card/card-limit.ts').cardLimitProfiles
    cards: typeof import('./card/card.ts').cards
    discounts: typeof import('./card/discount.ts').discounts
    userCardDetails: typeof import('./card/user-card-detail.ts').userCardDetails
    userCards: typeof import('./card/user-card.ts').userCards
    channelPayments: typeof import('./channel/channel-payment.ts').channelPayments
    channelRefunds: typeof import('./channel/channel-payment.ts').channelRefunds
    cardImportProblems: typeof import('./chip/card-info.ts').cardImportProblems
    cardImports: typeof import('./chip/card-info.ts').cardImports
    cardInfos: typeof import('./chip/card-info.ts').cardInfos
    deals: typeof import('./deal/deal.ts').deals
    userDeals: typeof import('./deal/user-deal.ts').userDeals
    dryRuns: typeof import('./dryrun/dry-run.ts').dryRuns
    exports: typeof import('./export/export.ts').exports
    attachments: typeof import('./file/attachment.ts').attachments
    cars: typeof import('./fleet/car.ts').cars
    employeeImportProblems: typeof import('./fleet/employee-import.ts').employeeImportProblems
    employeeImports: typeof import('./fleet/employee-import.ts').employeeImports
    fleetEmployees: typeof import('./fleet/fleet-employee.ts').fleetEmployees
    tankAlarmContacts: typeof import('./forecourt/alarm-contact.ts').tankAlarmContacts
    tankAlarmNotices: typeof import('./forecourt/alarm-contact.ts').tankAlarmNotices
    baseFuels: typeof import('./forecourt/base-fuel.ts').baseFuels
    devices: typeof import('./forecourt/device.ts').devices
    dispensers: typeof import('./forecourt/dispenser.ts').dispensers
    printers: typeof import('./forecourt/equipment.ts').printers
    tankGauges: typeof import('./forecourt/equipment.ts').tankGauges
    meterEvents: typeof import('./forecourt/meter-event.ts').meterEvents
    nozzleControls: typeof import('./forecourt/nozzle-control.ts').nozzleControls
    priceChangeStations: typeof import('./forecourt/price-change.ts').priceChangeStations
    priceChanges: typeof import('./forecourt/price-change.ts').priceChanges
    productPrices: typeof import('./forecourt/price.ts').productPrices
    products: typeof import('./forecourt/product.ts').products
    tankAlarms: typeof import('./forecourt/tank-alarm.ts').tankAlarms
    tankCharts: typeof import('./forecourt/tank-chart.ts').tankCharts
    tankReadings: typeof import('./forecourt/tank-reading.ts').tankReadings
    tanks: typeof import('./forecourt/tank.ts').tanks
    fuelCodes: typeof import('./fuel/fuel-code.ts').fuelCodes
    categories: typeof import('./goods/category.ts').categories
    itemImportRows: typeof import('./goods/goods-import.ts').itemImportRows
    itemImports: typeof import('./goods/goods-import.ts').itemImports
    items: typeof import('./goods/item.ts').items
    goodsCosts: typeof import('./goods/stock-document.ts').goodsCosts
    goodsDocumentLines: typeof import('./goods/stock-document.ts').goodsDocumentLines
    goodsDocuments: typeof import('./goods/stock-document.ts').goodsDocuments
    goodsMoves: typeof import('./goods/stock-document.ts').goodsMoves
    goodsValues: typeof import('./goods/stock-document.ts').goodsValues
    historyImports: typeof import('./history/history-import.ts').historyImports
    sellerInvoices: typeof import('./invoice/seller-invoice.ts').sellerInvoices
    defaultTaxes: typeof import('./invoice/tax.ts').defaultTaxes
    taxes: typeof import('./invoice/tax.ts').taxes
    jobs: typeof import('./job/job.ts').jobs
    groups: typeof import('./member/fleet.ts').fleets
    memberImportRows: typeof import('./member/member-import.ts').memberImportRows
    memberImports: typeof import('./member/member-import.ts').memberImports
    members: typeof import('./member/member.ts').members
    accountRatios: typeof import('./merchant/account-ratio.ts').accountRatios
    authTokens: typeof import('./merchant/auth-token.ts').authTokens
    payTemplates: typeof import('./merchant/pay-template.ts').payTemplates
    stationAuthTokens: typeof import('./merchant/station-account.ts').stationAuthTokens
    outboxMessages: typeof import('./message/outbox-message.ts').outboxMessages
    miniprograms: typeof import('./miniprogram/mini-program.ts').miniprograms
    monthSettles: typeof import('./monthend/month-settle.ts').monthSettles
    clockSales: typeof import('./order/clock-fault.ts').clockSales
    deviceGaps: typeof import('./order/order.ts').deviceGaps
    lineItems: typeof import('./order/order.ts').lineItems
    orderDiscounts: typeof import('./order/order.ts').orderDiscounts
    orders: typeof import('./order/order.ts').orders
    transactions: typeof import('./order/order.ts').transactions
    refunds: typeof import('./order/refund.ts').refunds
    releaseCauses: typeof import('./order/release-cause.ts').releaseCauses
    saleCoupons: typeof import('./order/sale-coupon.ts').saleCoupons
    saleGifts: typeof import('./order/sale-gift.ts').saleGifts
    companies: typeof import('./org/company.ts').companies
    configs: typeof import('./org/station.ts').configs
    renewals: typeof import('./org/station.ts').renewals
    stationServices: typeof import('./org/station.ts').stationServices
    stations: typeof import('./org/station.ts').stations
    debitItems: typeof import('./packages/debit-item.ts').debitItems
    fillAlerts: typeof import('./plausibility/fill-alert.ts').fillAlerts
    memberLevels: typeof import('./points/level.ts').memberLevels
    pointsCards: typeof import('./points/points-card.ts').pointsCards
    pointsDetails: typeof import('./points/points.ts').pointsDetails
    allocationPlans: typeof import('./quota/allocation-plan.ts').allocationPlans
    allocationRunLines: typeof import('./quota/allocation-plan.ts').allocationRunLines
    allocationRuns: typeof import('./quota/allocation-plan.ts').allocationRuns
    rewardCategories: typeof import('./reward/category.ts').rewardCategories
    redemptions: typeof import('./reward/redemption.ts').redemptions
    rewards: typeof import('./reward/reward.ts').rewards
    classSettles: typeof import('./settlement/class-settle.ts').classSettles
    daySettles: typeof import('./settlement/day-settle.ts').daySettles
    monthReports: typeof import('./settlement/day-settle.ts').monthReports
    dailyStates: typeof import('./shift/daily-state.ts').dailyStates
    memberPurchases: typeof import('./statistics/member-purchases.ts').memberPurchases
    depotTransfers: typeof import('./supply/depot-transfer.ts').depotTransfers
    depots: typeof import('./supply/depot.ts').depots
    purchaseContracts: typeof import('./supply/purchase-contract.ts').purchaseContracts
    purchaseCorrections: typeof import('./supply/purchase-correction.ts').purchaseCorrections
    purchaseSums: typeof import('./supply/purchase-sum.ts').purchaseSums
    suppliers: typeof import('./supply/supplier.ts').suppliers
    incomingTransports: typeof import('./supply/transport.ts').incomingTransports
    transports: typeof import('./supply/transport.ts').transports
    trucks: typeof import('./supply/truck.ts').trucks
    memberTags: typeof import('./tag/tag.ts').memberTags
    tags: typeof import('./tag/tag.ts').tags
    foundDeliveries: typeof import('./wetstock/found-delivery.ts').foundDeliveries
    fuelInventories: typeof import('./wetstock/fuel-inventory.ts').fuelInventories
    oilInfos: typeof import('./wetstock/oil-info.ts').oilInfos
    pastDeliveries: typeof import('./wetstock/past-delivery.ts').pastDeliveries
    tankEntries: typeof import('./wetstock/tank-entry.ts').tankEntries
  }
}
