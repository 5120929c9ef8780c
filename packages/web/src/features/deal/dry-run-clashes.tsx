import type { DryRunClash } from '@forecourt/contract'
import { count, inCurrency } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../kit/ui.ts'

/** `等级优惠“金卡”`. */
export const otherWords = ({ kind, name }: Pick<DryRunClash, 'kind' | 'name'>): string =>
  t('dryRunPage.otherName', { kind: t(`dryRunPage.kind_${kind}`), name })

/** What else lowered the same sales, and which of the two counts. */
export function Clashes({ of, onOpen }: { of: readonly DryRunClash[]; onOpen: (clash: DryRunClash) => void }) {
  const words = (key: 'wonWords' | 'lostWords', orders: number, cents: number) =>
    orders === 0 ? '—' : t(`dryRunPage.${key}`, { orders: count(orders), cents: inCurrency(cents) })
  return (
    <div className="dry-run-table" role="region" aria-label={t('dryRunPage.clashes')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('dryRunPage.other')}</th>
            <th scope="col">{t('dryRunPage.won')}</th>
            <th scope="col">{t('dryRunPage.lost')}</th>
          </tr>
        </thead>
        <tbody>
          {of.map(clash => (
            <tr key={`${clash.kind} ${clash.sourceId}`}>
              <th scope="row">
                <Button type="link" size="small" onClick={() => onOpen(clash)}>
                  {otherWords(clash)}
                </Button>
              </th>
              <td>{words('wonWords', clash.wonOrders, clash.wonCents)}</td>
              <td>{words('lostWords', clash.lostOrders, clash.lostCents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
