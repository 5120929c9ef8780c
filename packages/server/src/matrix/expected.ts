import type { Role } from '@forecourt/contract'

/** The ten roles that may sign in, in the order of the columns below. */
export const signingIn = [
  'superAdmin',
  'admin',
  'company_group',
  'company_user',
  'station_master',
  'station_leader',
  'station_employee',
  'station_salesman',
  'station_bill',
  'group_master',
] as const satisfies readonly Role[]

/**
 * Who may what, written out by hand from the trade and not read from the product: `+` may, `.` may not.
 * @source decisions.md C10
 */
const table = `
                           SA AD CG CU SM SL SE SS SB GM
org.company.read            +  +  +  +  +  +  +  +  +  .
org.company.write           +  +  .  .  .  .  .  .  .  .
org.company.create          +  +  .  .  .  .  .  .  .  .
org.companyConfig.write     +  +  .  +  .  .  .  .  .  .
org.stationConfig.write     +  +  .  +  +  .  .  .  .  .
org.stationProfile.write    +  +  .  +  +  .  .  .  .  .
org.cardKey.write           +  +  .  .  .  .  .  .  .  .
org.renewal.read            +  +  .  +  .  .  .  .  .  .
org.renewal.write           +  +  .  .  .  .  .  .  .  .
org.systemConfig.read       +  +  .  .  .  .  .  .  .  .
org.systemConfig.write      +  .  .  .  .  .  .  .  .  .
org.station.read            +  +  +  +  +  +  +  +  +  .
org.station.write           +  +  .  +  .  .  .  .  .  .
access.user.read            +  +  .  +  +  +  .  .  .  .
access.user.write           +  +  .  +  +  .  .  .  .  .
access.role.read            +  +  .  .  .  .  .  .  .  .
access.role.write           +  +  .  .  .  .  .  .  .  .
access.group.read           +  +  .  .  .  .  .  .  .  .
access.group.write          +  .  .  .  .  .  .  .  .  .
access.explain              +  +  .  +  +  .  .  .  .  .
access.view.share           +  +  .  +  +  .  .  .  .  .
forecourt.baseFuel.read     +  +  +  +  +  +  +  +  +  .
forecourt.baseFuel.write    +  +  .  +  .  .  .  .  .  .
fuel.code.read              +  +  .  +  +  +  +  +  .  .
fuel.code.write             +  +  .  +  +  .  .  .  .  .
shift.state.read            +  +  +  +  +  +  +  +  +  .
shift.start                 +  +  .  +  +  +  .  .  .  .
settlement.classSettle.read +  +  +  +  +  +  .  .  +  .
settlement.close            +  +  .  +  +  +  .  .  .  .
settlement.daySettle.read   +  +  +  +  +  +  .  .  +  .
settlement.settleDay        +  +  .  +  +  +  .  .  .  .
settlement.explain          +  +  .  +  +  .  .  .  .  .
ledger.prove                +  +  .  .  .  .  .  .  .  .
job.read                    +  +  .  .  .  .  .  .  .  .
job.write                   +  +  .  .  .  .  .  .  .  .
message.outbox.read         +  +  .  +  .  .  .  .  .  .
message.outbox.write        +  +  .  +  .  .  .  .  .  .
audit.read                  +  +  .  .  .  .  .  .  .  .
member.read                 +  +  .  +  +  +  +  +  .  .
member.fleet.read           +  +  +  +  +  +  +  +  +  +
member.fleet.write          +  +  .  +  +  .  .  .  .  .
card.product.read           +  +  +  +  +  +  +  +  +  .
card.product.write          +  +  .  +  .  .  .  .  .  .
card.userCard.read          +  +  +  +  +  +  +  +  +  +
card.userCard.write         +  +  .  +  +  +  +  .  .  +
card.detail.read            +  +  +  +  +  +  +  +  +  +
card.report.read            +  +  +  +  +  +  .  .  +  .
card.moneyFlow.read         +  +  +  +  +  +  .  .  .  .
card.issue                  +  +  .  +  +  +  +  .  .  .
card.charge                 +  +  .  +  +  +  +  .  .  .
card.assign                 +  +  .  +  +  +  .  .  .  +
card.loss                   +  +  .  +  +  +  +  .  .  +
card.unhook                 +  +  .  +  +  +  +  .  .  +
card.disable                +  +  .  +  +  .  .  .  .  .
card.refundCharge           +  +  .  +  +  +  .  .  .  .
card.thaw                   +  +  .  +  +  +  .  .  .  .
card.payPassword            +  +  .  +  +  +  .  .  .  .
forecourt.product.read      +  +  +  +  +  +  +  +  +  .
forecourt.product.write     +  +  .  +  .  .  .  .  .  .
forecourt.price.write       +  +  .  +  +  .  .  .  .  .
forecourt.tank.read         +  +  +  +  +  +  +  +  +  .
forecourt.tank.write        +  +  .  +  +  .  .  .  .  .
forecourt.nozzle.read       +  +  +  +  +  +  +  +  +  .
forecourt.nozzle.write      +  +  .  +  +  .  .  .  .  .
forecourt.dispenser.read    +  +  +  +  +  +  +  +  +  .
forecourt.dispenser.write   +  +  .  +  +  .  .  .  .  .
forecourt.equipment.read    +  +  +  +  +  +  +  +  +  .
forecourt.equipment.write   +  +  .  +  +  .  .  .  .  .
forecourt.device.read       +  +  +  +  +  +  +  +  +  .
forecourt.device.write      +  +  .  +  +  .  .  .  .  .
forecourt.device.enrol      +  +  .  +  +  .  .  .  .  .
goods.category.read         +  +  +  +  +  +  +  +  +  .
goods.category.write        +  +  .  +  +  .  .  +  .  .
goods.item.read             +  +  +  +  +  +  +  +  +  .
goods.item.write            +  +  .  +  +  .  .  +  .  .
order.sale.read             +  +  +  +  +  +  .  +  +  .
order.transaction.read      +  +  +  +  +  +  .  +  +  .
order.create                +  +  .  +  +  +  +  +  .  .
order.manual                +  +  .  +  +  +  +  +  .  .
order.rate                  +  +  .  +  +  +  +  +  .  .
order.cardPay               +  +  .  +  +  +  .  +  .  .
order.cashPay               +  +  .  +  +  +  .  +  .  .
order.release               +  +  .  +  +  +  .  .  .  .
order.close                 +  +  .  +  +  +  .  .  .  .
order.refund                +  +  .  +  +  +  .  .  .  .
order.clock.correct         +  +  .  +  +  .  .  .  .  .
invoice.issue               +  +  .  +  +  +  .  .  +  .
points.deduct               +  +  .  +  +  .  .  .  .  .
points.give                 +  +  .  +  +  .  .  .  .  .
coupon.issue                +  +  .  +  +  .  .  .  .  .
card.adjust                 +  +  .  +  +  .  .  .  .  .
authCode.write              +  .  .  .  .  .  .  .  .  .
file.software.write         +  +  .  .  .  .  .  .  .  .
file.quarantine.read        +  +  .  .  .  .  .  .  .  .
export.read                 +  +  +  +  +  +  .  .  +  .
export.write                +  +  +  +  +  +  .  .  +  .
history.read                +  +  .  +  .  .  .  .  .  .
task.import                 +  +  .  +  .  .  .  .  .  .
task.export                 +  +  +  +  +  +  .  .  +  .
task.settlement             +  +  .  +  +  +  .  .  .  .
device.self                 .  .  .  .  .  .  .  .  .  .
`

