import { memberLiability, pointsCards, type RecordNamed } from '@forecourt/contract'
import { useState, type ReactNode } from 'react'
import { count } from '../../core/money.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { StatusTag } from '../../kit/detail/figures.tsx'
import { laterDialog } from '../../kit/later.tsx'
import { Drill, open, pathTo } from '../../kit/links.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Button, Tabs } from '../../kit/ui.ts'
import { OwedByMonth } from './owed-by-month.tsx'

const RedeemDialog = laterDialog(() => import('./redeem-dialog.tsx'))
type PointsCard = RecordNamed<'pointsCards'>

const holderOf = ({ user, group }: PointsCard): string => user?.name ?? group?.name ?? '—'
const holderPath = ({ userId }: PointsCard) => (userId === null ? undefined : pathTo('members', userId))
const endWord = ({ endsOn, endingPoints }: PointsCard): string =>
  endsOn === null ? t('store.noEnd') : t('store.ends', { points: count(endingPoints), date: endsOn })
const columns: readonly ColumnInput<PointsCard>[] = [
  {
    path: 'userId',
    title: t('store.holder'),
    width: 160,
    phone: 'what',
    cell: row => <Drill to={holderPath(row)}>{holderOf(row)}</Drill>,
    text: holderOf,
  },
  { path: 'user.mobile', width: 140 },
  { path: 'points', width: 120, phone: 'amount', counted: () => t('store.unit') },
  { path: 'endsOn', width: 220, cell: endWord, text: endWord },
  { path: 'owedPoints', width: 110 },
  { path: 'growth', width: 110 },
  { path: 'levelId', width: 120 },
  { path: 'status', width: 100, phone: 'state', cell: ({ status }) => <StatusTag of="pointsCards" field="status" value={status} /> },
  { path: 'number', width: 170 },
  { path: 'groupId', hidden: true },
  { path: 'closedTime', hidden: true },
  { path: 'createdDate', hidden: true },
]
const filters: readonly FilterInput<PointsCard>[] = ['user.mobile', 'status', 'points', 'endsOn', 'levelId', 'number']

const parts = ['cards', 'owed'] as const

/** 积分卡明细: who holds how many points, and in a tab what all of them come to. @source requirements PTS-006, PTS-015 */
export default function PointsCardsPage() {
  const { search, setSearch } = usePage()
  const mayReadOwed = useMay(memberLiability.permission)
  const front = search['tab'] === 'owed' && mayReadOwed ? 'owed' : 'cards'
  const tabs = mayReadOwed && (
    <Tabs
      className="k-parts"
      activeKey={front}
      onChange={tab => setSearch({ tab: tab === 'cards' ? undefined : tab })}
      items={parts.map(key => ({ key, label: t(`store.tab_${key}`) }))}
    />
  )
  return front === 'owed' ? <OwedByMonth>{tabs}</OwedByMonth> : <PointsCards>{tabs}</PointsCards>
}

/** Who holds how many points, what ends next, and what they have grown to. */
function PointsCards({ children }: { children: ReactNode }) {
  const mayRedeem = useMay('redemption.handOut')
  const [payer, setPayer] = useState<PointsCard>()
  return (
    <>
      <ListPage<PointsCard>
        of={pointsCards}
        columns={columns}
        filters={filters}
        expand={['user', 'group']}
        called={holderOf}
        onOpen={row => open(pathTo('userCards', row.id)!)}
        emptyHint={t('store.noCards')}
        {...(mayRedeem && {
          rowActions: row =>
            row.points > 0 && (
              <Button type="link" size="small" onClick={() => setPayer(row)}>
                {t('store.redeem')}
              </Button>
            ),
        })}>
        {children}
      </ListPage>
      {payer && (
        <RedeemDialog payer={{ userCardId: payer.id, name: holderOf(payer), points: payer.points }} onClose={() => setPayer(undefined)} />
      )}
    </>
  )
}
