import type { ClassSettle } from '@forecourt/contract'
import { count, litres, money } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { PrintPage, PrintTable } from '../../kit/print/print-page.tsx'
import { bridgeOf } from './class-settle-details-page.tsx'
import { isTender } from './counting.ts'
import { payTypeWords } from './count-table.tsx'
import { shiftWords } from './shift-words.ts'
import { useSettlement } from './use-settlement.ts'

/** 班结单: the settlement as it is signed, on A4 or on the roll. */
export default function PrintClassSettlePage() {
  const { data, error, refetch } = useSettlement(['station.company'])
  if (data) return <Sheet of={data} />
  return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />
}

const signed = (cents: number | null) => (cents !== null && cents > 0 ? `+${money(cents)}` : money(cents))
const total = <R,>(rows: readonly R[], of: (row: R) => number | null) => rows.reduce((all, row) => all + (of(row) ?? 0), 0)

function Sheet({ of }: { of: ClassSettle }) {
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
      title={t('settle.title')}
      facts={facts}
      place={{ station: of.stationName, company: station?.company?.name }}
      signatures={[t('settle.signCashier'), t('settle.signLeader'), t('settle.signMaster')]}>
      <p className="k-sheet-unit">{t('settle.unit')}</p>
      <PayTypes of={of} />
      <Items of={of} />
      <Nozzles of={of} />
      <Employees of={of} />
      <h2>{t('settle.bridge')}</h2>
      <PrintTable
        label={t('settle.bridge')}
        rows={[...bridgeOf(of), [t('settle.bridgePaid'), of.paidCents] as const]}
        columns={[
          { key: 'label', title: t('settle.entry'), value: ([label]) => label },
          { key: 'cents', title: t('settle.total'), value: ([, cents]) => money(cents === 0 ? 0 : cents), end: true },
        ]}
      />
      {of.unpaid.length > 0 && <Unpaid of={of} />}
      {of.corrections.length > 0 && <Corrections of={of} />}
    </PrintPage>
  )
}

const PayTypes = ({ of: { payTypes, differenceCents } }: { of: ClassSettle }) => (
  <>
    <h2>{t('settle.byPayType')}</h2>
    <PrintTable
      label={t('settle.byPayType')}
      rows={payTypes}
      columns={[
        { key: 'payType', title: t('settle.payType'), value: row => payTypeWords(row.payType) },
        { key: 'payments', title: t('settle.payments'), value: row => count(row.payments), end: true, a4: true },
        { key: 'amount', title: t('settle.amount'), value: row => money(row.amountCents), end: true, a4: true },
        { key: 'refunded', title: t('settle.refunded'), value: row => money(row.refundedCents), end: true, a4: true },
        { key: 'topUp', title: t('settle.topUp'), value: row => money(row.topUpCents), end: true, a4: true },
        { key: 'expected', title: t('settle.expected'), value: row => money(row.expectedCents), end: true },
        {
          key: 'counted',
          title: t('settle.counted'),
          value: row => (row.countedCents === null && isTender(row.payType) ? t('settle.notCounted') : money(row.countedCents)),
          end: true,
        },
        { key: 'difference', title: t('settle.difference'), value: row => signed(row.differenceCents), end: true },
      ]}
      totals={{
        payType: t('settle.sum'),
        payments: count(total(payTypes, row => row.payments)),
        amount: money(total(payTypes, row => row.amountCents)),
        refunded: money(total(payTypes, row => row.refundedCents)),
        topUp: money(total(payTypes, row => row.topUpCents)),
        expected: money(total(payTypes, row => row.expectedCents)),
        counted: money(total(payTypes, row => row.countedCents)),
        difference: signed(differenceCents),
      }}
    />
  </>
)

const pieces = {
  key: 'pieces',
  title: t('settle.pieces'),
  value: (row: ClassSettle['items'][number]) => (row.categoryType === 'normal' ? count(row.pieces) : ''),
  end: true,
}

