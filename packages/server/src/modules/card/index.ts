import { authorisations, cardJudgements, userCardDetails, userCards } from '@forecourt/contract'
import { crud } from '../../platform/execution/crud.ts'
import type { Module } from '../../platform/module.ts'
import { assignManyHandlers } from './assign-many.ts'
import { batchHandlers, batchTask } from './batch.ts'
import { blackListHandlers, forgetChanges } from './black-list.ts'
import { limitsOfDemo } from './demo-limits.ts'
import { festivalCards, firstFreeze, otherKinds, packageTopUps } from './demo.ts'
import { descriptionHandlers } from './description.ts'
import { discountHandlers } from './discount.ts'
import { explainHandlers } from './explain.ts'
import { extend } from './extend.ts'
import { find } from './find.ts'
import { fleetActHandlers } from './fleet-acts.ts'
import { findCards } from './command-source.ts'
import { freezeHandlers } from './freeze.ts'
import { fleetRows } from './fleet-rows.ts'
import { giftEndTask } from './gift-end.ts'
import { giftInvariants } from './gift-invariants.ts'
import { grayTask } from './hold-end.ts'
import { fleetOfLeader } from './led-fleet.ts'
import { massHandlers } from './mass.ts'
import { limitProfileHandlers } from './limit-profile.ts'
import { memberHoldings } from './member-holdings.ts'
import { memberLookupHandlers } from './member-lookup.ts'
import { findMembers } from './member-source.ts'
import { forgetJudgements, judgementHandlers } from './judgement.ts'
import { addCountsUp, countInvariants, rollUpCounts } from './counts.ts'
import { cardInvariants } from './invariants.ts'
import { topUpsOfShift } from './settlement-source.ts'
import { counted, queried } from '../org/index.ts'
import { edit } from './edit.ts'
import { issue } from './issue.ts'
import { moneyHandlers, pursesOf } from './money.ts'
import { offerHandlers } from './offers.ts'
import { productHandlers } from './product.ts'
import { refundChargeHandlers } from './refund-charge.ts'
import { register } from './register.ts'
import { resetPassword } from './pay-password.ts'
import { slipHandlers } from './slips.ts'
import { statement } from './statement.ts'
import { stopCard, stopHandlers } from './stop.ts'
import { cardHabits } from './simulation.ts'
import { charge } from './top-up.ts'
import { transfer } from './transfer.ts'

export { againstReceivers } from './assign-many.ts'
export { shareOut } from './share-out.ts'
export { listCard, listedAmong, unlistCard, type ListedCard } from './black-list.ts'
export { accountToIssue, askToWrite, endToWrite, issueWithChip, markToWrite, noteChip } from './chip-account.ts'
export {
  cardForUpdate,
  cardsForUpdate as lockCards,
  cardsNow,
  netOf,
  shown as shownCard,
  stoppedBy as cardStoppedBy,
  type LockedCard,
} from './card.ts'
export { cardToClose, closeCard, closeEmpty, noteReturn, pointsOn } from './close.ts'
export { dateMovements, markMovementsAhead } from './clock-marks.ts'
export { discountsOf, refuseUnfitDiscount, whichHaveDiscounts, type Brought } from './discount.ts'
export { takeFee } from './fee.ts'
export { freeze, thaw } from './freeze.ts'
export { endHold, holdOnCard, type Amount, type Held, type Wanted } from './hold.ts'
export { captureHolds, cardOfChip, heldFor, holdForUpdate, turnGray, type Captured, type Capturing } from './hold-end.ts'
export { issueCard, issueCards, type NewCard } from './issue.ts'
export { noteRefused } from './judgement.ts'
export { keepLevels, setLevels } from './level.ts'
export { openBalances } from './opening.ts'
export { ceilingsOf, refuseOpened } from './prepaid.ts'
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
  type CardSpending,
} from './pay.ts'
export type { CardSale, Payer, SaleFill } from './sale.ts'
export { lockCards as lockWithMasters } from './shared-money.ts'
export { giveSaleGift, receiversForUpdate, takeSaleGiftBack, type Receiver } from './sale-gift.ts'
export { addProduct, editProduct } from './product.ts'
export { planRefund, refundToCard, type RefundParts } from './refund.ts'
export { pursesOf, stopCard }
export { askReplacement, cardToReplace, replaceCard } from './replacement.ts'
export { unbindCards } from './unbind.ts'
export { stationOf, topUp, type ToppedUp, type TopUpFact } from './top-up.ts'

export const card = {
  name: 'card',
  handlers: [
    ...productHandlers,
    ...discountHandlers,
    ...crud(userCards, ['list']),
    counted(userCards),
    // Before a card by its id: both are GET /userCards/….
    find,
    ...crud(userCards, ['get']),
    edit,
    transfer,
    ...assignManyHandlers,
    ...fleetActHandlers,
    ...queried(userCardDetails),
    issue,
    ...batchHandlers,
    ...massHandlers,
    charge,
    ...offerHandlers,
    ...stopHandlers,
    ...moneyHandlers,
    ...freezeHandlers,
    register,
    extend,
    ...refundChargeHandlers,
    resetPassword,
    statement,
    ...slipHandlers,
    ...memberLookupHandlers,
    ...blackListHandlers,
    ...limitProfileHandlers,
    ...explainHandlers,
    ...judgementHandlers,
    ...crud(cardJudgements),
    ...crud(authorisations),
    ...descriptionHandlers,
  ],
  tasks: [grayTask, batchTask, giftEndTask],
  maintenance: [forgetChanges, forgetJudgements, tx => addCountsUp(tx)],
  rollups: [rollUpCounts],
  invariants: [...cardInvariants, ...giftInvariants, ...countInvariants],
  settlementSources: [topUpsOfShift],
  commandSources: { userCards: findCards, members: findMembers },
  fleetRows,
  fleetOfLeader,
  memberHoldings,
  demo: stage => [...firstFreeze(stage), ...otherKinds(stage), ...festivalCards(stage), ...packageTopUps(stage), ...limitsOfDemo(stage)],
  simulation: [cardHabits],
} satisfies Module
