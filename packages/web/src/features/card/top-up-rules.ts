import { invalid, wordsOf, type Returned, type Tier, type topUpOffers } from '@forecourt/contract'
import { count, inCurrency } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { language, t } from '../../i18n/index.ts'
import { allRules, confirmAmount } from '../../kit/form/confirmed.ts'
import type { Rules } from '../../kit/form/rules.ts'
import type { Values } from '../../kit/form/values.ts'
import { purse, type Purses } from './card-rules.ts'

export type Offers = Returned<typeof topUpOffers>
const centsOf = (entered: unknown): number => (Number.isSafeInteger(entered) && (entered as number) > 0 ? (entered as number) : 0)

/** The larger of what is paid in and what is given on top: that figure is entered twice where it is a large one. */
export const topUpFigure = ({ amountCents, giftCents }: Values): number => Math.max(centsOf(amountCents), centsOf(giftCents))

/** What a top-up would give: of the package that is chosen or reached, or what was typed. */
export interface Given {
  readonly giftCents: number
  readonly of: Tier | undefined
}
export function givenBy({ mode, packageId, giftCents }: Values, packages: readonly Tier[], offers: Offers | undefined): Given {
  const typed = centsOf(giftCents)
  if (typed > 0) return { giftCents: typed, of: undefined }
  const of = mode === 'amount' ? (offers?.tier ?? undefined) : packages.find(({ id }) => id === packageId)
  return { giftCents: of?.giftCents ?? 0, of }
}

/** What is owed is paid first; the rest becomes principal. */
export function topUpRules(card: Purses<'principalCents' | 'giftCents' | 'debtCents'>, values: Values, { giftCents: gift }: Given): Rules {
  const { mode, packageId, payType, receiptId, withoutReceipt } = values
  const paid = centsOf(values['amountCents'])
  const debtPaid = Math.min(-card.debtCents, paid)
  const entered = paid + gift > 0
  const nothing = mode === 'amount' && values['amountCents'] === 0
  const bare = mode !== 'gift' && payType === 'cash' && !receiptId && withoutReceipt !== true
  const giftMissing = mode === 'gift' && !packageId && centsOf(values['giftCents']) === 0
  return allRules(confirmAmount(values, topUpFigure(values)), {
    wrong: {
      amountCents: nothing ? invalid['topUpNothing']![language()] : undefined,
      withoutReceipt: bare ? wordsOf('card.receiptMissing', language()) : undefined,
      giftCents: giftMissing ? invalid['topUpGift']![language()] : undefined,
    },
    // These are asked, not wrong yet.
    unfinished: ['withoutReceipt', 'giftCents'],
    limits: { giftCents: t(mode === 'gift' ? 'topUp.giftAlone_help' : 'topUp.giftCents_help') },
    required: [...(mode === 'gift' ? ['remark'] : ['amountCents', 'payType']), ...(mode === 'package' ? ['packageId'] : [])],
    figures: [
      purse(card, 'principalCents', entered ? paid - debtPaid : undefined),
      ...(gift > 0 || card.giftCents > 0 ? [purse(card, 'giftCents', entered ? gift : undefined)] : []),
      ...(card.debtCents < 0 ? [purse(card, 'debtCents', entered ? debtPaid : undefined)] : []),
    ],
  })
}

/** What will be received and by which tier, what the gift is good for, and what is missing to the next. */
export function linesOf(values: Values, packages: readonly Tier[], offers: Offers | undefined, hasPoints: boolean): string[] {
  const { giftCents, of } = givenBy(values, packages, offers)
  const paid = centsOf(values['amountCents'])
  if (paid + giftCents === 0) return []
  const received = { received: inCurrency(paid + giftCents), paid: inCurrency(paid), gift: inCurrency(giftCents) }
  const next = values['mode'] === 'amount' ? offers?.next : undefined
  const points = of?.giftPoints ?? 0
  const money = t('topUp.received', received)
  return [
    points > 0 && hasPoints ? t('topUp.pointsToo', { received: money, points: count(points) }) : money,
    ...(points > 0 && !hasPoints ? [t('topUp.pointsMissing', { points: count(points) })] : []),
    ...(of && values['mode'] === 'amount' ? [t('topUp.tier', { name: of.name, gift: inCurrency(giftCents) })] : []),
    ...(of?.giftEndsAt && giftCents > 0 ? [t('topUp.giftEnds', { end: lastMoment(of.giftEndsAt) })] : []),
    ...(of && of.products.length > 0 && giftCents > 0 ? [t('topUp.giftFor', { products: of.products.join(t('kit.comma')) })] : []),
    ...(next && offers?.missingCents
      ? [t('topUp.missing', { missing: inCurrency(offers.missingCents), name: next.name, gift: inCurrency(next.giftCents) })]
      : []),
  ]
}

/** A gift ends when its last day is over. */
const lastMoment = (endsAt: string): string => time(new Date(Date.parse(endsAt) - 1000).toISOString())
