import { allows, userCardActs, type RecordNamed } from '@forecourt/contract'
import { inCurrency } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { allRules, confirmAmount, wholeOf } from '../../kit/form/confirmed.ts'
import type { Rules } from '../../kit/form/rules.ts'
import type { Values } from '../../kit/form/values.ts'
import { choiceLabel, fieldLabel } from '../../kit/label.ts'
import { needsSerial } from './tenders-here.tsx'

/** What is read anew after money went back. */
export const refundChanges = ['orders', 'transactions', 'refunds', 'userCardDetails', 'userCards', 'points', 'pointsDetails', 'pointsCards']

type Due = Pick<RecordNamed<'orders'>, 'totalCents' | 'paidCents'>
type Paid = Pick<RecordNamed<'transactions'>, 'amountCents' | 'refundedCents'>
/** What of a card says whether it can pay. */
export type PayingCard = Pick<RecordNamed<'userCards'>, 'value' | 'status' | 'paymentCentsMax'>

const figure = (label: string, before: number, by: number | undefined) => ({
  label,
  unit: 'money' as const,
  before,
  after: by === undefined ? undefined : before + by,
})

/** The server's refusal of an act, as its preview tells it. */
export interface Against {
  message: string
  field: string | null
}

export interface RefundPreview {
  refusal: Against | null
  parts: { paidOutCents: number; principalCents: number; giftCents: number; debtCents: number; points?: number | undefined } | null
  giftBack: { points: number; giftCents: number; frozenCents: number } | null
  couponsBack?: { unused: number; used: number; usedCents: number } | null
  card: { number: string; principalCents: number; giftCents: number; debtCents: number } | null
}

/** Goods of an order that can come back to the shelf. */
export type ReturnableGoods = readonly { readonly lineItemId: number; readonly name: string; readonly pieces: number }[]

/** What a refund changes: what of the payment is left to refund, and the purses of the card that paid. */
export function refundRules(payment: Paid, values: Values, preview: RefundPreview | undefined): Rules {
  const { amountCents, reason, mode } = values
  const { refundedCents } = payment
  const restCents = payment.amountCents - refundedCents
  const most = t('sales.refundMost', { most: inCurrency(restCents) })
  const isTooMuch = typeof amountCents === 'number' && amountCents > restCents
  const { refusal, parts, card } = preview ?? {}
  const whole = wholeOf(amountCents)
  const by = whole !== undefined && whole > 0 && !isTooMuch && !refusal ? whole : undefined
  return allRules(confirmAmount(values, amountCents), {
    limits: { amountCents: most },
    wrong: {
      ...(refusal && { [refusal.field ?? 'amountCents']: refusal.message }),
      ...(isTooMuch && { amountCents: most }),
    },
    required: reason === 'other' ? ['remark'] : [],
    figures: [
      figure(t('refunds.refundedCents'), refundedCents, by),
      figure(t('refunds.leftCents'), restCents, by === undefined ? undefined : -by),
      ...(card && parts ? cardFigures(card, mode === 'cash' ? { ...parts, principalCents: 0, giftCents: 0 } : parts) : []),
    ],
  })
}

function cardFigures(card: NonNullable<RefundPreview['card']>, parts: NonNullable<RefundPreview['parts']>) {
  return (['principalCents', 'giftCents', 'debtCents'] as const)
    .filter(name => parts[name] !== 0)
    .map(name => figure(fieldLabel('userCards', name), card[name], parts[name]))
}

/** Everything that was paid goes back at once. */
export function revokeRules(
  order: Pick<Paid, 'refundedCents'>,
  values: Values,
  amountCents: number,
  preview: { refusal: Against | null } | undefined,
): Rules {
  const { refusal } = preview ?? {}
  return allRules(confirmAmount(values, amountCents), {
    wrong: { [refusal?.field ?? 'remark']: refusal?.message },
    figures: [figure(t('refunds.refundedCents'), order.refundedCents, refusal ? undefined : amountCents)],
  })
}

const restOf = (order: Due): number => order.totalCents - order.paidCents

/** All that is due, paid at once: what is paid then, and that nothing remains. */
export function wholePayment(order: Due) {
  const rest = restOf(order)
  return [figure(fieldLabel('orders', 'paidCents'), order.paidCents, rest), figure(t('sales.rest'), rest, -rest)]
}

/** A payment of an order, or of part of it: never more than is due. */
export function paymentRules(order: Due, values: Values): Rules {
  const { amountCents, payType } = values
  const rest = restOf(order)
  const isTooMuch = typeof amountCents === 'number' && amountCents > rest
  const isWrong = isTooMuch || Number.isNaN(amountCents) || (typeof amountCents === 'number' && amountCents <= 0)
  return {
    limits: { amountCents: t('sales.payMost', { rest: inCurrency(rest) }) },
    wrong: { amountCents: isTooMuch ? t('sales.tooMuch', { rest: inCurrency(rest) }) : undefined },
    required: payType !== undefined && needsSerial(payType) ? ['externalSerialNo'] : [],
    figures: [figure(t('sales.rest'), rest, isWrong ? undefined : -((amountCents ?? rest) as number))],
  }
}

/** What is known of the card that is to pay. */
export interface CardAnswer {
  /** As anyone who may read cards sees it, undefined for others; null where there is none of that number. */
  card: PayingCard | null | undefined
  /** What it may still pay on this order without its payment password; null where it never asks for one. */
  withoutPasswordCents: number | null
}

/** The same from a card: what it holds, why it cannot pay, and whether it asks for its payment password. */
export function cardPaymentRules(order: Due, values: Values, answer: CardAnswer | undefined): Rules {
  const payment = paymentRules(order, values)
  if (answer === undefined) return payment
  const { card, withoutPasswordCents } = answer
  if (card === null) return allRules(payment, { wrong: { cardNumber: t('sales.noCard') } })
  const cents = (values['amountCents'] ?? restOf(order)) as number
  const guarded = allRules(payment, passwordRules(cents, withoutPasswordCents))
  return card === undefined ? guarded : allRules(guarded, purseRules(cents, card))
}

/** The amount from which a card asks for its password counts what was paid without it today and on the same order. */
function passwordRules(cents: number, freeCents: number | null): Rules {
  if (freeCents === null) return {}
  const needed = cents > freeCents
  const words = freeCents === 0 ? t('sales.passwordAlways') : t('sales.passwordFrom', { free: inCurrency(freeCents) })
  return { limits: { payPassword: words }, required: needed ? ['payPassword'] : [] }
}

function purseRules(cents: number, card: PayingCard): Rules {
  const missing = cents - card.value
  const status = allows(userCardActs.pay, card.status)
    ? undefined
    : t('sales.cardStatus', { status: choiceLabel('userCards', 'status', card.status) })
  const short = missing > 0 ? t('sales.notEnough', { missing: inCurrency(missing) }) : undefined
  const most = card.paymentCentsMax
  const beyond = most !== null && cents > most ? t('sales.cardMost', { most: inCurrency(most) }) : undefined
  const wrong = status ?? beyond ?? short
  return {
    wrong: { cardNumber: wrong },
    limits: { cardNumber: t('sales.available', { balance: inCurrency(card.value) }) },
    figures: [figure(fieldLabel('userCards', 'value'), card.value, wrong || Number.isNaN(cents) ? undefined : -cents)],
  }
}

/** What letting an order go for nothing changes: nothing of it is due any more. */
export function freeRules({ totalCents, paidCents }: Due, values: Values): Rules {
  const restCents = totalCents - paidCents
  return allRules(confirmAmount(values, restCents), { figures: [figure(t('sales.rest'), restCents, -restCents)] })
}
