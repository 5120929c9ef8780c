import type { authorisations, cardHolds, Returned, RowOf } from '@forecourt/contract'
import { inCurrency } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { changed } from './asked-act.ts'

export type Hold = RowOf<typeof authorisations>
export type Evidence = Returned<typeof cardHolds.evidence>

/** Lists that the end of a hold changes. */
export const holdChanges: readonly string[] = ['authorisations', 'home', ...changed]

/** What a litre costs, and the discount that lowers it. */
export function priceWords({ priceCents, fillPriceCents, discountName: name }: Hold): string {
  const price = inCurrency(fillPriceCents)
  return name === null ? t('holds.price', { price }) : t('holds.lowered', { price, name, list: inCurrency(priceCents) })
}
