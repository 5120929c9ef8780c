import type { Withheld } from '@forecourt/contract'
import { inCurrency } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { choiceLabel } from '../../kit/label.ts'
import './withheld.css'

/** A discount that was brought and gave nothing, and why. */
const withheldWords = ({ kind, name, reason, haveCents, needCents }: Withheld): string =>
  t('sales.withheldBecause', {
    what: t('sales.discountOf', { kind: choiceLabel('orderDiscounts', 'kind', kind), name }),
    why: t(`sales.withheld_${reason}`, { have: inCurrency(haveCents ?? 0), need: inCurrency(needCents ?? 0) }),
  })

/** One line each; which goods, where an order has several. */
export function WithheldList({ of }: { of: readonly (Withheld & { itemName?: string })[] }) {
  const several = new Set(of.map(({ itemName }) => itemName)).size > 1
  return (
    <ul className="withheld k-quiet" aria-label={t('sales.withheld')}>
      {of.map((each, at) => (
        <li key={at}>
          {several && each.itemName ? t('sales.ofItem', { item: each.itemName, what: withheldWords(each) }) : withheldWords(each)}
        </li>
      ))}
    </ul>
  )
}
