import { rewardCategories } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { CrudPage } from '../../kit/crud-page.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ShelfAct, shelfWord, ShelfTag, type Category } from './shelf.tsx'

const columns: readonly ColumnInput<Category>[] = [
  { path: 'name', width: 260 },
  { path: 'hidden', width: 120, phone: 'state', cell: row => <ShelfTag hidden={row.hidden} />, text: shelfWord },
  { path: 'weight', width: 110, phone: 'more' },
  { path: 'createdDate', width: 180 },
]
const filters: readonly FilterInput<Category>[] = ['name', 'hidden']
const form = { fields: ['name', 'weight'] }

/** 积分商品分类. @source requirements PTS-002, PTS-010, PTS-012 */
export default function CategoriesPage() {
  return (
    <CrudPage<Category>
      of={rewardCategories}
      columns={columns}
      filters={filters}
      form={form}
      inline={false}
      emptyHint={t('store.noCategories')}
      rowActions={row => <ShelfAct of={{ is: 'category', row }} size="small" />}
    />
  )
}
