import type { ClassSettle } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { count, litres, money } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Litres, Money, StatusTag, Time } from '../../kit/detail/figures.tsx'
import type { Column } from '../../kit/list/columns.ts'
import { PageLink } from '../../kit/page/page-link.tsx'
import { Figure } from './behind-drawer.tsx'
import { Block, column, inLitres, inMoney, numbered, sum, type Row } from './block.tsx'
import { isTender } from './counting.ts'
import { DifferenceMoney, payTypeWords } from './figures.tsx'
import { Gap } from './meters-table.tsx'
import { shiftWords } from './shift-words.ts'

interface BlockProps<Part extends keyof ClassSettle> {
  of: Pick<ClassSettle, Part>
}

type Tender = ClassSettle['payTypes'][number] & { readonly statementCents?: number | null }

/** Each way of payment, what was counted of it, and on a day what the statement of its platform says. */
export function PayTypes({ of: { payTypes } }: { of: { payTypes: readonly Tender[] } }) {
  type Row = Tender & { id: number }
  const figure = (row: Row, field: string, children?: ReactNode) => (
    <Figure cell={{ block: 'payTypes', key: row.payType, field }} value={row[field as 'amountCents']}>
      {children}
    </Figure>
  )
  const columns: Column<Row>[] = [
    column('payType', t('settle.payType'), row => payTypeWords(row.payType), 'left'),
    column('payments', t('settle.payments'), row => figure(row, 'payments')),
    column('amountCents', inMoney(t('settle.amount')), row => figure(row, 'amountCents')),
    ...(payTypes.some(row => row.refundedCents !== 0)
      ? [column<Row>('refundedCents', inMoney(t('settle.refunded')), row => figure(row, 'refundedCents'))]
      : []),
    column('topUpCents', inMoney(t('settle.topUp')), row => figure(row, 'topUpCents')),
    column('expectedCents', inMoney(t('settle.expected')), row => figure(row, 'expectedCents')),
    column('countedCents', inMoney(t('settle.counted')), row =>
      row.countedCents === null && isTender(row.payType) ? (
        <span className="settle-uncounted">{t('settle.notCounted')}</span>
      ) : (
        figure(row, 'countedCents')
      ),
    ),
    ...(payTypes.some(({ statementCents }) => statementCents != null)
      ? [column<Row>('statementCents', inMoney(t('settle.statement')), row => figure(row, 'statementCents'))]
      : []),
    column('differenceCents', inMoney(t('settle.overShort')), row =>
      figure(row, 'differenceCents', <DifferenceMoney cents={row.differenceCents} />),
    ),
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

export function Items({ of: { items } }: BlockProps<'items'>) {
  const figure = (row: Row<'items'>, field: string, value: number) => (
    <Figure cell={{ block: 'items', key: row.itemId, field }} value={value} />
  )
  const columns: Column<Row<'items'>>[] = [
    column('name', t('settle.item'), row => row.name, 'left'),
    column('orders', t('settle.orders'), row => figure(row, 'orders', row.orders)),
    column('volumeCl', inLitres(t('settle.volume')), row => (row.categoryType === 'fuel' ? figure(row, 'volumeCl', row.volumeCl) : ' ')),
    ...(items.some(row => row.categoryType === 'normal')
      ? [
          column<Row<'items'>>('pieces', t('settle.pieces'), row =>
            row.categoryType === 'normal' ? figure(row, 'pieces', row.pieces) : ' ',
          ),
        ]
      : []),
    column('amountCents', inMoney(t('settle.total')), row => figure(row, 'amountCents', row.amountCents)),
    column('discountCents', inMoney(t('settle.discount')), row => figure(row, 'discountCents', row.discountCents)),
    column('salesCents', inMoney(t('settle.sales')), row => figure(row, 'salesCents', row.amountCents - row.discountCents)),
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

export function Nozzles({ of: { nozzles } }: BlockProps<'nozzles'>) {
  const figure = (row: Row<'nozzles'>, field: keyof Row<'nozzles'>, children?: ReactNode) => (
    <Figure cell={{ block: 'nozzles', key: row.nozzleControlId, field }} value={row[field] as number | null}>
      {children}
    </Figure>
  )
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
    column('beginCl', inLitres(t('settle.begin')), row => figure(row, 'beginCl')),
    column('endCl', inLitres(t('settle.end')), row => (
      <span title={row.entered ? t('settle.entered') : undefined}>
        {figure(row, 'endCl')}
        {row.entered && row.endCl !== null && ' ✎'}
      </span>
    )),
    column('meteredCl', inLitres(t('settle.metered')), row => figure(row, 'meteredCl')),
    column('soldCl', inLitres(t('settle.sold')), row => figure(row, 'soldCl')),
    column('lateCl', inLitres(t('settle.late')), row => figure(row, 'lateCl')),
    column('differenceCl', inLitres(t('settle.gap')), row => figure(row, 'differenceCl', <Gap centilitres={row.differenceCl} />)),
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

export function Employees({ of: { employees } }: BlockProps<'employees'>) {
  const figure = (row: Row<'employees'>, field: keyof Row<'employees'>) => (
    <Figure cell={{ block: 'employees', key: row.employeeId, field }} value={row[field] as number} />
  )
  const columns: Column<Row<'employees'>>[] = [
    column(
      'name',
      t('settle.employee'),
      row => (row.employeeId === null ? <span className="k-dash">{t('settle.noEmployee')}</span> : row.name),
      'left',
    ),
    column('orders', t('settle.orders'), row => figure(row, 'orders')),
    column('volumeCl', inLitres(t('settle.volume')), row => figure(row, 'volumeCl')),
    column('salesCents', inMoney(t('settle.sales')), row => figure(row, 'salesCents')),
    column('takenCents', inMoney(t('settle.taken')), row => figure(row, 'takenCents')),
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
