import { members, type Path } from '@forecourt/contract'
import { Fragment, type ReactNode } from 'react'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Drill, open, pathTo } from '../../kit/links.ts'
import type { BulkAct } from '../../kit/list/bulk.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Button } from '../../kit/ui.ts'
import { FindByIdentity } from './find-by-identity.tsx'
import { ImportButton } from './import-button.tsx'
import { MemberHead } from './member-head.tsx'
import type { Member } from './member-row.ts'
import { MemberStatus } from './member-status.tsx'

const tagsInWords = ({ tags = [] }: Member): string => tags.map(({ tag }) => tag?.name ?? '').join(t('kit.comma'))
const drawTags = ({ tags = [] }: Member): ReactNode =>
  tags.map(({ id, tagId, tag }, nth) => (
    <Fragment key={id}>
      {nth > 0 && t('kit.comma')}
      <Drill to={pathTo('tags', tagId)}>{tag?.name}</Drill>
    </Fragment>
  ))

/** What rules of tags ask after. */
const figures = [
  'spent30Cents',
  'spent90Cents',
  'spent365Cents',
  'bought30Cl',
  'bought90Cl',
  'bought365Cl',
  'fills30',
  'fills90',
  'fills365',
] as const
const columns: readonly ColumnInput<Member>[] = [
  { path: 'name', width: 160 },
  { path: 'mobile', width: 150, phone: 'more' },
  { path: 'status', width: 150, cell: member => <MemberStatus member={member} /> },
  'balanceCents',
  'frozenCents',
  'cardCount',
  'plates',
  'invoiceTitle',
  { path: 'taxId', hidden: true },
  { path: 'idNumberMask', hidden: true },
  { path: 'email', hidden: true },
  { path: 'contactPhone', hidden: true },
  { path: 'avatarId', hidden: true },
  { path: 'remark', hidden: true },
  { path: 'wechatBound', hidden: true },
  'lastPurchaseDay',
  ...figures.map(path => ({ path, hidden: true })),
  { path: 'levelId', hidden: true },
  { path: 'birthMonth', hidden: true },
  { key: 'tags', title: t('memberPage.tab_tags'), width: 200, hidden: true, cell: drawTags, text: tagsInWords, file: 'tags' },
  'createdDate',
]
/** The mobile number of who leads the fleet that a card is of: four steps, one more than the type of a path has. */
const mobileOfFleet = 'userCards.group.user.mobile' as Path<Member>
const filters: readonly FilterInput<Member>[] = [
  'mobile',
  'name',
  'userCards.number',
  'initials',
  'userCards.plates',
  { path: mobileOfFleet, as: 'fleetMobile' },
  'userCards.status',
  'disabled',
  'tags.tagId',
  'levelId',
  'lastPurchaseDay',
  'spent90Cents',
  'keptBalanceCents',
  'createdDate',
]
/** Of what product each card is says what can be done to it; and what their tags are called. */
const relations = ['userCards.card', 'tags.tag']

/** 个人会员: found by whatever of them is at hand, with what their cards hold. */
export function MembersList({ cardActs, bulk }: { cardActs: (member: Member) => ReactNode; bulk: readonly BulkAct<Member>[] }) {
  const { title } = usePage()
  const go = useGo()
  const mayAdd = useMay('member.write')
  const list = useList(members, { columns, filters, expand: relations, periodBar: false })
  return (
    <ListView
      list={list}
      label={title}
      onOpen={show}
      called={({ name }) => name}
      bulk={bulk}
      emptyHint={t('memberPage.emptyHint')}
      tools={
        <>
          <FindByIdentity />
          <ImportButton />
        </>
      }
      {...(mayAdd && { onNew: () => go('addPersonalMember'), newLabel: t('memberPage.add') })}
      rowActions={member => (
        <>
          <Button type="link" size="small" onClick={() => show(member)}>
            {t('memberPage.open')}
          </Button>
          {cardActs(member)}
        </>
      )}>
      <MemberHead />
    </ListView>
  )
}

function show({ id }: Pick<Member, 'id'>): void {
  const path = pathTo('members', id)
  if (path) open(path)
}
