import { cards, type RowOf } from '@forecourt/contract'
import { useState } from 'react'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { RecordForm, SideForm } from '../../kit/form/forms.tsx'
import { Related } from '../../kit/detail/related.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { Bones } from '../../kit/feedback/states.tsx'
import { later, WhileLoading } from '../../kit/later.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Button, Drawer, Segmented } from '../../kit/ui.ts'
import { CardsList } from './cards-list.tsx'

/** What is opened from here comes when it is. */
const ChipsList = later(() => import('./chips-list.tsx'))
const BatchesList = later(() => import('./batches-list.tsx'))

/** 员工卡 hold no money; 不记名卡 belong to anyone who has them in hand. */
const kinds: Readonly<Record<string, 'employee' | 'anonymous'>> = { employeeCard: 'employee', anonymousCard: 'anonymous' }

/** 卡片查询: every card of the company with what it holds, and what can be done to it; or the cards of one kind alone, on their own page. */
export default function CardQueryPage() {
  const kind = kinds[usePage().name]
  return kind ? <CardsList kind={kind} /> : <AllCards />
}

function AllCards() {
  const { search, setSearch } = usePage()
  const may = { cards: true, chips: useMay('chip.read'), batches: useMay('card.batch.read') }
  const tabs = (['cards', 'chips', 'batches'] as const).filter(name => may[name])
  const tab = tabs.find(name => name === search['tab']) ?? 'cards'
  const bar = tabs.length > 1 && (
    <Segmented
      className="card-tabs"
      aria-label={t('cardPage.tabs')}
      value={tab}
      onChange={next => setSearch({ tab: next === 'cards' ? undefined : next })}
      options={tabs.map(value => ({ value, label: t(`cardPage.tab_${value}`) }))}
    />
  )
  if (tab === 'cards') return <CardsList tools={<Products />}>{bar}</CardsList>
  return <WhileLoading show={<Bones />}>{tab === 'chips' ? <ChipsList>{bar}</ChipsList> : <BatchesList>{bar}</BatchesList>}</WhileLoading>
}

const productColumns: readonly ColumnInput<Product>[] = ['name', 'type', 'giftFirst', 'endTime']

type Product = RowOf<typeof cards>
/** 卡产品: what a card can be issued of. */
function Products() {
  const [shown, setShown] = useState(false)
  const [record, setRecord] = useState<Product | 'new'>()
  const mayWrite = useMay('card.product.write')
  const close = () => setRecord(undefined)
  return (
    <>
      <Button onClick={() => setShown(true)}>{t('cardPage.products')}</Button>
      <Drawer
        title={t('cardPage.products')}
        open={shown}
        onClose={() => setShown(false)}
        size="large"
        destroyOnHidden
        extra={
          mayWrite && (
            <Button type="primary" onClick={() => setRecord('new')}>
              {t('kit.addOne', { noun: t('cards.one') })}
            </Button>
          )
        }>
        <Related of={cards} title={t('cardPage.products')} where={[]} columns={productColumns} {...(mayWrite && { onOpen: setRecord })} />
      </Drawer>
      <SideForm
        title={
          record === 'new'
            ? t('kit.addOne', { noun: t('cards.one') })
            : t('kit.editOne', { noun: t('cards.one'), name: record?.name ?? '' })
        }
        open={record !== undefined}
        onClose={close}>
        {record && <RecordForm of={cards} record={record === 'new' ? undefined : record} onDone={close} onCancel={close} />}
      </SideForm>
    </>
  )
}
