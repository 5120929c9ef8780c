import type { DaySettle } from '@forecourt/contract'
import { count, litres, money } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { PrintPage, PrintTable } from '../../kit/print/print-page.tsx'
import { payTypeWords } from './count-table.tsx'
import { shiftWords } from './shift-words.ts'
import { useDay } from './use-day.ts'

/** 日结单: the day as it is signed, on A4 or on the roll. */
export default function PrintDaySettlePage() {
  const { data, error, refetch } = useDay(['station.company'])
  if (data) return <Sheet of={data} />
  return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />
}

const signed = (cents: number | null) => (cents !== null && cents > 0 ? `+${money(cents)}` : money(cents))

function Sheet({ of }: { of: DaySettle }) {
  const station = of['station'] as { company?: { name: string } } | undefined
  const facts = [
    { label: t('daySettles.businessDay'), value: of.businessDay },
    { label: t('settle.period'), value: `${time(of.startTime)} – ${time(of.endTime)}` },
    { label: t('daySettles.employeeName'), value: of.employeeName },
    { label: t('classSettles.orders'), value: count(of.orders) },
    { label: t('classSettles.salesCents'), value: money(of.salesCents) },
    { label: t('classSettles.volumeCl'), value: litres(of.volumeCl) },
    ...(of.note ? [{ label: t('settle.note'), value: of.note }] : []),
  ]
  return (
    <PrintPage
      title={t('settle.dayTitle')}
      facts={facts}
      place={{ station: of.stationName, company: station?.company?.name }}
      signatures={[t('settle.signLeader'), t('settle.signMaster')]}>
      <p className="k-sheet-unit">{t('settle.unit')}</p>
      <h2>{t('settle.byShift')}</h2>
      <PrintTable
        label={t('settle.byShift')}
        rows={of.states}
        columns={[
          { key: 'shift', title: t('settle.shiftFact'), value: shiftWords },
          { key: 'volume', title: t('settle.volume'), value: row => litres(row.volumeCl), end: true, a4: true },
          { key: 'sales', title: t('settle.sales'), value: row => money(row.salesCents), end: true },
          { key: 'difference', title: t('settle.difference'), value: row => signed(row.differenceCents), end: true },
        ]}
      />
      <h2>{t('settle.byPayType')}</h2>
      <PrintTable
        label={t('settle.byPayType')}
        rows={of.payTypes}
        columns={[
          { key: 'payType', title: t('settle.payType'), value: row => payTypeWords(row.payType) },
          { key: 'expected', title: t('settle.expected'), value: row => money(row.expectedCents), end: true },
          { key: 'counted', title: t('settle.counted'), value: row => money(row.statementCents ?? row.countedCents), end: true },
          { key: 'difference', title: t('settle.difference'), value: row => signed(row.differenceCents), end: true },
        ]}
        totals={{ payType: t('settle.sum'), difference: signed(of.differenceCents) }}
      />
      <h2>{t('settle.byItem')}</h2>
      <PrintTable
        label={t('settle.byItem')}
        rows={of.items}
        columns={[
          { key: 'name', title: t('settle.item'), value: row => row.name },
          { key: 'volume', title: t('settle.volume'), value: row => (row.categoryType === 'fuel' ? litres(row.volumeCl) : ''), end: true },
          { key: 'pieces', title: t('settle.pieces'), value: row => (row.categoryType === 'normal' ? count(row.pieces) : ''), end: true },
          { key: 'sales', title: t('settle.sales'), value: row => money(row.amountCents - row.discountCents), end: true },
        ]}
        totals={{ name: t('settle.sum'), volume: litres(of.volumeCl), pieces: count(of.pieces), sales: money(of.salesCents) }}
      />
    </PrintPage>
  )
}
