import type { authorisations, cardHolds, Returned, RowOf } from '@forecourt/contract'
import { inCurrency } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { choiceLabel } from '../../kit/label.ts'
import { changed } from './asked-act.ts'

export type Hold = RowOf<typeof authorisations>
export type Evidence = Returned<typeof cardHolds.evidence>

/** Lists that the end of a hold changes. */
export const holdChanges: readonly string[] = ['authorisations', 'home', ...changed]

/** What a litre costs, and the discount that lowers it. */
export function priceWords({ priceCents, fillPriceCents, discountKind, discountName: name }: Hold): string {
  const price = inCurrency(fillPriceCents)
  if (name === null || discountKind === null) return t('holds.price', { price })
  return t('holds.lowered', {
    price,
    list: inCurrency(priceCents),
    kind: choiceLabel('authorisations', 'discountKind', discountKind),
    name,
  })
}
