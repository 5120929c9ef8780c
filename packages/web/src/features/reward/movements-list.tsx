import { pointsDetails, revocablePoints, type RecordNamed } from '@forecourt/contract'
import { useState, type ReactNode } from 'react'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { laterDialog } from '../../kit/later.tsx'
import { Drill, pathTo } from '../../kit/links.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { Button } from '../../kit/ui.ts'

const RevokeDialog = laterDialog(() => import('./revoke-dialog.tsx'))
type Movement = RecordNamed<'pointsDetails'>

const holderOf = ({ user, userCard }: Movement): string => user?.name ?? userCard?.group?.name ?? '—'
const columns: readonly ColumnInput<Movement>[] = [
  { path: 'createdDate', width: 180 },
  {
    path: 'userId',
    title: t('store.holder'),
    width: 160,
    phone: 'what',
    cell: row => <Drill to={row.userId === null ? undefined : pathTo('members', row.userId)}>{holderOf(row)}</Drill>,
    text: holderOf,
  },
  { path: 'type', width: 120, phone: 'state' },
  { path: 'points', width: 110, phone: 'amount', counted: () => t('store.unit') },
  { path: 'pointsAfter', width: 120 },
  { path: 'orderId', width: 190 },
  { path: 'remark', width: 200 },
  { path: 'revoked', width: 90 },
  { path: 'operatorId', width: 130 },
  { path: 'topUpId', hidden: true },
  { path: 'userCardId', hidden: true },
]
const filters: readonly FilterInput<Movement>[] = ['createdDate', 'user.mobile', 'type', 'points', 'remark']
const isAmong = (types: readonly string[], { type }: Movement): boolean => types.includes(type)

/** 累计记录: each movement of points, with what was held after it; what may be undone is undone here. */
export function MovementsList({ children }: { children: ReactNode }) {
  const mayTakeBack = useMay('points.deduct')
  const mayRestore = useMay('points.give')
  const [revoking, setRevoking] = useState<Movement>()
  const mayRevoke = (row: Movement): boolean =>
    !row.revoked && ((mayTakeBack && isAmong(revocablePoints.takeBack, row)) || (mayRestore && isAmong(revocablePoints.restore, row)))
  return (
    <>
      <ListPage<Movement>
        of={pointsDetails}
        columns={columns}
        filters={filters}
        expand={['user', 'userCard.group']}
        emptyHint={t('store.noMovements')}
        {...((mayTakeBack || mayRestore) && {
          rowActions: row =>
            mayRevoke(row) && (
              <Button type="link" size="small" danger onClick={() => setRevoking(row)}>
                {t('store.revoke')}
              </Button>
            ),
        })}>
        {children}
      </ListPage>
      {revoking && <RevokeDialog of={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  )
}
