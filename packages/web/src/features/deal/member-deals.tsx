import { allows, userDealActs, userDeals } from '@forecourt/contract'
import { useState } from 'react'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { StatusTag } from '../../kit/detail/figures.tsx'
import { Related } from '../../kit/detail/related.tsx'
import { laterDialog } from '../../kit/later.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { addressOf } from '../../kit/page/address.ts'
import { Button } from '../../kit/ui.ts'
import type { UserDeal } from './user-deal.ts'
import './deal.css'

const IssueDialog = laterDialog(() => import('./issue-dialog.tsx'))
const RecallDialog = laterDialog(async () => ({ default: (await import('./recall.tsx')).RecallDialog }))

const columns: readonly ColumnInput<UserDeal>[] = [
  { path: 'dealId', width: 200, phone: 'what' },
  { path: 'status', width: 100, phone: 'state', cell: ({ status }) => <StatusTag of="userDeals" field="status" value={status} /> },
  { path: 'source', width: 110 },
  { path: 'issuedDate', width: 170 },
  { path: 'endTime', width: 170 },
  { path: 'usedDate', width: 170 },
  { path: 'orderId', width: 170 },
  { path: 'discountCents', phone: 'amount' },
]

/** 卡券: what a member holds and held; one is issued or taken back here. @source requirement MEM-044 */
export default function MemberDeals({ userId, mobile }: { userId: number; mobile: string | null }) {
  const mayIssue = useMay('coupon.issue')
  const mayRecall = useMay(userDealActs.recall.call.permission)
  const [issuing, setIssuing] = useState(false)
  const [recalled, setRecalled] = useState<UserDeal>()
  return (
    <>
      <Related<UserDeal>
        of={userDeals}
        title={t('userDeals.one')}
        where={[equals('user.id', userId)]}
        columns={columns}
        size={20}
        empty={t('issuedPage.memberNone')}
        {...(mobile && { more: addressOf('userDeals', {}, { 'user.mobile': mobile }) })}
        {...(mayRecall && {
          rowActions: row =>
            allows(userDealActs.recall, row.status) && (
              <Button type="link" size="small" danger onClick={() => setRecalled(row)}>
                {t('issuedPage.recall')}
              </Button>
            ),
        })}
      />
      {mayIssue && (
        <div className="deal-under">
          <Button onClick={() => setIssuing(true)}>{t('dealPage.issue')}</Button>
        </div>
      )}
      {issuing && <IssueDialog userId={userId} onClose={() => setIssuing(false)} />}
      {recalled && <RecallDialog of={recalled} onClose={() => setRecalled(undefined)} />}
    </>
  )
}
