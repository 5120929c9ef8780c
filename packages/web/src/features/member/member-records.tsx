import { members, orders, userCardDetails, type RecordNamed } from '@forecourt/contract'
import { useMemo } from 'react'
import { anyOf } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { Related } from '../../kit/detail/related.tsx'
import { History } from '../../kit/history/history.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { MemberTab } from './member-page.tsx'
import type { Member } from './member-row.ts'

type Order = RecordNamed<'orders'>
type Movement = RecordNamed<'userCardDetails'>
const orderColumns: readonly ColumnInput<Order>[] = ['orderNo', 'createdDate', 'totalCents', 'status', 'payType', 'stationId']
const movementColumns: readonly ColumnInput<Movement>[] = [
  'createdDate',
  'userCard.number',
  'type',
  'amountCents',
  'balanceAfterCents',
  'payType',
  'orderId',
  'stationId',
]

/** Rows of any of their cards, found by the numbers of these. A member without cards has none. */
const useCards = ({ userCards }: Member) =>
  useMemo(
    () => [
      anyOf(
        'userCard.id',
        (userCards ?? []).map(({ id }) => id),
      ),
    ],
    [userCards],
  )
const nothing = () => <p className="k-quiet">{t('memberPage.noCards')}</p>

function Orders({ member }: { member: Member }) {
  const where = useCards(member)
  if (!member.userCards?.length) return nothing()
  return <Related of={orders} title={t('memberPage.tab_orders')} where={where} columns={orderColumns} size={20} />
}

function Movements({ member }: { member: Member }) {
  const where = useCards(member)
  if (!member.userCards?.length) return nothing()
  return <Related of={userCardDetails} title={t('memberPage.tab_records')} where={where} columns={movementColumns} size={20} />
}

/** 积分与等级: what stands in it is of the feature of points. */
export const pointsTab = (draw: MemberTab['draw']): MemberTab => ({
  key: 'points',
  label: t('memberPage.tab_points'),
  permission: 'points.read',
  draw,
})

/** 标签: what stands in it is of the feature of tags. */
export const tagsTab = (draw: MemberTab['draw']): MemberTab => ({
  key: 'tags',
  label: t('memberPage.tab_tags'),
  permission: 'tag.read',
  draw,
})

/** 卡券: what stands in it is of the feature of coupons. */
export const couponsTab = (draw: MemberTab['draw']): MemberTab => ({
  key: 'coupons',
  label: t('memberPage.tab_coupons'),
  permission: 'userDeal.read',
  draw,
})

export const recordTabs = (): MemberTab[] => [
  {
    key: 'orders',
    label: t('memberPage.tab_orders'),
    permission: orders.list.permission,
    draw: member => <Orders member={member} />,
  },
  {
    key: 'records',
    label: t('memberPage.tab_records'),
    permission: userCardDetails.list.permission,
    draw: member => <Movements member={member} />,
  },
  { key: 'history', label: t('memberPage.tab_history'), permission: 'audit.read', draw: ({ id }) => <History of={members} id={id} /> },
]
