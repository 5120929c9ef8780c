import type { ClassSettle } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { count, litres, money } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Litres, Money, StatusTag, Time } from '../../kit/detail/figures.tsx'
import type { Column } from '../../kit/list/columns.ts'
import { PageLink } from '../../kit/page/page-link.tsx'
import { Block, column, inLitres, inMoney, link, numbered, sum, type Row } from './block.tsx'
import { isTender } from './counting.ts'
import { DifferenceMoney, payTypeWords } from './count-table.tsx'
import { Gap } from './meters-table.tsx'
import { shiftWords } from './shift-words.ts'

/** A part of what was settled, and the shifts that it was made in: what its numbers open lists these. */
interface BlockProps<Part extends keyof ClassSettle> {
  of: Pick<ClassSettle, Part>
  shifts: readonly number[]
}

type Tender = ClassSettle['payTypes'][number] & { readonly statementCents?: number | null }

/** Each way of payment, what was counted of it, and on a day what the statement of its platform says. */
export function PayTypes({ of: { payTypes }, shifts }: { of: { payTypes: readonly Tender[] }; shifts: readonly number[] }) {
  const shiftId = shifts.join(',')
  const statements = payTypes.some(({ statementCents }) => statementCents != null)
  const columns: Column<Tender & { id: number }>[] = [
    column('payType', t('settle.payType'), row => payTypeWords(row.payType), 'left'),
    column('payments', t('settle.payments'), row =>
      row.payments === 0 ? '0' : link('transactions', { shiftId, payType: row.payType }, count(row.payments)),
    ),
    column('amountCents', inMoney(t('settle.amount')), row =>
      row.payments === 0 ? money(0) : link('transactions', { shiftId, payType: row.payType }, money(row.amountCents)),
    ),
    ...(payTypes.some(row => row.refundedCents !== 0)
      ? [column<Tender & { id: number }>('refundedCents', inMoney(t('settle.refunded')), row => <Money cents={row.refundedCents} />)]
      : []),
    column('topUpCents', inMoney(t('settle.topUp')), row =>
      row.topUps > 0 ? link('userCardDetails', { shiftId, payType: row.payType }, money(row.topUpCents)) : <Money cents={row.topUpCents} />,
    ),
    column('expectedCents', inMoney(t('settle.expected')), row => <Money cents={row.expectedCents} />),
    column('countedCents', inMoney(t('settle.counted')), row =>
      row.countedCents === null && isTender(row.payType) ? (
        <span className="k-dash">{t('settle.notCounted')}</span>
      ) : (
        <Money cents={row.countedCents} />
      ),
    ),
    ...(statements
      ? [column<Tender & { id: number }>('statementCents', inMoney(t('settle.statement')), row => <Money cents={row.statementCents} />)]
      : []),
    column('differenceCents', inMoney(t('settle.difference')), row => <DifferenceMoney cents={row.differenceCents} />),
  ]
  const counted = payTypes.some(({ countedCents }) => countedCents !== null)
  return (
    <Block
      label={t('settle.byPayType')}
      columns={columns}
      rows={numbered(payTypes)}
      totals={{
        payments: count(sum(payTypes, row => row.payments)),
        amountCents: money(sum(payTypes, row => row.amountCents)),
        refundedCents: money(sum(payTypes, row => row.refundedCents)),
        topUpCents: money(sum(payTypes, row => row.topUpCents)),
        expectedCents: money(sum(payTypes, row => row.expectedCents)),
        ...(counted && {
          countedCents: money(sum(payTypes, row => row.countedCents)),
          differenceCents: <DifferenceMoney cents={sum(payTypes, row => row.differenceCents)} />,
        }),
      }}
    />
  )
}

export function Items({ of: { items }, shifts }: BlockProps<'items'>) {
  const shiftId = shifts.join(',')
  const open = ({ categoryType, itemId }: Row<'items'>, children: ReactNode) =>
    link(categoryType === 'fuel' ? 'fuelQuery' : 'notFuelQuery', { shiftId, 'lineItems.itemId': itemId }, children)
  const columns: Column<Row<'items'>>[] = [
    column('name', t('settle.item'), row => row.name, 'left'),
    column('orders', t('settle.orders'), row => open(row, count(row.orders))),
    column('volumeCl', inLitres(t('settle.volume')), row => (row.categoryType === 'fuel' ? open(row, litres(row.volumeCl)) : ' ')),
    ...(items.some(row => row.categoryType === 'normal')
      ? [column<Row<'items'>>('pieces', t('settle.pieces'), row => (row.categoryType === 'normal' ? open(row, count(row.pieces)) : ' '))]
      : []),
    column('amountCents', inMoney(t('settle.total')), row => <Money cents={row.amountCents} />),
    column('discountCents', inMoney(t('settle.discount')), row => <Money cents={row.discountCents} />),
    column('salesCents', inMoney(t('settle.sales')), row => open(row, money(row.amountCents - row.discountCents))),
  ]
  return (
    <Block
      label={t('settle.byItem')}
      columns={columns}
      rows={numbered(items)}
      totals={{
        volumeCl: litres(sum(items, row => row.volumeCl)),
        pieces: count(sum(items, row => row.pieces)),
        amountCents: money(sum(items, row => row.amountCents)),
        discountCents: money(sum(items, row => row.discountCents)),
        salesCents: money(sum(items, row => row.amountCents - row.discountCents)),
      }}
    />
  )
}

