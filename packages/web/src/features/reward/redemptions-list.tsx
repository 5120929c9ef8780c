import { allows, redemptionActs, redemptions, type RecordNamed } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { call, newAct } from '../../core/api.ts'
import { count } from '../../core/money.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { StatusTag } from '../../kit/detail/figures.tsx'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { ActForm, DialogForm } from '../../kit/form/forms.tsx'
import { laterDialog } from '../../kit/later.tsx'
import { Drill, pathTo } from '../../kit/links.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { Button } from '../../kit/ui.ts'

const RedeemDialog = laterDialog(() => import('./redeem-dialog.tsx'))
type Redemption = RecordNamed<'redemptions'>

const holderOf = ({ user, userCard }: Redemption): string => user?.name ?? userCard?.group?.name ?? '—'
const columns: readonly ColumnInput<Redemption>[] = [
  { path: 'createdDate', width: 180 },
  {
    path: 'userId',
    title: t('store.holder'),
    width: 160,
    cell: row => <Drill to={row.userId === null ? undefined : pathTo('members', row.userId)}>{holderOf(row)}</Drill>,
    text: holderOf,
  },
  { path: 'rewardName', width: 220, phone: 'what' },
  { path: 'status', width: 110, phone: 'state', cell: ({ status }) => <StatusTag of="redemptions" field="status" value={status} /> },
  { path: 'pieces', width: 90 },
  { path: 'points', width: 110, phone: 'amount', counted: () => t('store.unit') },
  { path: 'couponCount', width: 110 },
  { path: 'stationId', width: 150 },
  { path: 'redeemedById', width: 130, hidden: true },
  { path: 'receivedDate', width: 180 },
  { path: 'receivedById', hidden: true },
  { path: 'cancelledDate', hidden: true },
  { path: 'cancelledById', hidden: true },
  { path: 'cancelReason', hidden: true },
  { path: 'remark', hidden: true },
  { path: 'userCardId', hidden: true },
]
const filters: readonly FilterInput<Redemption>[] = ['createdDate', 'user.mobile', 'status', 'rewardId', 'rewardName', 'stationId']
const changes = ['redemptions', 'rewards', 'pointsCards', 'pointsDetails', 'userDeals', 'deals', 'users', 'auditLogs']

/** 兑换记录: what was redeemed, what is still to be handed out, and what was cancelled. @source requirements PTS-003, PTS-004 */
export function RedemptionsList({ children }: { children: ReactNode }) {
  const mayHandOut = useMay(redemptionActs.receive.call.permission)
  const mayCancel = useMay(redemptionActs.cancel.call.permission)
  const [redeeming, setRedeeming] = useState(false)
  const [cancelled, setCancelled] = useState<Redemption>()
  const receive = useReceive()
  return (
    <>
      <ListPage<Redemption>
        of={redemptions}
        columns={columns}
        filters={filters}
        expand={['user', 'userCard.group']}
        called={({ rewardName }) => rewardName}
        emptyHint={t('store.noRedemptions')}
        tools={
          mayHandOut && (
            <Button type="primary" onClick={() => setRedeeming(true)}>
              {t('store.redeem')}
            </Button>
          )
        }
        {...((mayHandOut || mayCancel) && {
          rowActions: row => (
            <>
              {mayHandOut && allows(redemptionActs.receive, row.status) && (
                <Button type="link" size="small" onClick={() => void receive(row)}>
                  {t('store.receive')}
                </Button>
              )}
              {mayCancel && allows(redemptionActs.cancel, row.status) && (
                <Button type="link" size="small" danger onClick={() => setCancelled(row)}>
                  {t('store.cancel')}
                </Button>
              )}
            </>
          ),
        })}>
        {children}
      </ListPage>
      {redeeming && <RedeemDialog onClose={() => setRedeeming(false)} />}
      {cancelled && <CancelDialog of={cancelled} onClose={() => setCancelled(undefined)} />}
    </>
  )
}

/** What is handed out is asked for once more, by name and number: it is not undone. */
function useReceive() {
  const confirm = useConfirm()
  const toast = useToast()
  const cache = useQueryClient()
  return async (row: Redemption) => {
    const { id, rewardName: name, pieces } = row
    const act = () => call(redemptions.receive, { id }, { act: newAct() })
    const text = t('store.receiveAsk', { name, pieces: count(pieces), member: holderOf(row) })
    if (!(await confirm({ text, ok: t('store.receive'), act }))) return
    toast.done(t('store.received', { name }))
    await Promise.all(['redemptions', 'auditLogs'].map(key => cache.invalidateQueries({ queryKey: [key] })))
  }
}

/** Points return into the lots that they came from, pieces into the stock, unused coupons to the company. */
function CancelDialog({ of, onClose }: { of: Redemption; onClose: () => void }) {
  const { rewardName: name, points, pieces, couponCount } = of
  return (
    <DialogForm title={t('store.cancelOf', { name })} open onClose={onClose}>
      <ActForm
        of={redemptions.cancel}
        id={of.id}
        words="cancelRedemption"
        changes={changes}
        fields={['reason']}
        effect={() =>
          couponCount > 0
            ? t('store.cancelWithCoupons', { points: count(points), pieces: count(pieces), coupons: count(couponCount) })
            : t('store.cancelEffect', { points: count(points), pieces: count(pieces) })
        }
        submitLabel={t('store.cancel')}
        danger
        done={t('store.cancelled')}
        onDone={onClose}
        onCancel={onClose}
      />
    </DialogForm>
  )
}