export const expected: ReadonlyMap<string, ReadonlySet<Role>> = new Map(
  table
    .trim()
    .split('\n')
    .slice(1)
    .map(line => {
      const [permission, ...marks] = line.trim().split(/\s+/)
      return [permission!, new Set(signingIn.filter((_, at) => marks[at] === '+'))]
    }),
)

/**
 * What each call asks for, written out by hand as well: `public` is open to everyone, `signedIn` to every user with a session.
 * A call that asks for another permission than it did opens or closes a door.
 */
const calls = `
public                      POST /users/invitation, POST /users/login, POST /users/login/code, POST /users/logout
signedIn                    PUT /savedViews/:id, DELETE /savedViews/:id, DELETE /sessions/:id, GET /users/sessions,
                            DELETE /users/sessions, GET /attachments/:id, GET /commandSearch, GET /exports/:id/file,
                            GET /historyImports/:id/problems, GET /savedViews, POST /savedViews, GET /userSettings, PUT /userSettings,
                            GET /users/profile, GET /users/refresh, POST /upload, POST /users/:id/pin/verify, POST /users/code,
                            PUT /users/:id, PUT /users/:id/password, PUT /users/:id/pin
org.company.read            GET /companies, GET /companies/:id
org.company.write           PUT /companies/:id
org.company.create          POST /companies
org.companyConfig.write     PUT /companies/:id/config
org.stationConfig.write     PUT /stations/:id/broadcast, PUT /stations/:id/config
org.stationProfile.write    PUT /stations/:id/profile
org.cardKey.write           GET /companies/:id/cardKey, PUT /companies/:id/cardKey
org.renewal.read            GET /renewals
org.renewal.write           POST /renewals
org.systemConfig.read       GET /systemConfigs
org.systemConfig.write      POST /clockFaults/:id/accept, PUT /systemConfigs/:id
org.station.read            GET /configs, GET /geocodes, GET /stationServices, GET /stationServices/:id, GET /stations,
                            GET /stations/:id
org.station.write           POST /stations, PUT /stations/:id
access.user.read            GET /users, GET /users/:id
access.user.write           GET /users/:id/sessions, POST /access/effects, POST /outboxMessages/:id/link, POST /users,
                            POST /users/:id/disable, POST /users/:id/enable, POST /users/:id/invitation, POST /users/:id/pin/reset,
                            POST /users/:id/sessions/end, PUT /roles/:id
access.role.read            GET /roleAccesses, GET /roleAccesses/:id
access.role.write           PUT /roleAccesses/:id
access.group.read           GET /companyGroups, GET /companyGroups/:id
access.group.write          PUT /companyGroups/:id, DELETE /companyGroups/:id, POST /companyGroups, POST /companyGroups/:id/users,
                            POST /companyGroups/:id/users/dismiss
access.explain              POST /access/explain
access.view.share           POST /savedViews/:id/share, DELETE /savedViews/:id/share
forecourt.baseFuel.read     GET /baseFuels, GET /baseFuels/:id
forecourt.baseFuel.write    PUT /baseFuels/:id, DELETE /baseFuels/:id, POST /baseFuels
fuel.code.read              GET /fuelCodes, GET /fuelCodes/:id
fuel.code.write             PUT /fuelCodes/:id, DELETE /fuelCodes/:id, POST /fuelCodes
shift.state.read            GET /dailyStates, GET /dailyStates/:id
shift.start                 POST /dailyStates
settlement.classSettle.read GET /classSettles, GET /classSettles/:id, GET /classSettles/:id/differences, GET /classSettles/preview,
                            POST /classSettles/preview, GET /classSettles/statistics
settlement.close            POST /classSettles
settlement.daySettle.read   GET /daySettles, GET /daySettles/:id, GET /daySettles/:id/differences, GET /daySettles/due,
                            GET /daySettles/dueByStation, GET /daySettles/preview, POST /daySettles/preview, GET /daySettles/statistics,
                            GET /monthReports, GET /monthReports/statistics
settlement.settleDay        POST /daySettles
settlement.explain          POST /classSettles/:id/explanations
ledger.prove                GET /ledger/prove, POST /ledger/prove, GET /ledger/prove/:id, POST /ledger/prove/:id/cancel
job.read                    GET /jobs, GET /jobs/:id
job.write                   POST /jobs/:id/again, POST /jobs/:id/cancel
message.outbox.read         GET /outboxMessages, GET /outboxMessages/:id, GET /outboxMessages/:id/text, GET /outboxMessages/ways
message.outbox.write        POST /outboxMessages/:id/cancel, POST /outboxMessages/:id/resend
audit.read                  GET /auditLogs, GET /auditLogs/:id, GET /auditLogs/verify, POST /auditLogs/verify, GET /auditLogs/verify/:id,
                            POST /auditLogs/verify/:id/cancel
member.read                 GET /users/mobile
member.fleet.read           GET /groups, GET /groups/:id
member.fleet.write          POST /groups, PUT /groups/:id, PUT /groups/:id/leader
card.product.read           GET /cards, GET /cards/:id
card.product.write          PUT /cards/:id, DELETE /cards/:id, POST /cards
card.userCard.read          GET /userCards, GET /userCards/:id, GET /userCards/statistics
card.userCard.write         PUT /userCards/:id
card.detail.read            GET /statistics/cards, GET /userCardDetails, GET /userCardDetails/:id, GET /userCardDetails/statistics,
                            GET /userCards/:id/statement
card.report.read            GET /reports/rechargeConsume
card.moneyFlow.read         GET /reports/moneyChange
card.issue                  POST /userCards
card.charge                 POST /userCards/:id/charge
card.assign                 PUT /userCards/:id/transfer
card.loss                   POST /userCards/:id/loss
card.unhook                 POST /userCards/:id/unhook
card.disable                POST /userCards/:id/disable, POST /userCards/:id/enable
card.refundCharge           POST /userCards/:id/refundCharge, POST /userCards/:id/refundCharge/preview
card.thaw                   POST /userCards/:id/thaw
card.payPassword            POST /userCards/:id/resetPayPassword
forecourt.product.read      GET /productPrices, GET /productPrices/:id, GET /products, GET /products/:id
forecourt.product.write     PUT /products/:id, DELETE /products/:id, POST /products
forecourt.price.write       POST /productPrices/:id/setBack, POST /products/:id/price
forecourt.tank.read         GET /tanks, GET /tanks/:id, GET /tanks/watch
forecourt.tank.write        PUT /tanks/:id, DELETE /tanks/:id, POST /tanks
forecourt.nozzle.read       GET /nozzleControls, GET /nozzleControls/:id
forecourt.nozzle.write      PUT /nozzleControls/:id, DELETE /nozzleControls/:id, POST /nozzleControls
forecourt.dispenser.read    GET /dispensers, GET /dispensers/:id, GET /dispensers/status
forecourt.dispenser.write   PUT /dispensers/:id, DELETE /dispensers/:id, POST /dispensers
forecourt.equipment.read    GET /printers, GET /printers/:id, GET /tankGauges, GET /tankGauges/:id
forecourt.equipment.write   PUT /printers/:id, DELETE /printers/:id, PUT /tankGauges/:id, DELETE /tankGauges/:id, POST /printers,
                            POST /tankGauges
forecourt.device.read       GET /devices, GET /devices/:id
forecourt.device.write      PUT /devices/:id, DELETE /devices/:id, POST /devices
forecourt.device.enrol      POST /devices/:id/enrol, POST /devices/:id/rotate
goods.category.read         GET /categories, GET /categories/:id
goods.category.write        PUT /categories/:id, DELETE /categories/:id, POST /categories
goods.item.read             GET /items, GET /items/:id
goods.item.write            PUT /items/:id, DELETE /items/:id, POST /items
order.sale.read             GET /clockFaults, GET /clockFaults/standing, GET /clockSales, GET /clockSales/:id, GET /deviceGaps,
                            GET /deviceGaps/statistics, GET /devices/:id/gaps, GET /lineItems, GET /lineItems/:id,
                            GET /lineItems/statistics, GET /orderDiscounts, GET /orderDiscounts/:id, GET /orderDiscounts/statistics,
                            GET /orders, GET /orders/:id, GET /orders/hours, GET /orders/statistics, GET /orders/unpaidByStation,
                            GET /statistics/sales
order.transaction.read      GET /refunds, GET /refunds/:id, GET /refunds/statistics, GET /statistics/payments, GET /transactions,
                            GET /transactions/:id, GET /transactions/statistics
order.create                POST /orders, POST /orders/batch, POST /orders/preview
order.manual                GET /orders/own, POST /orders/manual
order.rate                  PUT /orders/:id/rating
order.cardPay               POST /orders/:id/cardPay, POST /orders/:id/cardPay/preview
order.cashPay               POST /orders/:id/cashPay, POST /orders/:id/fail, POST /orders/:id/lock
order.release               POST /orders/:id/release
order.close                 POST /orders/:id/close
order.refund                POST /orders/:id/revoke, POST /orders/:id/revoke/preview, POST /transactions/:id/refund,
                            POST /transactions/:id/refund/preview
order.clock.correct         POST /clockFaults/correct, POST /clockFaults/correct/preview
card.adjust                 POST /userCards/:id/adjust
file.quarantine.read        GET /quarantinedFiles
export.read                 GET /exports, GET /exports/:id
export.write                DELETE /exports/:id
history.read                GET /historyImports, GET /historyImports/:id
task.import                 GET /historyFiles/:id, POST /historyImports, POST /historyImports/:id/cancel, POST /historyImports/:id/run
task.export                 POST /export
device.self                 POST /devices/:id/sync, POST /dispensers/status
`

export const asked: ReadonlyMap<string, string> = new Map(
  calls
    .trim()
    .replaceAll(/,\n\s+/g, ', ')
    .split('\n')
    .flatMap(line => {
      const [, permission, names] = /^(\S+)\s+(.*)$/.exec(line)!
      return names!.split(', ').map(name => [name, permission!] as const)
    }),
)
