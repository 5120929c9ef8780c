import { categories, items, type RowOf } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { equals } from '../../core/search.ts'
import { useMay, useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { useToast } from '../../kit/feedback/toast.ts'
import { RecordDrawer } from '../../kit/form/forms.tsx'
import { choiceLabel } from '../../kit/label.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { useRemove } from '../../kit/use-remove.ts'
import { open, pathTo } from '../../kit/links.ts'
import { Button } from '../../kit/ui.ts'
import { MoveOut } from './move-out.tsx'
import { ShelfAct } from './shelf-act.tsx'
import { ShelfTag, shelfWord } from './shelf-tag.tsx'

type Category = RowOf<typeof categories>

const columns: readonly ColumnInput<Category>[] = [
  { path: 'name', width: 240 },
  { path: 'type', width: 120, phone: 'more', cell: row => choiceLabel('categories', 'type', row.type) },
  { path: 'hidden', width: 120, phone: 'state', cell: row => <ShelfTag hidden={row.hidden} />, text: shelfWord },
  // A rank alone says nothing on a phone, where no head names it.
  { path: 'weight', width: 110, phone: 'more' },
  { path: 'createdDate', width: 180 },
]
const filters: readonly FilterInput<Category>[] = ['name', 'type', 'hidden']
const form = { fields: ['name', 'type', 'weight'], fixed: ['type'] }

/** 商品分类. @source requirements GDS-001, GDS-008, GDS-009, GDS-010, GDS-012 */
export default function CategoriesPage() {
  const { title, search, setSearch } = usePage()
  const station = useSession(({ atStation }) => atStation?.id)
  const mayWrite = useMay('goods.category.write')
  const list = useList<Category>(categories, { columns, filters })
  const edit = (record: string | undefined) => setSearch(now => ({ ...now, record }))
  const { ask, dialog } = useRemoveCategory()
  if (!station) return null
  return (
    <>
      <ListView
        list={list}
        label={title}
        onOpen={row => open(pathTo(categories.name, row.id)!)}
        emptyHint={t('shop.noCategories')}
        {...(mayWrite && { onNew: () => edit('new'), newLabel: t('shop.addCategory') })}
        rowActions={row =>
          mayWrite && (
            <>
              <Button type="link" size="small" onClick={() => edit(String(row.id))}>
                {t('kit.edit')}
              </Button>
              <ShelfAct of={categories} row={row} note={t('shop.categoryHides')} size="small" />
              <Button type="link" size="small" danger onClick={() => void ask(row)}>
                {t('kit.delete')}
              </Button>
            </>
          )
        }
      />
      <RecordDrawer
        of={categories}
        wanted={search['record']}
        rows={list.rows}
        form={{ ...form, defaults: { stationId: station } }}
        called={({ name }) => name}
        onClose={() => edit(undefined)}
        onReopen={edit}
      />
      {dialog}
    </>
  )
}

/** An empty category is deleted after a question; of one with goods it is asked where these go first. @source decisions GD4 */
function useRemoveCategory() {
  const [full, setFull] = useState<Category & { goods: number }>()
  const remove = useRemove<Category>(categories, ({ name }) => name)
  const cache = useQueryClient()
  const toast = useToast()
  const ask = async (row: Category) => {
    try {
      const { totalElements } = await call(items.list, { query: { size: 1, search: equals('category.id', row.id) } })
      if (totalElements > 0) setFull({ ...row, goods: totalElements })
      else await remove(row)
    } catch (error) {
      toast.failed(error)
    }
  }
  const moved = async ({ id }: Category) => {
    setFull(undefined)
    try {
      await call(categories.delete, { id })
      toast.done(t('kit.deleted'))
    } catch (error) {
      toast.failed(error)
    }
    await cache.invalidateQueries({ queryKey: [categories.name] })
  }
  const dialog = full && (
    <MoveOut category={full} goods={full.goods} thenDeleted onClose={() => setFull(undefined)} onMoved={() => void moved(full)} />
  )
  return { ask, dialog }
}
