import { useState } from 'react'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Bones } from '../../kit/feedback/states.tsx'
import { later, laterDialog, WhileLoading } from '../../kit/later.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Button, Segmented } from '../../kit/ui.ts'
import { CardsList } from './cards-list.tsx'
import type { KeptKind } from './kept-records.tsx'

/** What is opened from here comes when it is. */
const lists = {
  chips: later(() => import('./chips-list.tsx')),
  batches: later(() => import('./batches-list.tsx')),
  holds: later(() => import('./holds-list.tsx')),
} as const
const KeptRecords = laterDialog(() => import('./kept-records.tsx'))

/** 员工卡 hold no money; 不记名卡 belong to anyone who has them in hand. */
const kinds: Readonly<Record<string, 'employee' | 'anonymous'>> = { employeeCard: 'employee', anonymousCard: 'anonymous' }

/** 卡片查询: every card of the company with what it holds, and what can be done to it; or the cards of one kind alone, on their own page. */
export default function CardQueryPage() {
  const kind = kinds[usePage().name]
  return kind ? <CardsList kind={kind} /> : <AllCards />
}

function AllCards() {
  const { search, setSearch } = usePage()
  const may = { chips: useMay('chip.read'), holds: useMay('card.authorisation.read'), batches: useMay('card.batch.read') }
  const tabs = ['cards', ...(['chips', 'holds', 'batches'] as const).filter(tab => may[tab])] as const
  const tab = tabs.find(each => each === search['tab']) ?? 'cards'
  const bar = tabs.length > 1 && (
    <Segmented
      className="card-tabs"
      aria-label={t('cardPage.tabs')}
      value={tab}
      onChange={next => setSearch({ tab: next === 'cards' ? undefined : next })}
      options={tabs.map(value => ({ value, label: t(`cardPage.tab_${value}`) }))}
    />
  )
  if (tab === 'cards') return <CardsList tools={<Kept />}>{bar}</CardsList>
  const List = lists[tab]
  return (
    <WhileLoading show={<Bones />}>
      <List>{bar}</List>
    </WhileLoading>
  )
}

/** 卡产品: what a card can be issued of; 优惠: what is lowered for cards. */
function Kept() {
  const [shown, setShown] = useState<KeptKind>()
  const mayDiscounts = useMay('card.discount.read')
  return (
    <>
      <Button onClick={() => setShown('products')}>{t('cardPage.products')}</Button>
      {mayDiscounts && <Button onClick={() => setShown('discounts')}>{t('cardPage.discounts')}</Button>}
      {shown && <KeptRecords kind={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}
