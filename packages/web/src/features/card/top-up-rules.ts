import { invalid, wordsOf } from '@forecourt/contract'
import { language, t } from '../../i18n/index.ts'
import { allRules, confirmAmount } from '../../kit/form/confirmed.ts'
import type { Rules } from '../../kit/form/rules.ts'
import type { Values } from '../../kit/form/values.ts'
import { centsOf, type Given } from '../../kit/top-up/gift-lines.ts'
import { purse, type Purses } from './card-rules.ts'

/** The larger of what is paid in and what is given on top: that figure is entered twice where it is a large one. */
export const topUpFigure = ({ amountCents, giftCents }: Values): number => Math.max(centsOf(amountCents), centsOf(giftCents))

/** What is owed is paid first; the rest becomes principal. */
export function topUpRules(
  card: Purses<'principalCents' | 'giftCents' | 'debtCents'>,
  values: Values,
  { giftCents: gift, of }: Given,
): Rules {
  const { mode, packageId, payType, receiptId, withoutReceipt, withoutCoupons } = values
  const paid = centsOf(values['amountCents'])
  const debtPaid = Math.min(-card.debtCents, paid)
  const entered = paid + gift > 0
  const nothing = mode === 'amount' && values['amountCents'] === 0
  const bare = mode !== 'gift' && payType === 'cash' && !receiptId && withoutReceipt !== true
  const missed = withoutCoupons === true ? undefined : of?.coupons.find(({ against }) => against !== null)
  const giftMissing = mode === 'gift' && !packageId && centsOf(values['giftCents']) === 0
  return allRules(confirmAmount(values, topUpFigure(values)), {
    wrong: {
      amountCents: nothing ? invalid['topUpNothing']![language()] : undefined,
      withoutReceipt: bare ? wordsOf('card.receiptMissing', language()) : undefined,
      withoutCoupons: missed && wordsOf('card.couponsMissing', language(), { name: missed.name, why: missed.against!.message }),
      giftCents: giftMissing ? invalid['topUpGift']![language()] : undefined,
    },
    // These are asked, not wrong yet.
    unfinished: ['withoutReceipt', 'withoutCoupons', 'giftCents'],
    limits: { giftCents: t(mode === 'gift' ? 'topUp.giftAlone_help' : 'topUp.giftCents_help') },
    required: [...(mode === 'gift' ? ['remark'] : ['amountCents', 'payType']), ...(mode === 'package' ? ['packageId'] : [])],
    figures: [
      purse(card, 'principalCents', entered ? paid - debtPaid : undefined),
      ...(gift > 0 || card.giftCents > 0 ? [purse(card, 'giftCents', entered ? gift : undefined)] : []),
      ...(card.debtCents < 0 ? [purse(card, 'debtCents', entered ? debtPaid : undefined)] : []),
    ],
  })
}
