import { allows, dealActs, deals } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { call, newAct } from '../../core/api.ts'
import { count } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { fromTo, time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { StatusTag } from '../../kit/detail/figures.tsx'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { laterDialog } from '../../kit/later.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { PageLink } from '../../kit/page/page-link.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Button } from '../../kit/ui.ts'
import { BudgetBar } from './budget-bar.tsx'
import type { Deal } from './deal-form.tsx'
import { budgetOf } from './deal-rules.ts'
import { OfScript, numbered } from './of-script.tsx'
import { isOfDeals, type DealScript } from './use-scripts.ts'
import './deal.css'

const IssueDialog = laterDialog(() => import('./issue-dialog.tsx'))

const plannedOf = ({ maxCount }: Deal): string => (maxCount === 0 ? t('dealPage.unlimited') : count(maxCount))
const periodOf = ({ startTime, endTime }: Deal): string => fromTo(time(startTime, 'minute'), time(endTime, 'minute'))
const columns: readonly ColumnInput<Deal>[] = [
  { path: 'name', width: 200 },
  { path: 'timing', width: 110, phone: 'state', cell: ({ timing }) => <StatusTag of="deals" field="timing" value={timing} /> },
  { path: 'maxCount', width: 110, cell: plannedOf, text: plannedOf },
  'claimCount',
  'usedCount',
  'promotedCount',
  { path: 'discountCents', phone: 'amount' },
  {
    key: 'budget',
    title: t('dealPage.budget'),
    width: 210,
    cell: ({ committedCents, budgetCents }) => <BudgetBar {...{ committedCents, budgetCents }} />,
    text: ({ committedCents, budgetCents }) => budgetOf(committedCents, budgetCents)?.words ?? t('market.noBudget'),
  },
  { path: 'startTime', title: t('dealPage.period'), width: 300, cell: periodOf, text: periodOf },
  { path: 'createdDate', hidden: true },
]
const filters: readonly FilterInput<Deal>[] = ['name', 'timing', 'startTime', 'endTime', 'createdDate']

/** 优惠券 of one kind. @source requirement MKT-038 */
export default function DealPage() {
  const { params } = usePage()
  return (
    <OfScript is={isOfDeals} of={numbered(params['scriptId'])}>
      {script => <Deals key={script.id} script={script} />}
    </OfScript>
  )
}

function Deals({ script }: { script: DealScript }) {
  const { setTitle } = usePage()
  useEffect(() => setTitle(script.name), [script.name, setTitle])
  const go = useGo()
  const mayWrite = useMay('deal.write')
  const mayIssue = useMay('coupon.issue')
  const turn = useTurn()
  const [issuing, setIssuing] = useState<Deal>()
  const fixed = useMemo(() => [equals('kind', script.gives)], [script.gives])
  const list = useList<Deal>(deals, { columns, filters, fixed, periodBar: false })
  const edit = ({ id }: Deal) => go('editDeal', { dealId: id })
  return (
    <>
      <ListView
        list={list}
        label={script.name}
        called={({ name }) => name}
        emptyHint={t('dealPage.none', { name: script.name })}
        {...(mayWrite && {
          onOpen: edit,
          onNew: () => go('addDeal', { scriptId: script.id }),
          newLabel: t('dealPage.addTitle', { name: script.name }),
        })}
        rowActions={row => (
          <>
            {mayWrite && <RowButton label={t('kit.edit')} onPress={() => edit(row)} />}
            {mayIssue && row.timing === 'inEffect' && <RowButton label={t('dealPage.issue')} onPress={() => setIssuing(row)} />}
            {mayWrite &&
              acts
                .filter(act => allows(dealActs[act], row.timing))
                .map(act => <RowButton key={act} label={t(`dealPage.${act}`)} onPress={() => void turn(act, row)} />)}
            <PageLink page="userDeals" search={{ dealId: row.id }} className="k-link" orNothing>
              {t('dealPage.issuedOnes')}
            </PageLink>
          </>
        )}
      />
      {issuing && <IssueDialog deal={issuing} onClose={() => setIssuing(undefined)} />}
    </>
  )
}

const acts = ['enable', 'disable'] as const
type Act = (typeof acts)[number]

const RowButton = ({ label, onPress }: { label: string; onPress: () => void }) => (
  <Button type="link" size="small" onClick={onPress}>
    {label}
  </Button>
)

/** What is disabled is asked about, for those who hold it cannot use it any more; it can be enabled again. */
function useTurn() {
  const confirm = useConfirm()
  const toast = useToast()
  const cache = useQueryClient()
  return async (act: Act, { id, name }: Deal) => {
    if (act === 'disable' && !(await confirm({ text: t('dealPage.disableAsk', { name }), ok: t('dealPage.disable'), danger: true }))) return
    try {
      await call(dealActs[act].call, { id }, { act: newAct() })
      await Promise.all(['deals', 'scripts', 'auditLogs'].map(key => cache.invalidateQueries({ queryKey: [key] })))
      toast.done(t(act === 'enable' ? 'dealPage.enabled' : 'dealPage.disabled'))
    } catch (error) {
      toast.failed(error)
    }
  }
}
