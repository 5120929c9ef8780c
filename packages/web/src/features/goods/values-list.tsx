import { goodsValues, type RowOf } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListPage } from '../../kit/list/list-page.tsx'

type Value = RowOf<typeof goodsValues>
const columns: readonly ColumnInput<Value>[] = [
  { path: 'itemId', width: 260 },
  { path: 'pieces', width: 110 },
  { path: 'averageCents', width: 130 },
  { path: 'valueCents', width: 140, phone: 'amount' },
  { path: 'lastReceiptDay', width: 150 },
]
const filters: readonly FilterInput<Value>[] = ['itemId', 'pieces', 'valueCents', 'lastReceiptDay']

/** 库存金额: what stands on the shelves, at the average of what was paid for it. */
export const ValuesList = ({ children }: { children: ReactNode }) => (
  <ListPage<Value> of={goodsValues} columns={columns} filters={filters} periodBar={false} emptyHint={t('shop.noValues')}>
    {children}
    <p className="k-quiet">{t('shop.valuesHow')}</p>
  </ListPage>
)
