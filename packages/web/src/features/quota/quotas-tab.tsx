import { allocationPlans, fleets } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call } from '../../core/api.ts'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { SideForm } from '../../kit/form/forms.tsx'
import { choiceLabel } from '../../kit/label.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { State } from '../../kit/state.tsx'
import { Alert, Button } from '../../kit/ui.ts'
import { PlanForm } from './plan-form.tsx'
import { RunDetails, Runs } from './quota-runs.tsx'
import { amountWords, rhythmWords, type Plan } from './quota-words.ts'
import './quota.css'

const standingWords = ({ active }: Plan) => choiceLabel('allocationPlans', 'active', String(active))
const Standing = (plan: Plan) => <State member={plan.active ? 'normal' : 'disable'}>{standingWords(plan)}</State>
const columns: readonly ColumnInput<Plan>[] = [
  { path: 'name', width: 220 },
  { path: 'period', width: 190, cell: rhythmWords, text: rhythmWords },
  { path: 'amountCents', width: 230, cell: amountWords, text: amountWords, sort: false },
  { path: 'leftover', width: 220 },
  { path: 'active', width: 100, cell: Standing, text: standingWords },
  { path: 'nextRunDate', width: 160, cell: ({ nextRunDate }) => time(nextRunDate, 'minute') },
  { path: 'createdDate', hidden: true },
]
const noFilters = [] as const

/** 定额: by which plans the sub cards of a fleet get their amounts, and what each of them did. @source decisions FL12 */
export default function QuotasTab({ groupId }: { groupId: number }) {
  const { search, setSearch } = usePage()
  const open = (run: number | undefined) => setSearch(now => ({ tab: now['tab'], run }))
  const id = Number(search['run'])
  if (Number.isSafeInteger(id) && id > 0) return <RunDetails id={id} onBack={() => open(undefined)} />
  return (
    <>
      <Plans groupId={groupId} />
      <div className="quota-runs">
        <Section title={t('quota.runs')}>
          <Runs groupId={groupId} onOpen={open} />
        </Section>
      </div>
    </>
  )
}

function Plans({ groupId }: { groupId: number }) {
  const fixed = useMemo(() => [equals('group.id', groupId)], [groupId])
  const list = useList<Plan>(allocationPlans, { columns, filters: noFilters, fixed, prefix: 'quotas.' })
  const { data: fleet } = useRecord(fleets, groupId)
  const shares = fleet?.valueMode === 'share'
  const mayWrite = useMay('quota.write') && fleet !== undefined && !shares
  const [form, setForm] = useState<Plan | 'new'>()
  const close = () => setForm(undefined)
  const edited = typeof form === 'object' ? form : undefined
  const actions = (plan: Plan) => <PlanActs plan={plan} onEdit={() => setForm(plan)} />
  return (
    <>
      {shares && <Alert type="info" showIcon title={t('quota.shares')} />}
      <ListView
        list={list}
        label={t('quota.plans')}
        embedded
        emptyHint={t('quota.none')}
        {...(mayWrite && {
          onNew: () => setForm('new'),
          newLabel: t('quota.add'),
          rowActions: actions,
        })}
      />
      <SideForm title={edited ? t('kit.editOne', called(edited)) : t('quota.add')} open={form !== undefined} onClose={close}>
        {form && <PlanForm key={edited?.id ?? 'new'} groupId={groupId} plan={edited} onClose={close} />}
      </SideForm>
    </>
  )
}

const called = ({ name }: Plan) => ({ noun: t('allocationPlans.one'), name })

function PlanActs({ plan, onEdit }: { plan: Plan; onEdit: () => void }) {
  const { id, name, active } = plan
  const confirm = useConfirm()
  const toast = useToast()
  const cache = useQueryClient()
  const readAnew = () => cache.invalidateQueries({ queryKey: [allocationPlans.name] })
  const pause = async () => {
    const act = () => call(allocationPlans.pause, { id })
    if (await confirm({ text: t('quota.pauseAsk', { name }), ok: t('quota.pause'), act })) toast.done(t('quota.paused'))
    await readAnew()
  }
  const resume = async () => {
    try {
      const { nextRunDate } = await call(allocationPlans.resume, { id }, { quiet: true })
      toast.done(t('quota.resumed', { time: time(nextRunDate, 'minute') }))
    } catch (error) {
      toast.failed(error)
    }
    await readAnew()
  }
  return (
    <>
      <Button type="link" size="small" aria-label={t('kit.editOne', called(plan))} onClick={onEdit}>
        {t('kit.edit')}
      </Button>
      <Button
        type="link"
        size="small"
        aria-label={t(active ? 'quota.pauseOf' : 'quota.resumeOf', { name })}
        onClick={() => void (active ? pause() : resume())}>
        {t(active ? 'quota.pause' : 'quota.resume')}
      </Button>
    </>
  )
}