export function Nozzles({ of: { nozzles }, shifts }: BlockProps<'nozzles'>) {
  const shiftId = shifts.join(',')
  const columns: Column<Row<'nozzles'>>[] = [
    column(
      'logicNo',
      t('settle.nozzle'),
      row => (
        <>
          {t('settle.nozzleNo', { no: row.logicNo })} <small className="k-dash">{row.itemName}</small>
        </>
      ),
      'left',
    ),
    column('beginCl', inLitres(t('settle.begin')), row => <Litres centilitres={row.beginCl} />),
    column('endCl', inLitres(t('settle.end')), row => (
      <span title={row.entered ? t('settle.entered') : undefined}>
        <Litres centilitres={row.endCl} />
        {row.entered && row.endCl !== null && ' ✎'}
      </span>
    )),
    column('meteredCl', inLitres(t('settle.metered')), row => <Litres centilitres={row.meteredCl} />),
    column('soldCl', inLitres(t('settle.sold')), row =>
      row.orders === 0 ? litres(0) : link('fuelQuery', { shiftId, nozzleControlId: row.nozzleControlId }, litres(row.soldCl)),
    ),
    column('lateCl', inLitres(t('settle.late')), row => <Litres centilitres={row.lateCl} />),
    column('differenceCl', t('settle.gap'), row => <Gap centilitres={row.differenceCl} />),
  ]
  return (
    <Block
      label={t('settle.byNozzle')}
      columns={columns}
      rows={numbered(nozzles)}
      totals={{ soldCl: litres(sum(nozzles, row => row.soldCl)), lateCl: litres(sum(nozzles, row => row.lateCl)) }}
    />
  )
}

export function Employees({ of: { employees }, shifts }: BlockProps<'employees'>) {
  const shiftId = shifts.join(',')
  const open = ({ employeeId }: Row<'employees'>, children: ReactNode) =>
    employeeId === null ? children : link('allQuery', { shiftId, employeeId }, children)
  const columns: Column<Row<'employees'>>[] = [
    column(
      'name',
      t('settle.employee'),
      row => (row.employeeId === null ? <span className="k-dash">{t('settle.noEmployee')}</span> : row.name),
      'left',
    ),
    column('orders', t('settle.orders'), row => open(row, count(row.orders))),
    column('volumeCl', inLitres(t('settle.volume')), row => <Litres centilitres={row.volumeCl} />),
    column('salesCents', inMoney(t('settle.sales')), row => open(row, money(row.salesCents))),
    column('takenCents', inMoney(t('settle.taken')), row => <Money cents={row.takenCents} />),
  ]
  return (
    <>
      <Block
        label={t('settle.byEmployee')}
        columns={columns}
        rows={numbered(employees)}
        totals={{
          orders: count(sum(employees, row => row.orders)),
          volumeCl: litres(sum(employees, row => row.volumeCl)),
          salesCents: money(sum(employees, row => row.salesCents)),
          takenCents: money(sum(employees, row => row.takenCents)),
        }}
      />
      <p className="k-quiet settle-p">{t('settle.takenHelp')}</p>
    </>
  )
}

const orderLink = (row: { orderId: number; orderNo: string }) => (
  <PageLink page="allDetails" params={{ orderId: row.orderId }} className="k-link">
    {row.orderNo}
  </PageLink>
)

export function Unpaid({ of: { unpaid } }: { of: ClassSettle }) {
  const columns: Column<Row<'unpaid'>>[] = [
    column('orderNo', t('settle.orderNo'), orderLink, 'left'),
    column('createdDate', t('settle.soldAt'), row => <Time at={row.createdDate} />, 'left'),
    column('status', t('settle.status'), row => <StatusTag of="orders" field="status" value={row.status} />, 'left'),
    column('totalCents', inMoney(t('settle.total')), row => <Money cents={row.totalCents} />),
    column('paidCents', inMoney(t('settle.paid')), row => <Money cents={row.paidCents} />),
    column('dueCents', inMoney(t('settle.due')), row => <Money cents={row.dueCents} />),
  ]
  return (
    <Block
      label={t('settle.carried')}
      columns={columns}
      rows={numbered(unpaid)}
      totals={{ dueCents: money(sum(unpaid, row => row.dueCents)) }}
    />
  )
}

export function Corrections({ of: { corrections } }: { of: Pick<ClassSettle, 'corrections'> }) {
  const columns: Column<Row<'corrections'>>[] = [
    column('orderNo', t('settle.orderNo'), orderLink, 'left'),
    column('createdDate', t('settle.soldAt'), row => <Time at={row.createdDate} />, 'left'),
    column(
      'belongs',
      t('settle.belongs'),
      row => (
        <PageLink page="classSettle" search={{ dailyStateId: row.belongsShiftId }} className="k-link">
          {shiftWords(row)}
        </PageLink>
      ),
      'left',
    ),
    column('volumeCl', inLitres(t('settle.volume')), row => <Litres centilitres={row.volumeCl} />),
    column('totalCents', inMoney(t('settle.total')), row => <Money cents={row.totalCents} />),
  ]
  return (
    <Block
      label={t('settle.corrections')}
      columns={columns}
      rows={numbered(corrections)}
      totals={{ totalCents: money(sum(corrections, row => row.totalCents)) }}
    />
  )
}
