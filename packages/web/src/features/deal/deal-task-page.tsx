import { allows, dealTaskActs, dealTasks } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call, newAct } from '../../core/api.ts'
import { count } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { fromTo, time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Button } from '../../kit/ui.ts'
import type { Activity } from './activity-form.tsx'
import { ActivityState } from './activity-state.tsx'
import { numbered, OfScript } from './of-script.tsx'
import { isOfActivities, type ActivityScript } from './use-scripts.ts'

const mostOf = ({ maxIssue }: Activity): string => (maxIssue === 0 ? t('dealPage.unlimited') : count(maxIssue))
const periodOf = ({ startTime, endTime }: Activity): string => fromTo(time(startTime, 'minute'), time(endTime, 'minute'))
const always: readonly ColumnInput<Activity>[] = [
  { path: 'name', width: 220, phone: 'what' },
  { path: 'timing', width: 110, phone: 'state', cell: row => <ActivityState of={row} /> },
]
const ofGifts: readonly ColumnInput<Activity>[] = [
  { path: 'maxIssue', width: 130, cell: mostOf, text: mostOf },
  'givenCount',
  'couponCount',
  { path: 'refusedCount', width: 110 },
]
const ofPrices: readonly ColumnInput<Activity>[] = ['centsPerL', 'percent']
const last: readonly ColumnInput<Activity>[] = [
  { path: 'startTime', title: t('dealPage.period'), width: 300, cell: periodOf, text: periodOf },
  { path: 'smsNotice', hidden: true },
  { path: 'officialNotice', hidden: true },
  { path: 'createdDate', hidden: true },
]
const filters: readonly FilterInput<Activity>[] = ['name', 'timing', 'startTime', 'endTime', 'createdDate']

/** 营销活动 of one kind. @source requirement MKT-035 */
export default function DealTaskPage() {
  const { params } = usePage()
  return (
    <OfScript is={isOfActivities} of={numbered(params['scriptId'])}>
      {script => <Activities key={script.id} script={script} />}
    </OfScript>
  )
}

function Activities({ script }: { script: ActivityScript }) {
  const { setTitle } = usePage()
  useEffect(() => setTitle(script.name), [script.name, setTitle])
  const go = useGo()
  const mayWrite = useMay('dealTask.write')
  const turn = useTurn()
  const fixed = useMemo(() => [equals('kind', script.activity)], [script.activity])
  const columns = useMemo(() => [...always, ...(script.activity === 'price' ? ofPrices : ofGifts), ...last], [script.activity])
  const list = useList<Activity>(dealTasks, { columns, filters, fixed, periodBar: false })
  const open = ({ id }: Activity) => go('editDealTask', { dealTaskId: id })
  return (
    <ListView
      list={list}
      label={script.name}
      called={({ name }) => name}
      emptyHint={t('activityPage.none', { name: script.name })}
      onOpen={open}
      {...(mayWrite && {
        onNew: () => go('addDealTask', { scriptId: script.id }),
        newLabel: t('dealPage.addTitle', { name: script.name }),
        rowActions: (row: Activity) => (
          <>
            {acts
              .filter(act => allows(dealTaskActs[act], row.timing))
              .map(act => (
                <Button key={act} type="link" size="small" onClick={() => void turn(act, row)}>
                  {t(`dealPage.${act}`)}
                </Button>
              ))}
          </>
        ),
      })}
    />
  )
}

const acts = ['enable', 'disable'] as const

/** What is disabled gives nothing until it is enabled again, so that is asked about. */
function useTurn() {
  const confirm = useConfirm()
  const toast = useToast()
  const cache = useQueryClient()
  return async (act: (typeof acts)[number], { id, name }: Activity) => {
    if (act === 'disable' && !(await confirm({ text: t('activityPage.disableAsk', { name }), ok: t('dealPage.disable'), danger: true })))
      return
    try {
      await call(dealTaskActs[act].call, { id }, { act: newAct() })
      await Promise.all(['dealTasks', 'auditLogs'].map(key => cache.invalidateQueries({ queryKey: [key] })))
      toast.done(t(act === 'enable' ? 'dealPage.enabled' : 'dealPage.disabled'))
    } catch (error) {
      toast.failed(error)
    }
  }
}
