import type { RowOf, items } from '@forecourt/contract'
import { count } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { State } from '../../kit/state.tsx'

type Stocked = Pick<RowOf<typeof items>, 'inventory' | 'oversold' | 'low'>

export const stockWord = ({ inventory, oversold }: Stocked): string =>
  inventory === -1 ? t('shop.unlimited') : oversold > 0 ? t('shop.oversoldBy', { count: count(oversold) }) : count(inventory)

/** Pieces on the shelf; unlimited, low and oversold have words of their own. @source decisions GD1 */
export const StockFigure = ({ of }: { of: Stocked }) => {
  if (of.inventory === -1) return <span className="k-quiet">{t('shop.unlimited')}</span>
  if (of.oversold > 0) return <State member="fail">{stockWord(of)}</State>
  return (
    <span className="k-number">
      {of.low && <State member="waiting">{t('shop.low')}</State>} {count(of.inventory)}
    </span>
  )
}

export const stockColumn = {
  path: 'inventory' as const,
  width: 110,
  cell: (row: Stocked) => <StockFigure of={row} />,
  text: stockWord,
}
