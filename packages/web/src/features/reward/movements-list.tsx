import { pointsDetails, type RecordNamed } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { Drill, pathTo } from '../../kit/links.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListPage } from '../../kit/list/list-page.tsx'

type Movement = RecordNamed<'pointsDetails'>

const holderOf = ({ user }: Movement): string => user?.name ?? '—'
const columns: readonly ColumnInput<Movement>[] = [
  { path: 'createdDate', width: 180 },
  {
    path: 'userId',
    title: t('store.member'),
    width: 160,
    phone: 'what',
    cell: row => <Drill to={row.userId === null ? undefined : pathTo('members', row.userId)}>{holderOf(row)}</Drill>,
    text: holderOf,
  },
  { path: 'type', width: 120, phone: 'state' },
  { path: 'points', width: 110, phone: 'amount' },
  { path: 'pointsAfter', width: 120 },
  { path: 'orderId', width: 190 },
  { path: 'remark', width: 200 },
  { path: 'operatorId', width: 130 },
  { path: 'topUpId', hidden: true },
  { path: 'userCardId', hidden: true },
]
const filters: readonly FilterInput<Movement>[] = ['createdDate', 'user.mobile', 'type', 'points', 'remark']

/** 累计记录: each movement of points, with what was held after it. */
export const MovementsList = ({ children }: { children: ReactNode }) => (
  <ListPage<Movement> of={pointsDetails} columns={columns} filters={filters} expand={['user']} emptyHint={t('store.noMovements')}>
    {children}
  </ListPage>
)
