import { cards, issueUserCard, userCards, type RowOf } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { count } from '../../core/money.ts'
import { may, useMay, useSession } from '../../core/session.ts'
import { sourceOf } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { ActForm, RecordForm, SideForm, RecordDrawer } from '../../kit/form/forms.tsx'
import { Figures } from '../../kit/detail/descriptions.tsx'
import { MoneyTotal } from '../../kit/detail/figures.tsx'
import { Related } from '../../kit/detail/related.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { open, pathTo } from '../../kit/links.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Button, Drawer, Dropdown } from '../../kit/ui.ts'
import { actsFor, editForm, shownNumber, useCardActs, type CardAct } from './card-acts.tsx'
import type { Card } from './whole-card.ts'

const columns: readonly ColumnInput<Card>[] = [
  { path: 'number', width: 190 },
  { path: 'kind', width: 100 },
  { path: 'userId', phone: 'more' },
  'user.mobile',
  { path: 'status', width: 90 },
  'value',
  'lockValue',
  { path: 'principalCents', hidden: true },
  'giftCents',
  'debtCents',
  'cardId',
  { path: 'physicalNumber', hidden: true },
  { path: 'name', hidden: true },
  { path: 'parentId', hidden: true },
  { path: 'childCardNum', hidden: true },
  { path: 'hasPayPassword', hidden: true },
  { path: 'remark', hidden: true },
  'issueTime',
]
const filters: readonly FilterInput<Card>[] = [
  'number',
  'user.name',
  'user.mobile',
  'status',
  'kind',
  'cardId',
  'physicalNumber',
  'value',
  'debtCents',
  'issueTime',
]
/** 卡片查询: every card of the company with what it holds, and what can be done to it. */
export default function CardQueryPage() {
  const { title, search, setSearch } = usePage()
  const { start, dialogs } = useCardActs()
  const list = useList(userCards, { columns, filters })
  const mayIssue = useMay('card.issue')
  const show = (record: string | undefined) => setSearch(now => ({ ...now, record }))
  const record = search['record']
  return (
    <>
      <ListView
        list={list}
        label={title}
        onOpen={press}
        tools={<Products />}
        emptyHint={t('cardPage.emptyHint')}
        {...(mayIssue && { onNew: () => show('new'), newLabel: t('cardPage.issue') })}
        rowActions={card => <RowActs card={card} start={start} edit={() => show(String(card.id))} />}>
        <AllCards />
      </ListView>
      <Issue open={record === 'new'} onClose={() => show(undefined)} />
      <RecordDrawer
        of={userCards}
        wanted={record === 'new' ? undefined : record}
        rows={list.rows}
        form={editForm}
        called={shownNumber}
        onClose={() => show(undefined)}
        onReopen={show}
      />
      {dialogs}
    </>
  )
}

function press({ id }: Card): void {
  const path = pathTo('userCards', id)
  if (path) open(path)
}

interface RowActsProps {
  card: Card
  start: (act: CardAct, card: Card) => void
  edit: () => void
}

function RowActs({ card, start, edit }: RowActsProps) {
  const mayEdit = useMay('card.userCard.write')
  const acts = actsFor(card)
  const others = acts
    .filter(act => act !== 'topUp')
    .map(act => ({ key: act as string, label: t(`cardPage.${act}`), danger: act === 'loss' || act === 'disable' }))
  const items = [...(mayEdit ? [{ key: 'edit', label: t('cardPage.edit') }] : []), ...others]
  return (
    <>
      {acts.includes('topUp') && (
        <Button type="link" size="small" onClick={() => start('topUp', card)}>
          {t('cardPage.topUp')}
        </Button>
      )}
      {items.length > 0 && (
        <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => (key === 'edit' ? edit() : start(key as CardAct, card)) }}>
          <Button type="link" size="small" aria-label={t('cardPage.moreOf', { number: shownNumber(card) })}>
            {t('cardPage.more')}
          </Button>
        </Dropdown>
      )}
    </>
  )
}

/** What all cards of the company hold together. */
function AllCards() {
  const { visible } = usePage()
  const company = useSession(({ atStation }) => atStation?.company.id)
  const { data } = useQuery({
    queryKey: ['userCards', 'totals', 'all', company],
    enabled: visible,
    refetchOnWindowFocus: true,
    queryFn: ({ signal }) => call(userCards.totals, { query: sourceOf() }, { signal }),
  })
  return (
    <Figures
      of={[
        { label: t('cardPage.cards'), value: count(data?.count) },
        { label: t('cardPage.spendable'), value: <MoneyTotal of={data} field="value" /> },
        { label: t('cardPage.frozen'), value: <MoneyTotal of={data} field="lockValue" /> },
        { label: t('cardPage.owed'), value: <MoneyTotal of={data} field="debtCents" /> },
      ]}
    />
  )
}

const issueFields = [
  'number',
  'kind',
  'cardId',
  'userId',
  'holderName',
  'holderMobile',
  'parentId',
  'physicalNumber',
  'payPassword',
  'passwordFromCents',
  'paymentCentsMax',
  'dayCentsMax',
  'name',
  'remark',
]
type Entered = Record<string, unknown>
const newHolder = ({ kind, userId }: Entered) => kind !== 'anonymous' && kind !== 'employee' && !userId
const issueWhen = {
  // Anyone who may not read the list of users names the holder by mobile number.
  userId: ({ kind, holderName, holderMobile }: Entered) => may('access.user.read') && kind !== 'anonymous' && !holderName && !holderMobile,
  holderName: newHolder,
  holderMobile: newHolder,
  parentId: ({ kind }: Entered) => kind === 'sub',
}

function Issue({ open: shown, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <SideForm title={t('cardPage.issue')} open={shown} onClose={onClose}>
      <ActForm
        of={issueUserCard}
        words="userCards"
        fields={issueFields}
        when={issueWhen}
        submitLabel={t('cardPage.issue')}
        done={t('cardPage.issued')}
        onDone={onClose}
        onCancel={onClose}
      />
    </SideForm>
  )
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
