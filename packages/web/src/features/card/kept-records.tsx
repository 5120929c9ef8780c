import { cards, discounts } from '@forecourt/contract'
import { count, money } from '../../core/money.ts'
import { fromTo } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { TryOffer } from '../../kit/dry-run/try-offer.tsx'
import { RecordsDrawer } from '../../kit/records-drawer.tsx'

type Discount = Parameters<typeof howMuch>[0]
/** By how much fuel costs less. */
const howMuch = ({ centsPerL, percent }: { centsPerL: number | null; percent: number | null }): string =>
  centsPerL === null ? `−${percent ?? 0}%` : t('discounts.perLitre', { amount: money(centsPerL) })
const manyOf = (list: readonly unknown[]) => (list.length === 0 ? t('discounts.all') : count(list.length))
const period = ({ validFrom, validUntil }: { validFrom: string | null; validUntil: string | null }) =>
  validFrom || validUntil ? fromTo(validFrom ?? '…', validUntil ?? '…') : t('cardPage.withoutEnd')
const hoursOf = ({ hours }: { hours: readonly { from: string; until: string }[] }) =>
  hours.length === 0 ? t('discounts.all') : hours.map(({ from, until }) => `${from}–${until}`).join(' ')

/** What cards are issued of, and what is lowered for them. */
const kinds = {
  products: {
    of: cards,
    columns: ['name', 'type', 'giftFirst', 'validMonths', 'endTime', 'discountId'],
  },
  discounts: {
    of: discounts,
    columns: [
      'name',
      { key: 'howMuch', title: t('discounts.howMuch'), cell: (row: Discount) => howMuch(row), width: 110 },
      { path: 'products', cell: (row: { products: readonly unknown[] }) => manyOf(row.products), sort: false, width: 80 },
      { path: 'stations', cell: (row: { stations: readonly unknown[] }) => manyOf(row.stations), sort: false, width: 80 },
      { path: 'hours', cell: hoursOf, sort: false, width: 120 },
      { path: 'validFrom', title: t('discounts.period'), cell: period, sort: false, width: 190 },
    ],
  },
} as const
export type KeptKind = keyof typeof kinds

/** 卡产品, 优惠: kept in a drawer beside the cards, by the staff of the company. */
export default function KeptRecords({ kind, onClose }: { kind: KeptKind; onClose: () => void }) {
  const { of, columns } = kinds[kind]
  return (
    <RecordsDrawer
      of={of}
      title={t(`cardPage.${kind}`)}
      columns={columns as unknown as readonly ColumnInput[]}
      {...(kind === 'discounts' && {
        rowActions: row => <TryOffer name={(row as unknown as { name: string }).name} offer={{ discountId: row.id }} size="small" />,
      })}
      onClose={onClose}
    />
  )
}
