import { allows, userDealActs, userDeals } from '@forecourt/contract'
import { useState } from 'react'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { StatusTag } from '../../kit/detail/figures.tsx'
import { laterDialog } from '../../kit/later.tsx'
import { Drill, pathTo } from '../../kit/links.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { Button } from '../../kit/ui.ts'
import { nameOfDeal, type UserDeal } from './user-deal.ts'

const IssueDialog = laterDialog(() => import('./issue-dialog.tsx'))
const RecallDialog = laterDialog(async () => ({ default: (await import('./recall.tsx')).RecallDialog }))
const RecallMany = laterDialog(async () => ({ default: (await import('./recall.tsx')).RecallMany }))

const holderOf = ({ user, code }: UserDeal): string => user?.name ?? (code ? t('issuedPage.codeOnly', { code }) : '—')
const columns: readonly ColumnInput<UserDeal>[] = [
  { path: 'dealId', width: 200, phone: 'what' },
  {
    path: 'userId',
    title: t('issuedPage.holder'),
    width: 190,
    cell: row => <Drill to={row.userId === null ? undefined : pathTo('members', row.userId)}>{holderOf(row)}</Drill>,
    text: holderOf,
  },
  { path: 'status', width: 100, phone: 'state', cell: ({ status }) => <StatusTag of="userDeals" field="status" value={status} /> },
  { path: 'source', width: 110 },
  { path: 'issuedDate', width: 170 },
  { path: 'endTime', width: 170 },
  { path: 'usedDate', width: 170 },
  { path: 'orderId', width: 170 },
  { path: 'discountCents', phone: 'amount' },
  { path: 'issuedById', width: 120, hidden: true },
  { path: 'promoterId', width: 120, hidden: true },
  { path: 'stationId', width: 150, hidden: true },
  { path: 'terms', hidden: true },
  { path: 'recalledDate', hidden: true },
  { path: 'recallReason', hidden: true },
]
const filters: readonly FilterInput<UserDeal>[] = ['user.mobile', 'code', 'status', 'source', 'dealId', 'issuedDate', 'endTime', 'usedDate']

/** 用户卡券: what was issued, who holds it and what became of it. @source requirements MKT-006, MKT-010, MKT-041 */
export default function UserDealsPage() {
  const mayIssue = useMay('coupon.issue')
  const mayRecall = useMay(userDealActs.recall.call.permission)
  const [issuing, setIssuing] = useState(false)
  const [recalled, setRecalled] = useState<UserDeal>()
  const [chosen, setChosen] = useState<readonly UserDeal[]>()
  return (
    <>
      <ListPage<UserDeal>
        of={userDeals}
        columns={columns}
        filters={filters}
        expand={['user']}
        called={nameOfDeal}
        emptyHint={t('issuedPage.none')}
        tools={
          mayIssue && (
            <Button type="primary" onClick={() => setIssuing(true)}>
              {t('dealPage.issue')}
            </Button>
          )
        }
        {...(mayRecall && {
          rowActions: row =>
            allows(userDealActs.recall, row.status) && (
              <Button type="link" size="small" danger onClick={() => setRecalled(row)}>
                {t('issuedPage.recall')}
              </Button>
            ),
          bulk: [
            {
              key: 'recall',
              label: t('issuedPage.recall'),
              danger: true,
              ask: () => '',
              run: () => Promise.resolve(),
              together: setChosen,
            },
          ],
        })}
      />
      {issuing && <IssueDialog onClose={() => setIssuing(false)} />}
      {recalled && <RecallDialog of={recalled} onClose={() => setRecalled(undefined)} />}
      {chosen && <RecallMany rows={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}
