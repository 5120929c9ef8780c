import { wordsOf } from '@forecourt/contract'
import { today } from '../../core/time.ts'
import { language, t } from '../../i18n/index.ts'
import { allRules, confirmAmount } from '../../kit/form/confirmed.ts'
import type { Rules } from '../../kit/form/rules.ts'
import type { Values } from '../../kit/form/values.ts'
import { inCurrency } from '../../core/money.ts'
import { fieldLabel } from '../../kit/label.ts'
import { amountWithin, bounded, figure, purse, type PurseName, type Purses } from './card-rules.ts'

/** The principal first, then the gift: that is how the server keeps money from being spent. */
export function freezeRules(card: Purses<'value' | 'lockValue'> & { readonly heldCents?: number }, values: Values): Rules {
  const { amountCents } = values
  const by = amountWithin(amountCents, card.value)
  return allRules(bounded(amountCents, card.value, fieldLabel('userCards', 'value')), confirmAmount(values, amountCents), {
    figures: [
      purse(card, 'value', by === undefined ? undefined : -by),
      figure(t('cardPage.frozenNow'), card.lockValue - (card.heldCents ?? 0), by),
    ],
  })
}

const cents = (entered: unknown): number => (Number.isSafeInteger(entered) && (entered as number) > 0 ? (entered as number) : 0)
/** All that a move takes: it is entered twice, and the PIN is for it. */
export const movedCents = ({ amountCents, giftCents }: Values): number => cents(amountCents) + cents(giftCents)

type Moving = Purses<'principalCents' | 'giftCents'>
/** Principal stays principal and gift stays gift, on the card that gives and on the one that takes. */
export function moveRules<Card extends Moving>(from: Card, to: Card | undefined, named: (card: Card) => string, values: Values): Rules {
  const moved = movedCents(values)
  const line = (name: PurseName & keyof Moving, entered: unknown): Rules => {
    const by = moved > 0 && (entered === 0 || entered === undefined) ? 0 : amountWithin(entered, from[name])
    const label = (card: Card) => t('cardLife.purseOf', { purse: fieldLabel('userCards', name), card: named(card) })
    return {
      figures: [figure(label(from), from[name], by === undefined ? undefined : -by), ...(to ? [figure(label(to), to[name], by)] : [])],
    }
  }
  const gift = giftBound(from, values)
  return allRules(bounded(values['amountCents'], from.principalCents, fieldLabel('userCards', 'principalCents')), gift, {
    ...confirmAmount(values, moved),
    figures: [
      ...line('principalCents', values['amountCents']).figures!,
      ...(from.giftCents > 0 ? line('giftCents', values['giftCents']).figures! : []),
    ],
  })
}

function giftBound({ giftCents: most }: Moving, { giftCents }: Values): Rules {
  const words = t('act.atMostOf', { most: inCurrency(most), of: fieldLabel('userCards', 'giftCents') })
  const over = typeof giftCents === 'number' && giftCents > most
  return { limits: { giftCents: words }, wrong: { giftCents: over ? words : undefined } }
}

/** The new last day: later than the one before, and not past. */
export function extendRules({ validUntil }: { validUntil: string | null }, { validUntil: entered }: Values): Rules {
  const isLater = typeof entered !== 'string' || ((validUntil === null || entered > validUntil) && entered >= today())
  return { required: ['validUntil'], wrong: { validUntil: isLater ? undefined : wordsOf('card.notLater', language()) } }
}

/** A holder there is, or a new one by name and mobile number. */
export const registerRules = ({ userId }: Values): Rules => ({ required: userId ? [] : ['holderName', 'holderMobile'] })

/** What stands against a return as the card lies here; undefined where it can be taken back. */
export interface ReturnHere {
  /** What is wrong with the card that was handed in, or with its absence. */
  wrong: string | undefined
  /** It is paid out over the counter, and not to a master card. */
  overCounter: boolean
}

/** Everything ends at zero: the principal is paid out whole, the gift is taken back. */
export function returnRules(card: Moving, { wrong, overCounter }: ReturnHere, values: Values): Rules {
  return allRules(confirmAmount(values, card.principalCents), {
    wrong: { chipPresent: wrong },
    required: overCounter && values['payType'] !== 'cash' ? ['slipNo'] : [],
    figures: [
      figure(t(overCounter ? 'cardLife.paidOut' : 'cardLife.toMaster'), 0, card.principalCents),
      purse(card, 'principalCents', -card.principalCents),
      ...(card.giftCents > 0 ? [purse(card, 'giftCents', -card.giftCents)] : []),
    ],
  })
}
