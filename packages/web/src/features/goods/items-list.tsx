import { items, type RowOf } from '@forecourt/contract'
import { useMemo, useState, type ReactNode } from 'react'
import { equals } from '../../core/search.ts'
import { useMay, useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { CrudPage } from '../../kit/crud-page.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import type { BulkAct } from '../../kit/list/bulk.ts'
import { CouponNames } from '../../kit/top-up/coupon-names.tsx'
import { couponSaying } from '../../kit/top-up/coupon-words.ts'
import { Button } from '../../kit/ui.ts'
import { BatchEdit } from './batch-edit.tsx'
import { CopyGoods } from './copy-goods.tsx'
import { ItemForm } from './item-form.tsx'
import { MovesOf } from './moves-list.tsx'
import { ShelfAct } from './shelf-act.tsx'
import { ShelfTag, shelfWord } from './shelf-tag.tsx'
import { stockColumn } from './stock-figure.tsx'

type Item = RowOf<typeof items>

const columns: readonly ColumnInput<Item>[] = [
  { path: 'name', width: 220 },
  { path: 'code', width: 110 },
  { path: 'priceCents', width: 100 },
  stockColumn,
  { path: 'categoryId', width: 130 },
  { path: 'hidden', width: 110, phone: 'state', cell: row => <ShelfTag hidden={row.hidden} />, text: shelfWord },
  { path: 'barcode', width: 135 },
  { path: 'taxRate', width: 90 },
  { path: 'weight', width: 90 },
  { path: 'tagId', width: 130, hidden: true },
  { path: 'giftPoints', hidden: true },
  { path: 'giftCents', hidden: true },
  { path: 'giftPercent', hidden: true },
  { path: 'frozenCents', hidden: true },
  { path: 'frozenPercent', hidden: true },
  { path: 'giftCoupons', hidden: true, sort: false, cell: row => <CouponNames of={row.giftCoupons} />, words: couponSaying },
  { path: 'giftCardId', hidden: true },
  { path: 'startTime', hidden: true },
  { path: 'endTime', hidden: true },
  { path: 'lowStock', hidden: true },
  { path: 'barcodeDoubled', hidden: true },
  { path: 'description', hidden: true },
  { path: 'createdDate', hidden: true },
]
const filters: readonly FilterInput<Item>[] = [
  'name',
  'code',
  'barcode',
  'categoryId',
  'hidden',
  { path: 'category.type', as: 'categoryType' },
  'low',
  'inventory',
  'oversold',
  'priceCents',
  'tagId',
  'giftPoints',
  'giftCents',
  'giftPercent',
  'frozenCents',
  'frozenPercent',
  'giftCardId',
  'barcodeDoubled',
]

/** 商品列表: goods and fuels of the station. @source requirements GDS-002, GDS-013, GDS-031 */
export function ItemsList({ low = false, children }: { low?: boolean; children: ReactNode }) {
  const fixed = useMemo(() => (low ? [equals('low', true)] : []), [low])
  const mayMoves = useMay('goods.stock.read')
  const mayImport = useMay('goods.import.write')
  const go = useGo()
  const [moves, setMoves] = useState<Item>()
  const station = useSession(({ atStation }) => atStation?.id)
  const mayWrite = useMay('goods.item.write')
  const [chosen, setChosen] = useState<{ act: 'batch' | 'copy'; rows: readonly Item[] }>()
  const together = (act: 'batch' | 'copy'): BulkAct<Item> => ({
    key: act,
    label: t(`shop.${act}`),
    permission: 'goods.item.write',
    ask: () => '',
    run: () => Promise.resolve(),
    together: rows => setChosen({ act, rows }),
  })
  const close = () => setChosen(undefined)
  if (!station) return null
  return (
    <>
      <CrudPage<Item>
        of={items}
        columns={columns}
        filters={filters}
        fixed={fixed}
        inline={false}
        emptyHint={t(low ? 'shop.noLow' : 'shop.noGoods')}
        called={({ name, code }) => `${name} (${code})`}
        bulk={mayWrite ? [together('batch'), together('copy')] : []}
        tools={mayImport && <Button onClick={() => go('import')}>{t('shop.import')}</Button>}
        rowActions={row => (
          <>
            {mayMoves && row.productId === null && row.inventory !== -1 && (
              <Button type="link" size="small" onClick={() => setMoves(row)}>
                {t('shop.moves')}
              </Button>
            )}
            <ShelfAct of={items} row={row} size="small" />
          </>
        )}
        form={{ draw: ({ record, done }) => <ItemForm record={record} done={done} /> }}>
        {children}
      </CrudPage>
      <MovesOf item={moves} onClose={() => setMoves(undefined)} />
      {chosen?.act === 'batch' && <BatchEdit rows={chosen.rows} onClose={close} />}
      {chosen?.act === 'copy' && <CopyGoods rows={chosen.rows} onClose={close} />}
    </>
  )
}