const Items = ({ of: { items } }: { of: ClassSettle }) => (
  <>
    <h2>{t('settle.byItem')}</h2>
    <PrintTable
      label={t('settle.byItem')}
      rows={items}
      columns={[
        { key: 'name', title: t('settle.item'), value: row => row.name },
        { key: 'orders', title: t('settle.orders'), value: row => count(row.orders), end: true, a4: true },
        { key: 'volume', title: t('settle.volume'), value: row => (row.categoryType === 'fuel' ? litres(row.volumeCl) : ''), end: true },
        ...(items.some(row => row.categoryType === 'normal') ? [pieces] : []),
        { key: 'discount', title: t('settle.discount'), value: row => money(row.discountCents), end: true, a4: true },
        { key: 'sales', title: t('settle.sales'), value: row => money(row.amountCents - row.discountCents), end: true },
      ]}
      totals={{
        name: t('settle.sum'),
        volume: litres(total(items, row => row.volumeCl)),
        ...(items.some(row => row.pieces > 0) && { pieces: count(total(items, row => row.pieces)) }),
        discount: money(total(items, row => row.discountCents)),
        sales: money(total(items, row => row.amountCents - row.discountCents)),
      }}
    />
  </>
)

const Nozzles = ({ of: { nozzles } }: { of: ClassSettle }) => (
  <>
    <h2>{t('settle.byNozzle')}</h2>
    <PrintTable
      label={t('settle.byNozzle')}
      rows={nozzles}
      columns={[
        { key: 'nozzle', title: t('settle.nozzle'), value: row => `${t('settle.nozzleNo', { no: row.logicNo })} ${row.itemName ?? ''}` },
        { key: 'begin', title: t('settle.begin'), value: row => litres(row.beginCl), end: true, a4: true },
        { key: 'end', title: t('settle.end'), value: row => litres(row.endCl), end: true, a4: true },
        { key: 'metered', title: t('settle.metered'), value: row => litres(row.meteredCl), end: true },
        { key: 'sold', title: t('settle.sold'), value: row => litres(row.soldCl), end: true },
        { key: 'late', title: t('settle.late'), value: row => litres(row.lateCl), end: true, a4: true },
        { key: 'difference', title: t('settle.difference'), value: row => signed(row.differenceCl), end: true },
      ]}
      totals={{ nozzle: t('settle.sum'), sold: litres(total(nozzles, row => row.soldCl)), late: litres(total(nozzles, row => row.lateCl)) }}
    />
  </>
)

const Employees = ({ of: { employees } }: { of: ClassSettle }) => (
  <>
    <h2>{t('settle.byEmployee')}</h2>
    <PrintTable
      label={t('settle.byEmployee')}
      rows={employees}
      columns={[
        { key: 'name', title: t('settle.employee'), value: row => row.name ?? t('settle.noEmployee') },
        { key: 'orders', title: t('settle.orders'), value: row => count(row.orders), end: true },
        { key: 'volume', title: t('settle.volume'), value: row => litres(row.volumeCl), end: true, a4: true },
        { key: 'sales', title: t('settle.sales'), value: row => money(row.salesCents), end: true },
        { key: 'taken', title: t('settle.taken'), value: row => money(row.takenCents), end: true },
      ]}
    />
  </>
)

const Unpaid = ({ of: { unpaid, unpaidCents } }: { of: ClassSettle }) => (
  <>
    <h2>{t('settle.carried')}</h2>
    <PrintTable
      label={t('settle.carried')}
      rows={unpaid}
      columns={[
        { key: 'orderNo', title: t('settle.orderNo'), value: row => row.orderNo },
        { key: 'soldAt', title: t('settle.soldAt'), value: row => time(row.createdDate, 'minute') },
        { key: 'total', title: t('settle.total'), value: row => money(row.totalCents), end: true, a4: true },
        { key: 'due', title: t('settle.due'), value: row => money(row.dueCents), end: true },
      ]}
      totals={{ orderNo: t('settle.sum'), due: money(unpaidCents) }}
    />
  </>
)

const Corrections = ({ of: { corrections, lateCents } }: { of: ClassSettle }) => (
  <>
    <h2>{t('settle.corrections')}</h2>
    <PrintTable
      label={t('settle.corrections')}
      rows={corrections}
      columns={[
        { key: 'orderNo', title: t('settle.orderNo'), value: row => row.orderNo },
        { key: 'belongs', title: t('settle.belongs'), value: shiftWords },
        { key: 'volume', title: t('settle.volume'), value: row => litres(row.volumeCl), end: true, a4: true },
        { key: 'total', title: t('settle.total'), value: row => money(row.totalCents), end: true },
      ]}
      totals={{ orderNo: t('settle.sum'), total: money(lateCents) }}
    />
  </>
)
