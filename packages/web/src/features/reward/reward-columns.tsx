import { count } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { shelfWord, ShelfTag, type Reward } from './shelf.tsx'

const stockWord = ({ stock }: Reward): string => (stock === -1 ? t('store.unlimited') : count(stock))
const couponsWord = ({ coupons }: Reward): string => {
  const pieces = coupons.reduce((sum, each) => sum + each.count, 0)
  return pieces === 0 ? t('store.noCoupons') : t('store.couponsOf', { count: count(pieces) })
}

/** What the lists of rewards show. */
export const rewardColumns: readonly ColumnInput<Reward>[] = [
  { path: 'name', width: 220 },
  { path: 'code', width: 110 },
  { path: 'points', width: 110, phone: 'amount', counted: () => t('store.unit') },
  {
    path: 'stock',
    width: 110,
    cell: row => <span className={row.stock === -1 ? 'k-quiet' : 'k-number'}>{stockWord(row)}</span>,
    text: stockWord,
  },
  { path: 'redeemed', width: 110 },
  { key: 'coupons', title: t('rewards.coupons'), width: 120, cell: couponsWord, text: couponsWord },
  { path: 'hidden', width: 110, phone: 'state', cell: row => <ShelfTag hidden={row.hidden} />, text: shelfWord },
  { path: 'weight', width: 90 },
  { path: 'barcode', width: 150, hidden: true },
  { path: 'taxRate', hidden: true },
  { path: 'createdDate', hidden: true },
]
