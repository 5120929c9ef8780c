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
