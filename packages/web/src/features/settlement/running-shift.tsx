import { settlement, startShift, type ClassSettlePreview } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { count } from '../../core/money.ts'
import { useMay, useSession } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t, wordsFor } from '../../i18n/index.ts'
import { Figures, Section } from '../../kit/detail/descriptions.tsx'
import { Litres, Money } from '../../kit/detail/figures.tsx'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { Failed } from '../../kit/feedback/states.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { DialogButton } from '../../kit/form/dialog-button.tsx'
import { laterDialog } from '../../kit/later.tsx'
import { HoldBelow } from '../../kit/list/hold-below.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { Button } from '../../kit/ui.ts'
import { shiftWords, unpaidStatuses } from './shift-words.ts'
import { usePreview, useRunning } from './use-running.ts'
import './settlement.css'

const MeterEventsDialog = laterDialog(() => import('./meter-events-dialog.tsx'))
const CloseDialog = laterDialog(async () => ({ default: (await import('./close-dialog.tsx')).CloseDialog }))

/** What is running now, since when and what it came to so far; here it is closed, and the next one begun. */
export function RunningShift() {
  const station = useSession(({ atStation }) => atStation)
  const { data: running, error, refetch, isLoading } = useRunning()
  const preview = usePreview(running?.id, 30_000)
  if (!station) return <p className="k-quiet">{t('settle.noStation')}</p>
  if (error && running === undefined) return <Failed error={error} onRetry={() => void refetch()} />
  if (isLoading)
    return (
      <>
        <Section title={t('settle.current')} actions={<span className="settle-act-place" />}>
          <p className="settle-since">
            <span className="k-bone settle-line-place" />
          </p>
          <Coming />
        </Section>
        <HoldBelow />
      </>
    )
  if (!running || (running.isNatureDay && station.enableShiftSettle)) {
    return (
      <Section title={t('settle.current')} actions={station.enableShiftSettle && <StartButton stationId={station.id} />}>
        <p className="settle-none">
          <strong>{t(station.enableShiftSettle ? 'settle.noneRunning' : 'settle.noShifts')}</strong>
          {station.enableShiftSettle && <span>{t('settle.noneRunningHelp')}</span>}
        </p>
        {preview.data ? <SoFar of={preview.data} /> : preview.isLoading && <Coming />}
      </Section>
    )
  }
  const { isNatureDay, startTime } = running
  return (
    <Section
      title={t(isNatureDay ? 'settle.currentDay' : 'settle.current')}
      actions={!isNatureDay && <CloseButton dailyStateId={running.id} number={running.number} />}>
      <p className="settle-since">
        <strong>{shiftWords(running)}</strong>
        <span className="k-tag k-busy">{t('dailyStates.status_open')}</span>
        <span>{t('settle.since', { time: time(startTime, 'minute') })}</span>
        {isNatureDay && <span>{t('settle.noShifts')}</span>}
      </p>
      {preview.error && !preview.data && <Failed error={preview.error} onRetry={() => void preview.refetch()} />}
      {preview.data ? <SoFar of={preview.data} /> : preview.isLoading && <Coming />}
      <DialogButton label={t('settle.meterEvents')} button={{ size: 'small' }}>
        {dialog => <MeterEventsDialog of={{ ...running, endTime: null }} {...dialog} />}
      </DialogButton>
    </Section>
  )
}

const soFar = [
  'classSettles.salesCents',
  'classSettles.volumeCl',
  'classSettles.orders',
  'classSettles.paidCents',
  'settle.cash',
  'settle.unpaid',
]

/** The same figures while they are on their way, as high as they will be. */
const Coming = () => (
  <div role="progressbar" aria-busy="true" aria-label={t('kit.loading')}>
    <Figures of={soFar.map(label => ({ label: wordsFor(label), value: <span className="k-bone settle-figure-place" /> }))} />
  </div>
)

/** Each number opens the sales or payments that make it. */
function SoFar({ of }: { of: ClassSettlePreview }) {
  const shift = { shiftId: of.dailyState.id }
  const cash = of.payTypes.find(({ payType }) => payType === 'cash')?.expectedCents ?? 0
  return (
    <Figures
      of={[
        {
          label: t('classSettles.salesCents'),
          value: (
            <PageLink page="allQuery" search={shift} className="k-link">
              <Money cents={of.salesCents} unit />
            </PageLink>
          ),
        },
        {
          label: t('classSettles.volumeCl'),
          value: (
            <PageLink page="fuelQuery" search={shift} className="k-link">
              <Litres centilitres={of.volumeCl} unit />
            </PageLink>
          ),
        },
        {
          label: t('classSettles.orders'),
          value: (
            <PageLink page="allQuery" search={shift} className="k-link">
              {count(of.orders)}
            </PageLink>
          ),
        },
        {
          label: t('classSettles.paidCents'),
          value: (
            <PageLink page="transactions" search={shift} className="k-link">
              <Money cents={of.paidCents} unit />
            </PageLink>
          ),
        },
        { label: t('settle.cash'), value: <Money cents={cash} unit /> },
        {
          label: t('settle.unpaid'),
          value: (
            <PageLink
              page="allQuery"
              search={{ ...shift, status: unpaidStatuses }}
              className={of.unpaidOrders > 0 ? 'settle-wait' : 'k-link'}>
              {count(of.unpaidOrders)}
            </PageLink>
          ),
        },
      ]}
    />
  )
}

function StartButton({ stationId }: { stationId: number }) {
  const confirm = useConfirm()
  const toast = useToast()
  const cache = useQueryClient()
  if (!useMay(startShift.permission)) return null
  const start = async () => {
    if (!(await confirm({ text: t('settle.startAsk'), ok: t('settle.start') }))) return
    try {
      await call(startShift, { body: { stationId } })
      toast.done(t('settle.started'))
      await Promise.all(['dailyStates', 'classSettles', 'home'].map(name => cache.invalidateQueries({ queryKey: [name] })))
    } catch (error) {
      toast.failed(error)
    }
  }
  return (
    <Button type="primary" onClick={() => void start()}>
      {t('settle.start')}
    </Button>
  )
}

function CloseButton({ dailyStateId, number }: { dailyStateId: number; number: number }) {
  const [open, setOpen] = useState(false)
  if (!useMay(settlement.close.permission)) return null
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        {t('settle.closeNo', { no: number })}
      </Button>
      {open && <CloseDialog dailyStateId={dailyStateId} onClose={() => setOpen(false)} />}
    </>
  )
}
