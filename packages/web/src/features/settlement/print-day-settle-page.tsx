import type { DaySettle, Differences } from '@forecourt/contract'
import { count, litres, money } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { PageFailed } from '../../kit/detail/record-failed.tsx'
import { Bones } from '../../kit/feedback/states.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { PrintPage, PrintTable } from '../../kit/print/print-page.tsx'
import { withUnit } from './amounts.ts'
import { inLitres, inMoney } from './block.tsx'
import { payTypeWords } from './figures.tsx'
import { isTender } from './counting.ts'
import type { MeterEvent } from './meter-event-words.ts'
import { MeterEvents, useMeterEvents } from './print-meter-events.tsx'
import { Accepted, Corrections, Employees, Items, Nozzles, signed, Tanks, Whys } from './print-parts.tsx'
import { shiftWords } from './shift-words.ts'
import { useDay, useDifferences } from './use-day.ts'

/** 日结单: the day as it is signed, on A4 or on the roll. */
export default function PrintDaySettlePage() {
  return <DayPaper id={Number(usePage().params['daySettleId'])} />
}

export function DayPaper({ id }: { id: number }) {
  const { data, error, refetch } = useDay(id, ['station.company'])
  const whys = useDifferences('ofDay', data?.id)
  const events = useMeterEvents(data)
  // What is printed is whole, or not there yet.
  if (data && !whys.isLoading && !events.isLoading) return <Sheet of={data} whys={whys.data} events={events.data} />
  return error ? <PageFailed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />
}

interface SheetProps {
  of: DaySettle
  whys: readonly Differences[] | undefined
  events: readonly MeterEvent[] | undefined
}

function Sheet({ of, whys, events }: SheetProps) {
  const station = of['station'] as { company?: { name: string } } | undefined
  const facts = [
    { label: t('daySettles.businessDay'), value: of.businessDay },
    { label: t('settle.period'), value: `${time(of.startTime)} – ${time(of.endTime)}` },
    { label: t('daySettles.employeeName'), value: of.employeeName },
    { label: t('classSettles.orders'), value: count(of.orders) },
    { label: t('classSettles.salesCents'), value: withUnit('cents', of.salesCents) },
    { label: t('classSettles.volumeCl'), value: withUnit('centilitres', of.volumeCl) },
    ...(of.note ? [{ label: t('settle.note'), value: of.note }] : []),
  ]
  return (
    <PrintPage
      back={{ page: 'daySettleDetails', params: { daySettleId: of.id } }}
      title={t('settle.dayTitle')}
      facts={facts}
      place={{ station: of.stationName, company: station?.company?.name }}
      signatures={[t('settle.signLeader'), t('settle.signMaster')]}>
      <Accepted of={of} />
      <h2>{t('settle.byShift')}</h2>
      <PrintTable
        label={t('settle.byShift')}
        rows={of.states}
        columns={[
          { key: 'shift', title: t('settle.shiftFact'), value: shiftWords },
          { key: 'volume', title: inLitres(t('settle.volume')), value: row => litres(row.volumeCl), end: true, a4: true },
          { key: 'sales', title: inMoney(t('settle.sales')), value: row => money(row.salesCents), end: true },
          { key: 'difference', title: inMoney(t('settle.overShort')), value: row => signed(row.differenceCents), end: true },
        ]}
      />
      <h2>{t('settle.byPayType')}</h2>
      <PrintTable
        label={t('settle.byPayType')}
        rows={of.payTypes}
        columns={[
          { key: 'payType', title: t('settle.payType'), value: row => payTypeWords(row.payType) },
          { key: 'payments', title: t('settle.payments'), value: row => count(row.payments), end: true, a4: true },
          { key: 'expected', title: inMoney(t('settle.expected')), value: row => money(row.expectedCents), end: true },
          { key: 'counted', title: inMoney(t('settle.counted')), value: countedOf, end: true },
          ...(of.payTypes.some(({ statementCents }) => statementCents !== null) ? [statement] : []),
          { key: 'difference', title: inMoney(t('settle.overShort')), value: row => signed(row.differenceCents), end: true },
        ]}
        totals={tendersInAll(of)}
      />
      <Items of={of} />
      <Nozzles of={of} />
      <MeterEvents events={events} />
      <Tanks of={of} />
      <Employees of={of} />
      {of.corrections.length > 0 && <Corrections of={of} />}
      {whys?.map(each => (
        <Whys key={each.classSettleId} of={each} title={whyTitle(of, each)} />
      ))}
    </PrintPage>
  )
}

const countedOf = ({ payType, countedCents }: DaySettle['payTypes'][number]) =>
  countedCents === null && isTender(payType) ? t('settle.notCounted') : money(countedCents)

/** What all ways of payment come to; what nobody counted or typed is not in it. */
function tendersInAll({ payTypes, differenceCents }: DaySettle) {
  const sum = (of: (row: DaySettle['payTypes'][number]) => number | null) => payTypes.reduce((all, row) => all + (of(row) ?? 0), 0)
  const known = (of: (row: DaySettle['payTypes'][number]) => number | null) => (payTypes.some(row => of(row) !== null) ? sum(of) : null)
  return {
    payType: t('settle.sum'),
    payments: count(sum(row => row.payments)),
    expected: money(sum(row => row.expectedCents)),
    counted: money(known(row => row.countedCents)),
    statement: money(known(row => row.statementCents)),
    difference: signed(differenceCents),
  }
}

const statement = {
  key: 'statement',
  title: inMoney(t('settle.statement')),
  value: (row: DaySettle['payTypes'][number]) => money(row.statementCents),
  end: true,
  a4: true,
}

function whyTitle({ states }: DaySettle, { classSettleId }: Differences): string {
  const state = states.find(each => each.classSettleId === classSettleId)
  return `${t('settle.differences')} · ${state ? shiftWords(state) : ''}`
}
