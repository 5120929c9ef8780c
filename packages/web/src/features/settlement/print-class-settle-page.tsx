import type { ClassSettle, Differences } from '@forecourt/contract'
import { count, money } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { PageFailed } from '../../kit/detail/record-failed.tsx'
import { Bones } from '../../kit/feedback/states.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { PrintPage, PrintTable } from '../../kit/print/print-page.tsx'
import { inMoney } from './block.tsx'
import { bridgeOf } from './class-settle-details-page.tsx'
import type { MeterEvent } from './meter-event-words.ts'
import { MeterEvents, useMeterEvents } from './print-meter-events.tsx'
import { Accepted, Cash, Corrections, Employees, Items, Nozzles, PayTypes, Tanks, Unpaid, Whys } from './print-parts.tsx'
import { shiftWords } from './shift-words.ts'
import { useDifferences } from './use-day.ts'
import { useSettlement } from './use-settlement.ts'

/** 班结单: the settlement as it is signed, on A4 or on the roll. */
export default function PrintClassSettlePage() {
  return <ShiftPaper id={Number(usePage().params['classSettleId'])} />
}

export function ShiftPaper({ id }: { id: number }) {
  const { data, error, refetch } = useSettlement(id, ['station.company'])
  const whys = useDifferences('ofShift', data?.id)
  const events = useMeterEvents(data)
  // What is printed is whole, or not there yet.
  if (data && !whys.isLoading && !events.isLoading) return <Sheet of={data} whys={whys.data} events={events.data} />
  return error ? <PageFailed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />
}

interface SheetProps {
  of: ClassSettle
  whys: readonly Differences[] | undefined
  events: readonly MeterEvent[] | undefined
}

function Sheet({ of, whys, events }: SheetProps) {
  const station = of['station'] as { name: string; company?: { name: string } } | undefined
  const facts = [
    { label: t('settle.shiftFact'), value: shiftWords(of) },
    { label: t('settle.period'), value: `${time(of.startTime)} – ${time(of.endTime)}` },
    { label: t('settle.closedBy'), value: of.employeeName },
    { label: t('classSettles.orders'), value: count(of.orders) },
    ...(of.forced ? [{ label: t('settle.forcedTag'), value: t('kit.yes') }] : []),
    ...(of.note ? [{ label: t('settle.note'), value: of.note }] : []),
  ]
  return (
    <PrintPage
      back={{ page: 'classSettleDetails', params: { classSettleId: of.id } }}
      title={t('settle.title')}
      facts={facts}
      place={{ station: of.stationName, company: station?.company?.name }}
      signatures={[t('settle.signCashier'), t('settle.signLeader'), t('settle.signMaster')]}>
      <PayTypes of={of} />
      <Accepted of={of} />
      <Cash of={of} />
      <Items of={of} />
      <Nozzles of={of} />
      <MeterEvents events={events} />
      <Tanks of={of} />
      <Employees of={of} />
      <h2>{t('settle.bridge')}</h2>
      <PrintTable
        label={t('settle.bridge')}
        rows={[...bridgeOf(of), [t('settle.bridgePaid'), of.paidCents] as const]}
        columns={[
          { key: 'label', title: t('settle.entry'), value: ([label]) => label },
          { key: 'cents', title: inMoney(t('settle.total')), value: ([, cents]) => money(cents === 0 ? 0 : cents), end: true },
        ]}
      />
      {of.unpaid.length > 0 && <Unpaid of={of} />}
      {of.corrections.length > 0 && <Corrections of={of} />}
      {whys?.map(each => (
        <Whys key={each.classSettleId} of={each} />
      ))}
    </PrintPage>
  )
}
