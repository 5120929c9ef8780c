import { monthProof, monthSettlement, type MonthPreview, type MonthSettled } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { RecordFailed } from '../../kit/detail/record-failed.tsx'
import { saidOnPage } from '../../kit/detail/use-record.ts'
import { Bones } from '../../kit/feedback/states.tsx'
import { ActButton } from '../../kit/form/act-button.tsx'
import { HoldBelow } from '../../kit/list/hold-below.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { useToast } from '../../kit/feedback/toast.ts'
import { MonthFiguresView } from './month-figures.tsx'
import { monthWords } from './month-words.ts'
import { Obstacles } from './obstacles.tsx'
import './month.css'

/** 月结预览: what a month comes to before it is settled, and as it was settled. */
export default function PreviewSettlePage() {
  const { search } = usePage()
  const settled = Number(search['settled'])
  if (Number.isSafeInteger(settled) && settled > 0) return <Settled id={settled} />
  return <Preview month={/^\d{4}-(0[1-9]|1[0-2])$/.test(search['month'] ?? '') ? search['month']! : undefined} />
}

/** A settled month never changes. */
function Settled({ id }: { id: number }) {
  const { data, error, refetch } = useMonthSettle(id)
  if (!data) return <Waiting error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader
        title={t('monthEnd.settledTitle', { month: monthWords(data.month) })}
        actions={
          <PageLink page="printMonthSettle" params={{ monthSettleId: id }}>
            {t('monthEnd.print')}
          </PageLink>
        }
      />
      <p className="k-quiet">
        {t(data.confirmedBy ? 'monthEnd.settledNote' : 'monthEnd.settledOn', {
          name: data.confirmedBy ?? '',
          time: time(data.createdDate, 'minute'),
        })}
      </p>
      <MonthFiguresView of={data} />
    </>
  )
}

export function useMonthSettle(id: number) {
  const { visible } = usePage()
  return useQuery<MonthSettled>({
    queryKey: ['monthSettles', 'get', id],
    queryFn: ({ signal }) => call(monthSettlement.get, { id }, { signal }),
    enabled: visible,
    meta: saidOnPage,
  })
}

const Waiting = ({ error, onRetry, named = false }: { error: Error | null; onRetry: () => void; named?: boolean }) => (
  <>
    <PageHeader />
    {error ? <RecordFailed error={error} onRetry={onRetry} /> : <Bones rows={10} />}
    {/* A month that was asked for by name may be settled already, or not be its turn. */}
    {error && named && <PageLink page="previewSettle">{t('monthEnd.toNext')}</PageLink>}
    <HoldBelow />
  </>
)

const noLoads: readonly number[] = []

/** What is reckoned anew whenever somebody looks: figures that were kept are not those that are confirmed. */
function Preview({ month: named }: { month: string | undefined }) {
  const { visible } = usePage()
  const [carried, setCarried] = useState(noLoads)
  const next = useQuery({
    queryKey: ['monthSettles', 'next'],
    queryFn: ({ signal }) => call(monthSettlement.next, {}, { signal }),
    enabled: visible && named === undefined,
    meta: saidOnPage,
  })
  const month = named ?? (next.data && monthWords(next.data.month))
  const { data, error, refetch, isFetching } = useQuery<MonthPreview>({
    queryKey: ['monthSettles', 'preview', month, carried],
    queryFn: ({ signal }) => call(monthSettlement.preview, { body: { month: `${month}-01`, carriedOver: [...carried] } }, { signal }),
    enabled: visible && month !== undefined,
    placeholderData: before => before,
    gcTime: 0,
    meta: saidOnPage,
  })
  const failed = error ?? next.error
  if (!data || failed) {
    const again = () => void (month === undefined ? next.refetch() : refetch())
    return <Waiting error={failed} onRetry={again} named={named !== undefined} />
  }
  return (
    <>
      <PageHeader
        title={t('monthEnd.previewTitle', { month: monthWords(data.month) })}
        actions={<Confirm of={data} carried={carried} busy={isFetching} onStale={() => void refetch()} />}
      />
      <p className="k-quiet">{t(data.over ? 'monthEnd.previewNote' : 'monthEnd.runningNote')}</p>
      <Obstacles of={data} carried={carried} onCarry={setCarried} />
      <MonthFiguresView of={data} />
    </>
  )
}

const asked = ['typed']
const changes = ['monthSettles', 'transports', 'purchaseContracts', 'depots', 'depotTransfers']

function Confirm({ of, carried, busy, onStale }: { of: MonthPreview; carried: readonly number[]; busy: boolean; onStale: () => void }) {
  const go = useGo()
  const toast = useToast()
  const month = monthWords(of.month)
  const why = !of.over ? t('monthEnd.notOver') : of.blocking > 0 ? t('monthEnd.against', { count: of.blocking }) : undefined
  return (
    <ActButton
      of={monthSettlement.confirm}
      words="monthSettles"
      fields={asked}
      defaults={{ month: of.month, carriedOver: [...carried], fingerprint: of.fingerprint }}
      changes={changes}
      label={t('monthEnd.confirm')}
      title={t('monthEnd.confirmTitle', { month })}
      button={{ type: 'primary', disabled: busy || of.blocking > 0 || !of.over, ...(why && { title: why }) }}
      submitLabel={t('monthEnd.confirm')}
      effect={() => t('monthEnd.confirmHelp', { month })}
      pinFor={() => monthProof(of.month, of.sums.closingCents)}
      onDone={({ id }) => {
        toast.done(t('monthEnd.confirmed', { month }))
        onStale()
        go('previewSettle', {}, { settled: id })
      }}
    />
  )
}
