import { cards, userCardDetails, userCards } from '@forecourt/contract'
import { crud } from '../../platform/execution/crud.ts'
import type { Module } from '../../platform/module.ts'
import { firstFreeze } from './demo.ts'
import { findCards } from './command-source.ts'
import { fleetRows } from './fleet-rows.ts'
import { fleetOfLeader } from './led-fleet.ts'
import { memberLookupHandlers } from './member-lookup.ts'
import { cardInvariants } from './invariants.ts'
import { topUpsOfShift } from './settlement-source.ts'
import { counted, queried } from '../org/index.ts'
import { edit } from './edit.ts'
import { issue } from './issue.ts'
import { moneyHandlers, pursesOf } from './money.ts'
import { refundChargeHandlers } from './refund-charge.ts'
import { resetPassword } from './pay-password.ts'
import { statement } from './statement.ts'
import { stopHandlers } from './stop.ts'
import { cardHabits } from './simulation.ts'
import { charge } from './top-up.ts'
import { transfer } from './transfer.ts'

export { dateMovements, markMovementsAhead } from './clock-marks.ts'
export { freeze, thaw } from './freeze.ts'
export { issueCard, issueCards, type NewCard } from './issue.ts'
export { openBalances } from './opening.ts'
export {
  asksPassword,
  bookSpendings,
  cardsForUpdate,
  payableWithoutPassword,
  payByCard,
  payDeliveredByCards,
  provePassword,
  spendingOf,
  type CardFacts,
  type CardPayment,
  type CardSale,
  type CardSpending,
  type Payer,
} from './pay.ts'
export { planRefund, refundToCard, type RefundParts } from './refund.ts'
export { pursesOf }
export { topUp, type ToppedUp, type TopUpFact } from './top-up.ts'

export const card = {
  name: 'card',
  handlers: [
    ...crud(cards),
    ...crud(userCards, ['list']),
    counted(userCards),
    ...crud(userCards, ['get']),
    edit,
    transfer,
    ...queried(userCardDetails),
    issue,
    charge,
    ...stopHandlers,
    ...moneyHandlers,
    ...refundChargeHandlers,
    resetPassword,
    statement,
    ...memberLookupHandlers,
  ],
  invariants: cardInvariants,
  settlementSources: [topUpsOfShift],
  commandSources: { userCards: findCards },
  fleetRows,
  fleetOfLeader,
  demo: firstFreeze,
  simulation: [cardHabits],
} satisfies Module
