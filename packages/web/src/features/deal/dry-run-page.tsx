import { dryRuns } from '@forecourt/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, newAct } from '../../core/api.ts'
import { useMay } from '../../core/session.ts'
import { fromTo } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { RecordFailed } from '../../kit/detail/record-failed.tsx'
import { saidOnPage, useRecord } from '../../kit/detail/use-record.ts'
import { TryOffer } from '../../kit/dry-run/try-offer.tsx'
import { Bones, Empty, Failed } from '../../kit/feedback/states.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import type { Values } from '../../kit/form/values.ts'
import { recordWords } from '../../kit/judgement/range-words.ts'
import { useNamed } from '../../kit/judgement/use-named.ts'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Button } from '../../kit/ui.ts'
import { activitySentences, namedByActivity } from './activity-words.ts'
import { dealSentences, namedBy } from './deal-words.ts'
import { DryRunResult } from './dry-run-result.tsx'
import { DryRunState } from './dry-run-state.tsx'
import type { DryRun } from './dry-run-columns.tsx'
import './deal.css'
import './dry-run.css'

const pollMs = 1000
const isUnderWay = (run: DryRun | undefined) => run?.status === 'waiting' || run?.status === 'running'

/** 试算结果: what was tried on which sales, and what it comes to for each share of customers. */
export default function DryRunPage() {
  const { params, setTitle, visible } = usePage()
  const id = Number(params['dryRunId'])
  const { data, error, refetch } = useRecord<DryRun>(dryRuns, Number.isSafeInteger(id) && id > 0 ? id : undefined)
  const name = data?.name
  const goesOn = isUnderWay(data) && visible
  useEffect(() => {
    if (name) setTitle(name)
  }, [name, setTitle])
  useEffect(() => {
    if (!goesOn) return
    const timer = setInterval(() => void refetch(), pollMs)
    return () => clearInterval(timer)
  }, [goesOn, refetch])
  if (data) return <Run run={data} />
  return (
    <>
      <PageHeader />
      {error ? <RecordFailed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />}
    </>
  )
}

function Run({ run }: { run: DryRun }) {
  const { name, status, fromDay, untilDay, stations } = run
  const ids = stations.map(({ stationId }) => stationId)
  const nameOf = useNamed(ids.map(id => ({ of: 'stations' as const, id })))
  const where = ids.length === 0 ? t('dryRunPage.all') : recordWords('stations', ids, nameOf)
  return (
    <>
      <PageHeader
        title={name}
        meta={
          <>
            <DryRunState of={run} />
            <span className="k-quiet">
              {' '}
              · {fromTo(fromDay, untilDay)} · {where}
            </span>
          </>
        }
        actions={<Acts run={run} />}
      />
      <Section title={t('dryRunPage.offer')}>
        <Offer run={run} />
      </Section>
      {status === 'done' && <Outcome run={run} />}
      {isUnderWay(run) && <Bones rows={8} />}
      {status === 'fail' && <Empty title={t('dryRunPage.failed')} />}
      {status === 'cancelled' && <Empty title={t('dryRunPage.stopped')} />}
    </>
  )
}

/** A record is tried as it stands now, a form as it was entered then. */
const offerOf = ({ tried, dealId, dealTaskId, discountId, offer }: DryRun) =>
  dealId !== null ? { dealId } : dealTaskId !== null ? { dealTaskId } : discountId !== null ? { discountId } : ({ [tried]: offer } as never)

function Acts({ run }: { run: DryRun }) {
  const may = useMay('dryRun.write')
  const cache = useQueryClient()
  const toast = useToast()
  if (!may) return null
  const cancel = async () => {
    try {
      await call(dryRuns.cancel, { id: run.id }, { act: newAct() })
      toast.done(t('dryRunPage.cancelled'))
    } catch (error) {
      toast.failed(error)
    } finally {
      await cache.invalidateQueries({ queryKey: ['dryRuns'] })
    }
  }
  if (isUnderWay(run)) return <Button onClick={() => void cancel()}>{t('dryRunPage.cancel')}</Button>
  return <TryOffer name={run.name} offer={offerOf(run)} label={t('dryRunPage.again')} />
}

/** What was tried, in plain words, with the way to its record. */
function Offer({ run: { tried, name, offer, dealId, dealTaskId } }: { run: DryRun }) {
  const values = offer as Values
  const isCoupon = tried === 'deal'
  const asActivity = tried === 'discount' ? { ...values, kind: 'price' } : values
  const nameOf = useNamed(isCoupon ? namedBy(values) : namedByActivity(asActivity))
  const lines = isCoupon ? dealSentences(values, nameOf) : activitySentences(asActivity, nameOf)
  const to = { className: 'k-link', children: t('dryRunPage.open', { name }) }
  return (
    <>
      <ul className="deal-says">
        {lines.map((words, at) => (
          <li key={at}>{words}</li>
        ))}
      </ul>
      {dealId !== null && <PageLink page="editDeal" params={{ dealId }} orNothing {...to} />}
      {dealTaskId !== null && <PageLink page="editDealTask" params={{ dealTaskId }} orNothing {...to} />}
    </>
  )
}

function Outcome({ run }: { run: DryRun }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['dryRuns', 'result', run.id],
    queryFn: ({ signal }) => call(dryRuns.result, { id: run.id }, { signal }),
    meta: saidOnPage,
  })
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  return data ? <DryRunResult run={run} of={data} /> : <Bones rows={8} />
}
