import { wordsOf } from '@forecourt/contract'
import { inCurrency } from '../../core/money.ts'
import { language, t } from '../../i18n/index.ts'
import { allRules, confirmAmount, wholeOf } from '../../kit/form/confirmed.ts'
import type { Rules } from '../../kit/form/rules.ts'
import type { Values } from '../../kit/form/values.ts'
import { choiceLabel, fieldLabel } from '../../kit/label.ts'

/** A figure of a card that becomes another one; empty where what was entered does not say it. */
export const figure = (label: string, before: number, by: number | undefined) => ({
  label,
  unit: 'money' as const,
  before,
  after: by === undefined ? undefined : before + by,
})
export type PurseName = 'value' | 'lockValue' | 'principalCents' | 'giftCents' | 'debtCents'
export type Purses<Name extends PurseName> = Readonly<Record<Name, number>>
export const purse = <Name extends PurseName>(card: Purses<Name>, name: Name, by: number | undefined) =>
  figure(fieldLabel('userCards', name), card[name], by)

/** The amount that was entered, while it is one that can be moved. */
export const amountWithin = (entered: unknown, most: number): number | undefined =>
  Number.isSafeInteger(entered) && (entered as number) > 0 && (entered as number) <= most ? (entered as number) : undefined

const isMore = (entered: unknown, most: number): boolean => typeof entered === 'number' && entered > most

/** What an amount that is bounded by what there is may be, and what is wrong with one beyond. */
export const bounded = (entered: unknown, most: number, of: string): Rules => {
  const words = t('act.atMostOf', { most: inCurrency(most), of })
  return { limits: { amountCents: words }, wrong: { amountCents: isMore(entered, most) ? words : undefined } }
}

/** Added when above zero, taken when below; never more than there is. */
export function adjustRules(card: Purses<'principalCents' | 'giftCents'>, values: Values): Rules {
  const { purse: which, amountCents } = values
  const name = which === 'gift' ? 'giftCents' : 'principalCents'
  const most = card[name]
  const isTooLow = typeof amountCents === 'number' && amountCents < -most
  const least = t('cardMoney.adjustLeast', {
    most: inCurrency(most),
    purse: choiceLabel('cardMoney', 'purse', String(which ?? 'principal')),
  })
  const wrong = isTooLow ? least : amountCents === 0 ? wordsOf('card.adjustNothing', language()) : undefined
  const by = wrong ? undefined : wholeOf(amountCents)
  return allRules(confirmAmount(values, amountCents), {
    limits: { amountCents: least },
    wrong: { amountCents: wrong },
    figures: [purse(card, name, by)],
  })
}

/** What is held for fills is not frozen, and stays. */
export function thawRules(card: Purses<'value' | 'lockValue'> & { readonly heldCents?: number }, values: Values): Rules {
  const frozen = card.lockValue - (card.heldCents ?? 0)
  const by = amountWithin(values['amountCents'], frozen)
  return allRules(bounded(values['amountCents'], frozen, t('cardPage.frozenNow')), confirmAmount(values, values['amountCents']), {
    figures: [figure(t('cardPage.frozenNow'), frozen, by === undefined ? undefined : -by), purse(card, 'value', by)],
  })
}

/** What a refund of a top-up would take: all that was paid in, and the gift that came with it. */
export interface ChargeRefund {
  readonly giftPoints?: number
  readonly lapsedPoints?: number
  readonly coupons?: { unused: number; used: number; usedCents: number }
  amountCents: number
  giftCents: number
  refusal: { message: string; field: string | null } | null
}

export function refundChargeRules(
  card: Purses<'principalCents' | 'giftCents'>,
  values: Values,
  amountCents: number | undefined,
  preview: ChargeRefund | undefined,
): Rules {
  const { refusal } = preview ?? {}
  const known = preview && !refusal ? preview : undefined
  return allRules(amountCents === undefined ? undefined : confirmAmount(values, amountCents), {
    wrong: { [refusal?.field ?? 'detailId']: refusal?.message },
    figures: [
      purse(card, 'principalCents', known && -known.amountCents),
      ...(card.giftCents > 0 ? [purse(card, 'giftCents', known && -known.giftCents)] : []),
    ],
  })
}

/** From the card that gives to the card that takes: both as they are and as they will be. */
export function transferRules<Card extends Purses<'principalCents'>>(
  from: Card,
  to: Card,
  named: (card: Card) => string,
  values: Values,
): Rules {
  const most = from.principalCents
  const by = amountWithin(values['amountCents'], most)
  // The call lets a move of a gift alone pass; between the cards of a fleet principal alone goes.
  const nothing = values['amountCents'] === 0 ? t('kit.notBelow', { value: '0.01' }) : undefined
  return allRules(bounded(values['amountCents'], most, named(from)), confirmAmount(values, values['amountCents']), {
    ...(nothing !== undefined && { wrong: { amountCents: nothing } }),
    figures: [figure(named(from), most, by === undefined ? undefined : -by), figure(named(to), to.principalCents, by)],
  })
}
