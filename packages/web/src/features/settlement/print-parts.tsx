import type { ClassSettle, Difference, Differences } from '@forecourt/contract'
import { count, litres, money } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { PrintTable } from '../../kit/print/print-page.tsx'
import { isTender } from './counting.ts'
import { acceptedWords } from './accepted.tsx'
import { signedLitres, signedMoney } from './amounts.ts'
import { inLitres, inMoney } from './block.tsx'
import { payTypeWords } from './figures.tsx'
import { whyTitle } from './differences-view.tsx'
import { shiftWords } from './shift-words.ts'

/** What stands on the settlement of a shift and on that of a day. */
export const signed = (cents: number | null) => (cents !== null && cents > 0 ? `+${money(cents)}` : money(cents))
const total = <R,>(rows: readonly R[], of: (row: R) => number | null) => rows.reduce((all, row) => all + (of(row) ?? 0), 0)

export const PayTypes = ({ of: { payTypes, differenceCents } }: { of: Pick<ClassSettle, 'payTypes' | 'differenceCents'> }) => (
  <>
    <h2>{t('settle.byPayType')}</h2>
    <PrintTable
      label={t('settle.byPayType')}
      rows={payTypes}
      columns={[
        { key: 'payType', title: t('settle.payType'), value: row => payTypeWords(row.payType) },
        { key: 'payments', title: t('settle.payments'), value: row => count(row.payments), end: true, a4: true },
        { key: 'amount', title: inMoney(t('settle.amount')), value: row => money(row.amountCents), end: true, a4: true },
        { key: 'refunded', title: inMoney(t('settle.refunded')), value: row => money(row.refundedCents), end: true, a4: true },
        { key: 'topUp', title: inMoney(t('settle.topUp')), value: row => money(row.topUpCents), end: true, a4: true },
        { key: 'expected', title: inMoney(t('settle.expected')), value: row => money(row.expectedCents), end: true },
        {
          key: 'counted',
          title: inMoney(t('settle.counted')),
          value: row => (row.countedCents === null && isTender(row.payType) ? t('settle.notCounted') : money(row.countedCents)),
          end: true,
        },
        { key: 'difference', title: inMoney(t('settle.overShort')), value: row => signed(row.differenceCents), end: true },
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

export const Items = ({ of: { items } }: { of: Pick<ClassSettle, 'items'> }) => (
  <>
    <h2>{t('settle.byItem')}</h2>
    <PrintTable
      label={t('settle.byItem')}
      rows={items}
      columns={[
        { key: 'name', title: t('settle.item'), value: row => row.name },
        { key: 'orders', title: t('settle.orders'), value: row => count(row.orders), end: true, a4: true },
        {
          key: 'volume',
          title: inLitres(t('settle.volume')),
          value: row => (row.categoryType === 'fuel' ? litres(row.volumeCl) : ''),
          end: true,
        },
        ...(items.some(row => row.categoryType === 'normal') ? [pieces] : []),
        { key: 'discount', title: inMoney(t('settle.discount')), value: row => money(row.discountCents), end: true, a4: true },
        { key: 'sales', title: inMoney(t('settle.sales')), value: row => money(row.amountCents - row.discountCents), end: true },
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

export const Nozzles = ({ of: { nozzles } }: { of: Pick<ClassSettle, 'nozzles'> }) => (
  <>
    <h2>{t('settle.byNozzle')}</h2>
    <PrintTable
      label={t('settle.byNozzle')}
      rows={nozzles}
      columns={[
        { key: 'nozzle', title: t('settle.nozzle'), value: row => `${t('settle.nozzleNo', { no: row.logicNo })} ${row.itemName ?? ''}` },
        { key: 'begin', title: inLitres(t('settle.begin')), value: row => litres(row.beginCl), end: true, a4: true },
        { key: 'end', title: inLitres(t('settle.end')), value: row => litres(row.endCl), end: true, a4: true },
        { key: 'metered', title: inLitres(t('settle.metered')), value: row => litres(row.meteredCl), end: true },
        { key: 'sold', title: inLitres(t('settle.sold')), value: row => litres(row.soldCl), end: true },
        { key: 'late', title: inLitres(t('settle.late')), value: row => litres(row.lateCl), end: true, a4: true },
        { key: 'difference', title: inLitres(t('settle.gap')), value: row => signed(row.differenceCl), end: true },
      ]}
      totals={{ nozzle: t('settle.sum'), sold: litres(total(nozzles, row => row.soldCl)), late: litres(total(nozzles, row => row.lateCl)) }}
    />
  </>
)

export const Employees = ({ of: { employees } }: { of: Pick<ClassSettle, 'employees'> }) => (
  <>
    <h2>{t('settle.byEmployee')}</h2>
    <PrintTable
      label={t('settle.byEmployee')}
      rows={employees}
      columns={[
        { key: 'name', title: t('settle.employee'), value: row => row.name ?? t('settle.noEmployee') },
        { key: 'orders', title: t('settle.orders'), value: row => count(row.orders), end: true },
        { key: 'volume', title: inLitres(t('settle.volume')), value: row => litres(row.volumeCl), end: true, a4: true },
        { key: 'sales', title: inMoney(t('settle.sales')), value: row => money(row.salesCents), end: true },
        { key: 'taken', title: inMoney(t('settle.taken')), value: row => money(row.takenCents), end: true },
      ]}
    />
  </>
)

export const Unpaid = ({ of: { unpaid, unpaidCents } }: { of: Pick<ClassSettle, 'unpaid' | 'unpaidCents'> }) => (
  <>
    <h2>{t('settle.carried')}</h2>
    <PrintTable
      label={t('settle.carried')}
      rows={unpaid}
      columns={[
        { key: 'orderNo', title: t('settle.orderNo'), value: row => row.orderNo },
        { key: 'soldAt', title: t('settle.soldAt'), value: row => time(row.createdDate, 'minute') },
        { key: 'total', title: inMoney(t('settle.total')), value: row => money(row.totalCents), end: true, a4: true },
        { key: 'due', title: inMoney(t('settle.due')), value: row => money(row.dueCents), end: true },
      ]}
      totals={{ orderNo: t('settle.sum'), due: money(unpaidCents) }}
    />
  </>
)

export const Corrections = ({ of: { corrections, lateCents } }: { of: Pick<ClassSettle, 'corrections' | 'lateCents'> }) => (
  <>
    <h2>{t('settle.corrections')}</h2>
    <PrintTable
      label={t('settle.corrections')}
      rows={corrections}
      columns={[
        { key: 'orderNo', title: t('settle.orderNo'), value: row => row.orderNo },
        { key: 'belongs', title: t('settle.belongs'), value: shiftWords },
        { key: 'volume', title: inLitres(t('settle.volume')), value: row => litres(row.volumeCl), end: true, a4: true },
        { key: 'total', title: inMoney(t('settle.total')), value: row => money(row.totalCents), end: true },
      ]}
      totals={{ orderNo: t('settle.sum'), total: money(lateCents) }}
    />
  </>
)

export const Tanks = ({ of: { tanks } }: { of: Pick<ClassSettle, 'tanks'> }) =>
  tanks.length > 0 && (
    <>
      <h2>{t('settle.byTank')}</h2>
      <PrintTable
        label={t('settle.byTank')}
        rows={tanks}
        columns={[
          { key: 'tank', title: t('settle.tank'), value: row => `${t('settle.tankNo', { no: row.number })} ${row.productName}` },
          { key: 'begin', title: inLitres(t('settle.tankBegin')), value: row => litres(row.beginCl), end: true, a4: true },
          {
            key: 'received',
            title: inLitres(t('settle.received')),
            value: row => litres(row.receivedCl) + (row.document && ` (${row.document})`),
            end: true,
          },
          { key: 'dip', title: inLitres(t('settle.dip')), value: row => litres(row.endCl), end: true },
          { key: 'drawn', title: inLitres(t('settle.drawn')), value: row => litres(row.drawnCl), end: true, a4: true },
          { key: 'metered', title: inLitres(t('settle.metered')), value: row => litres(row.meteredCl), end: true, a4: true },
          { key: 'difference', title: inLitres(t('settle.gap')), value: row => signed(row.differenceCl), end: true },
        ]}
      />
    </>
  )

export const Cash = ({ of: { cash } }: { of: Pick<ClassSettle, 'cash'> }) =>
  cash.length > 0 && (
    <>
      <h2>{t('settle.cashCounted')}</h2>
      <PrintTable
        label={t('settle.cashCounted')}
        rows={cash}
        columns={[
          { key: 'value', title: inMoney(t('settle.denomination')), value: row => money(row.valueCents), end: true },
          { key: 'pieces', title: t('settle.pieceCount'), value: row => count(row.pieces), end: true },
          { key: 'sum', title: inMoney(t('settle.total')), value: row => money(row.valueCents * row.pieces), end: true },
        ]}
        totals={{
          value: t('settle.sum'),
          pieces: count(total(cash, row => row.pieces)),
          sum: money(total(cash, row => row.valueCents * row.pieces)),
        }}
      />
    </>
  )

interface Line {
  readonly what: string
  readonly amount: string
}

function linesOf(of: Differences, unit: Difference['unit']): Line[] {
  const amount = unit === 'cents' ? signedMoney : signedLitres
  return of.differences
    .filter(each => each.unit === unit)
    .flatMap(({ about, view, name, right, difference, causes, unexplained }): Line[] => {
      const none = t(view === 'tender' ? 'settle.notCounted' : 'settle.notKnown')
      const explained = of.explanations
        .filter(each => each.about === about)
        .map(({ said, userName }) => ({ what: `　${said} — ${userName}`, amount: '' }))
      if (right === null || difference === null) return [{ what: whyTitle({ view, about, name }), amount: none }, ...explained]
      return [
        { what: whyTitle({ view, about, name }), amount: amount(difference) },
        ...causes.map(cause => ({
          what: `　${causeWords(cause)}`,
          amount: amount(cause.amount),
        })),
        ...(unexplained ? [{ what: `　${t('settle.unexplained')}`, amount: amount(unexplained) }] : []),
        ...explained,
      ]
    })
}

/** By what rows, or how surely it was estimated: what is signed says which of its figures are estimates. */
const causeWords = ({ cause, confidence, evidence }: Difference['causes'][number]): string =>
  [
    t(`settle.cause_${cause}`),
    evidence.map(({ label }) => label).join(t('kit.comma')),
    ...(confidence === null ? [] : [`· ${t('settle.estimated', { confidence: confidence.toFixed(1) })}`]),
  ]
    .filter(Boolean)
    .join(' ')

/** Every difference with its causes and what no row explains, money and litres apart, as far as it is known on the day of printing. */
export function Whys({ of, title }: { of: Differences; title?: string }) {
  const tables = [
    { head: inMoney(t('settle.amountOff')), lines: linesOf(of, 'cents') },
    { head: inLitres(t('settle.gap')), lines: linesOf(of, 'centilitres') },
  ].filter(({ lines }) => lines.length > 0)
  if (!tables.length) return null
  return (
    <>
      <h2>{title ?? t('settle.differences')}</h2>
      {tables.map(({ head, lines }) => (
        <PrintTable
          key={head}
          label={`${title ?? t('settle.differences')} ${head}`}
          rows={lines}
          columns={[
            { key: 'what', title: t('settle.entry'), value: line => line.what },
            { key: 'amount', title: head, value: line => line.amount, end: true },
          ]}
        />
      ))}
    </>
  )
}

/** The figures beyond tolerance that were confirmed, and why. */
export const Accepted = ({ of: { beyond, reason } }: { of: Pick<ClassSettle, 'beyond' | 'reason'> }) =>
  beyond.length > 0 && (
    <>
      <h2>{t('settle.accepted')}</h2>
      <p className="k-sheet-said">{acceptedWords({ beyond, reason })}</p>
    </>
  )
