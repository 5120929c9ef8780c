import { categories, items, type RowOf } from '@forecourt/contract'
import { useEffect, useState } from 'react'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Descriptions, Section, type Fact } from '../../kit/detail/descriptions.tsx'
import { RecordFailed } from '../../kit/detail/record-failed.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones } from '../../kit/feedback/states.tsx'
import { choiceLabel } from '../../kit/label.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Button } from '../../kit/ui.ts'
import { History } from '../../kit/history/history.tsx'
import { MoveOut } from './move-out.tsx'
import { ShelfAct } from './shelf-act.tsx'
import { ShelfTag } from './shelf-tag.tsx'
import { stockColumn } from './stock-figure.tsx'
import { TakeIn } from './take-in.tsx'

type Category = RowOf<typeof categories>
type Item = RowOf<typeof items>

const facts: readonly Fact<Category>[] = [
  { path: 'type', value: row => choiceLabel('categories', 'type', row.type) },
  'weight',
  'createdDate',
]
const columns: readonly ColumnInput<Item>[] = [
  { path: 'name', width: 240 },
  { path: 'code', width: 130 },
  { path: 'barcode', width: 150 },
  { path: 'priceCents', width: 110 },
  stockColumn,
  { path: 'hidden', width: 110, phone: 'state', cell: row => <ShelfTag hidden={row.hidden} /> },
  { path: 'weight', width: 90 },
]

/** 分类详情: the goods of a category, what is added to it and what is moved out. */
export default function CategoryDetailsPage() {
  const page = usePage()
  const id = Number(page.params['categoryId'])
  const { data: category, error, refetch } = useRecord(categories, Number.isSafeInteger(id) && id > 0 ? id : undefined)
  const { setTitle } = page
  const name = category?.name
  useEffect(() => {
    if (name) setTitle(name)
  }, [name, setTitle])
  if (category) return <Details category={category} />
  return (
    <>
      <PageHeader />
      {error ? <RecordFailed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />}
    </>
  )
}

function Details({ category }: { category: Category }) {
  const mayWrite = useMay('goods.category.write')
  const [dialog, setDialog] = useState<'in' | 'out'>()
  const list = useList<Item>(items, { columns, filters: ['name', 'code', 'hidden'], fixed: [equals('category.id', category.id)] })
  const close = () => setDialog(undefined)
  const goods = list.count ?? 0
  return (
    <>
      <PageHeader
        title={category.name}
        meta={<ShelfTag hidden={category.hidden} />}
        actions={
          mayWrite && (
            <>
              {category.type === 'normal' && <Button onClick={() => setDialog('in')}>{t('shop.takeIn')}</Button>}
              <Button disabled={goods === 0} title={goods === 0 ? t('shop.nothingToMove') : undefined} onClick={() => setDialog('out')}>
                {t('shop.moveOut')}
              </Button>
              <ShelfAct of={categories} row={category} note={t('shop.categoryHides')} />
            </>
          )
        }
      />
      <Section title={t('shop.facts')}>
        <Descriptions of={categories} row={category} facts={facts} />
      </Section>
      <Section title={t('shop.goodsOfIt')}>
        <ListView list={list} label={t('shop.goodsOfIt')} embedded emptyHint={t('shop.emptyCategory')} />
      </Section>
      <Section title={t('shop.history')}>
        <History of={categories} id={category.id} />
      </Section>
      {dialog === 'in' && <TakeIn category={category} onClose={close} />}
      {dialog === 'out' && <MoveOut category={category} goods={goods} onClose={close} onMoved={close} />}
    </>
  )
}
