import { userCards, type UserCardKind } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { call } from '../../core/api.ts'
import { count } from '../../core/money.ts'
import { equals, searchText, sourceOf } from '../../core/search.ts'
import { useMay, useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Figures } from '../../kit/detail/descriptions.tsx'
import { MoneyTotal } from '../../kit/detail/figures.tsx'
import { RecordDrawer } from '../../kit/form/forms.tsx'
import { laterDialog } from '../../kit/later.tsx'
import { open, pathTo } from '../../kit/links.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Button } from '../../kit/ui.ts'
import { awaitsChip } from './awaits-chip.ts'
import { actsFor, editForm, useCardActs, type CardAct } from './card-acts.tsx'
import { shownNumber } from './shown-number.ts'
import { CardStatus } from './card-status.tsx'
import { massActs, type Mass } from './mass-acts.ts'
import { MoreActs } from './more-acts.tsx'
import type { Card } from './whole-card.ts'

const columns: readonly ColumnInput<Card>[] = [
  { path: 'number', width: 190 },
  { path: 'kind', width: 100 },
  { path: 'userId', phone: 'more' },
  'user.mobile',
  { path: 'status', width: 180, cell: card => <CardStatus card={card} /> },
  'value',
  'lockValue',
  { path: 'heldCents', hidden: true },
  { path: 'principalCents', hidden: true },
  'giftCents',
  'debtCents',
  'cardId',
  { path: 'physicalNumber', hidden: true },
  { path: 'name', hidden: true },
  { path: 'parentId', hidden: true },
  { path: 'childCardNum', hidden: true },
  { path: 'hasPayPassword', hidden: true },
  { path: 'toWrite', hidden: true },
  { path: 'limitProfileId', hidden: true },
  { path: 'plates', hidden: true },
  { path: 'fuelType', hidden: true },
  { path: 'billingType', hidden: true },
  { path: 'discountId', hidden: true },
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
  'limitProfileId',
  'plates',
  'fuelType',
  'billingType',
  'discountId',
  'physicalNumber',
  'value',
  'debtCents',
  'toWrite',
  'issueTime',
]
type CardsOf = 'all' | 'employee' | 'anonymous'
const pathOf = (column: ColumnInput<Card>): string => (typeof column === 'string' ? column : 'path' in column ? column.path : column.key)
const withoutPerson = new Set(['kind', 'userId', 'user.mobile', 'parentId', 'childCardNum'])
const ofPerson = new Set<unknown>(['user.mobile', 'user.name'])
/** An employee card holds no money of its own, and a bearer card has no holder. */
const listOf: Record<CardsOf, { columns: readonly ColumnInput<Card>[]; filters: readonly FilterInput<Card>[] }> = {
  all: { columns, filters },
  employee: {
    columns: [
      { path: 'number', width: 190 },
      { path: 'userId', phone: 'more' },
      'user.mobile',
      { path: 'status', width: 180, cell: card => <CardStatus card={card} /> },
      { path: 'value', cell: () => '—', text: () => '—', sort: false },
      'cardId',
      { path: 'physicalNumber', hidden: true },
      { path: 'name', hidden: true },
      { path: 'validUntil', hidden: true },
      { path: 'remark', hidden: true },
      'issueTime',
    ],
    filters: ['number', 'user.name', 'user.mobile', 'status', 'cardId', 'physicalNumber', 'toWrite', 'issueTime'],
  },
  anonymous: {
    columns: columns.filter(column => !withoutPerson.has(pathOf(column))),
    filters: filters.filter(filter => filter !== 'kind' && !ofPerson.has(filter)),
  },
}
const IssueForm = laterDialog(() => import('./issue-form.tsx'))
const MassForm = laterDialog(() => import('./mass-form.tsx'))

interface CardsListProps {
  /** Cards of one kind alone: they are listed, and issued. */
  kind?: Exclude<CardsOf, 'all'>
  tools?: ReactNode
  children?: ReactNode
}

/** Cards with what they hold, and what can be done to each. */
export function CardsList({ kind, tools, children }: CardsListProps) {
  const { title, search, setSearch } = usePage()
  const { start, dialogs } = useCardActs()
  const [mass, setMass] = useState<Mass>()
  const bulk = useMemo(() => massActs(setMass), [])
  const fixed = useMemo(() => (kind ? [equals('kind', kind)] : []), [kind])
  const list = useList(userCards, { ...listOf[kind ?? 'all'], fixed })
  const mayIssue = useMay('card.issue')
  const show = (record: string | undefined) => setSearch(now => ({ ...now, record }))
  const record = search['record']
  return (
    <>
      <ListView
        list={list}
        label={title}
        onOpen={openCard}
        tools={tools}
        bulk={bulk}
        called={shownNumber}
        emptyHint={t('cardPage.emptyHint')}
        {...(mayIssue && { onNew: () => show('new'), newLabel: t('cardPage.issue') })}
        rowActions={card => <RowActs card={card} start={start} edit={() => show(String(card.id))} />}>
        {children}
        {kind !== 'employee' && <Totals kind={kind} />}
      </ListView>
      {record === 'new' && <IssueForm open kind={kind} onClose={() => show(undefined)} />}
      <RecordDrawer
        of={userCards}
        wanted={record === 'new' ? undefined : record}
        rows={list.rows}
        form={editForm()}
        called={shownNumber}
        onClose={() => show(undefined)}
        onReopen={show}
      />
      {mass && <MassForm {...mass} open onClose={() => setMass(undefined)} />}
      {dialogs}
    </>
  )
}

export function openCard({ id }: Card): void {
  const path = pathTo('userCards', id)
  if (path) open(path)
}

interface RowActsProps {
  card: Card
  start: (act: CardAct, card: Card) => void
  /** Where the list has a form for it. */
  edit?: () => void
}

export function RowActs({ card, start, edit }: RowActsProps) {
  const mayEdit = useMay('card.userCard.write') && !card.closedTime && edit !== undefined
  const acts = actsFor(card)
  const first = acts.filter(act => act === (awaitsChip(card) ? 'writeChip' : 'topUp'))
  return (
    <>
      {first.map(act => (
        <Button key={act} type="link" size="small" onClick={() => start(act, card)}>
          {t(`cardPage.${act}`)}
        </Button>
      ))}
      <MoreActs type="link" card={card} acts={acts.filter(act => !first.includes(act))} start={start} edit={mayEdit ? edit : undefined} />
    </>
  )
}

/** What all cards of the company hold together, or all of one kind. */
function Totals({ kind }: { kind: UserCardKind | undefined }) {
  const { visible } = usePage()
  const company = useSession(({ atStation }) => atStation?.company.id)
  const { data } = useQuery({
    queryKey: ['userCards', 'totals', 'all', company, kind],
    enabled: visible,
    refetchOnWindowFocus: true,
    queryFn: ({ signal }) =>
      call(userCards.totals, { query: { ...(kind && { search: searchText([equals('kind', kind)]) }), ...sourceOf() } }, { signal }),
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
