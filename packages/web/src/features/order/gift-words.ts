import { count, inCurrency } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'

/** In words what goods give: balances and points. */
export const giftWords = ({ giftCents, frozenCents, points }: { giftCents: number; frozenCents: number; points: number }): string =>
  [
    giftCents > 0 ? t('manualOrder.givesGift', { amount: inCurrency(giftCents) }) : '',
    frozenCents > 0 ? t('manualOrder.givesFrozen', { amount: inCurrency(frozenCents) }) : '',
    points > 0 ? t('manualOrder.givesPoints', { count: count(points) }) : '',
  ]
    .filter(Boolean)
    .join(t('kit.comma'))
