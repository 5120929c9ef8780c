import { orderPayments } from '../order/payment.ts'
import { actsBy } from '../status-acts.ts'
import { cardLife } from './card-life.ts'
import { cardMoney } from './card-money.ts'
import { lowBalances } from './low-balance.ts'
import { chargeUserCard } from './top-up.ts'
import { cardStops, resetPayPassword, ToppedUpKind, transferUserCard, UserCardStatus, type UserCardKind } from './user-card.ts'

const always = UserCardStatus.options

/**
 * A card that was returned is left alone whatever its status is, which is always `disable`: `card.returned`.
 *
 * A card that owes stays stoppable: anyone who found it could pay the debt and go on with it. Of a transfer, `assign` and `withdraw` are
 * about the sub card: what a stopped one holds goes back to its master.
 * @source decisions.md B23, D2, O6; decisions CD31
 */
export const userCardActs = actsBy('userCards.status', UserCardStatus, {
  pay: { call: orderPayments.card, in: ['normal'] },
  topUp: { call: chargeUserCard, in: ['normal', 'overspend'] },
  loss: { call: cardStops.loss, in: ['normal', 'overspend'] },
  unhook: { call: cardStops.unhook, in: ['lose'] },
  disable: { call: cardStops.disable, in: ['normal', 'overspend'] },
  enable: { call: cardStops.enable, in: ['disable', 'lock'] },
  password: { call: resetPayPassword, in: always },
  refundCharge: { call: cardMoney.refundCharge, in: always },
  adjust: { call: cardMoney.adjust, in: always },
  freeze: { call: cardMoney.freeze, in: always },
  thaw: { call: cardMoney.thaw, in: always },
  assign: { call: transferUserCard, in: ['normal'] },
  withdraw: { call: transferUserCard, in: always },
  move: { call: transferUserCard, in: ['normal'] },
  cardReturn: { call: cardLife.cardReturn, in: ['normal'] },
  reissue: { call: cardLife.reissue, in: ['normal', 'overspend', 'lose'] },
  register: { call: cardLife.register, in: ['normal', 'overspend'] },
  extend: { call: cardLife.extend, in: always },
  lowBalance: { call: lowBalances.set, in: always },
  sync: { call: cardLife.sync, in: always },
})

export const toppedUpKinds: readonly UserCardKind[] = ToppedUpKind.options
