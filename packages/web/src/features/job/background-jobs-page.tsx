import { allows, jobActs, jobs, type RowOf } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useMay } from '../../core/session.ts'
import { hasWords, t, wordsFor } from '../../i18n/index.ts'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { Button } from '../../kit/ui.ts'

type Job = RowOf<typeof jobs>

/** A task in words; one that is new shows its name. */
function taskWords({ task }: Job): string {
  const key = `jobs.task_${task.replaceAll(/\W(\w)/g, (_, letter: string) => letter.toUpperCase())}`
  return hasWords(key) ? wordsFor(key) : task
}

const columns: readonly ColumnInput<Job>[] = [
  { path: 'createdDate', width: 170 },
  { path: 'task', width: 180, cell: taskWords, text: taskWords },
  { path: 'state', width: 110 },
  { path: 'attempts', width: 90 },
  { path: 'lastError', width: 320 },
  { path: 'runDate', width: 170 },
  { path: 'finishedDate', width: 170 },
  { path: 'startedDate', width: 170, hidden: true },
  { path: 'createdBy', width: 130, hidden: true },
  { path: 'key', width: 130, hidden: true },
]
const filters: readonly FilterInput<Job>[] = ['state', { path: 'createdDate', time: true }, 'task', 'lastError']

/** 后台任务: what the product does by itself after an action, what of it waits, and what has failed. */
export default function BackgroundJobsPage() {
  return (
    <ListPage<Job> of={jobs} columns={columns} filters={filters} rowActions={job => <Acts job={job} />} emptyHint={t('jobs.emptyHint')} />
  )
}

function Acts({ job }: { job: Job }) {
  const may = useMay('job.write')
  const confirm = useConfirm()
  const cache = useQueryClient()
  const toast = useToast()
  const ask = async (act: 'again' | 'cancel') => {
    const sure = await confirm({
      text: t(`jobs.${act}Ask`, { task: taskWords(job) }),
      ok: t(`jobs.${act}`),
      danger: act === 'cancel',
      act: () => call(jobs[act], { id: job.id }),
    })
    if (!sure) return
    toast.done(t(`jobs.${act}Done`))
    await cache.invalidateQueries({ queryKey: ['jobs'] })
  }
  if (!may) return null
  return (
    <>
      {allows(jobActs.again, job.state) && (
        <Button type="link" size="small" onClick={() => void ask('again')}>
          {t('jobs.again')}
        </Button>
      )}
      {allows(jobActs.cancel, job.state) && (
        <Button type="link" size="small" danger onClick={() => void ask('cancel')}>
          {t('jobs.cancel')}
        </Button>
      )}
    </>
  )
}
