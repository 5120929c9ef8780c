import type { ClassSettle } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { count, litres, money } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import type { Column } from '../../kit/list/columns.ts'
import { Figure } from './behind-drawer.tsx'
import { Block, column, inLitres, inMoney, numbered, sum, type Row } from './block.tsx'
import { Gap } from './meters-table.tsx'

/** Where each tank stood, what came and went, and what it lost besides. */
export function Tanks({ of: { tanks } }: { of: Pick<ClassSettle, 'tanks'> }) {
  const figure = (row: Row<'tanks'>, field: keyof Row<'tanks'>, children?: ReactNode) => (
    <Figure cell={{ block: 'tanks', key: row.tankId, field }} value={row[field] as number | null}>
      {children}
    </Figure>
  )
  const columns: Column<Row<'tanks'>>[] = [
    column(
      'number',
      t('settle.tank'),
      row => (
        <>
          {t('settle.tankNo', { no: row.number })} <small className="k-dash">{row.productName}</small>
        </>
      ),
      'left',
    ),
    column('beginCl', inLitres(t('settle.tankBegin')), row => figure(row, 'beginCl')),
    column('receivedCl', inLitres(t('settle.received')), row => figure(row, 'receivedCl')),
    ...(tanks.some(({ document }) => document !== '')
      ? [column<Row<'tanks'>>('document', t('settle.document'), row => row.document || '—', 'left')]
      : []),
    column('endCl', inLitres(t('settle.dip')), row => (
      <span title={row.entered && row.endCl !== null ? t('settle.measured') : undefined}>
        {figure(row, 'endCl')}
        {row.entered && row.endCl !== null && ' ✎'}
      </span>
    )),
    column('drawnCl', inLitres(t('settle.drawn')), row => figure(row, 'drawnCl')),
    column('meteredCl', inLitres(t('settle.metered')), row => figure(row, 'meteredCl')),
    column('soldCl', inLitres(t('settle.sold')), row => figure(row, 'soldCl')),
    column('differenceCl', inLitres(t('settle.gap')), row => figure(row, 'differenceCl', <Gap centilitres={row.differenceCl} />)),
  ]
  return (
    <Block
      label={t('settle.byTank')}
      columns={columns}
      rows={numbered(tanks)}
      totals={{ receivedCl: litres(sum(tanks, row => row.receivedCl)), soldCl: litres(sum(tanks, row => row.soldCl)) }}
    />
  )
}

/** The notes and coins that lay in the till. */
export function Cash({ of: { cash } }: { of: Pick<ClassSettle, 'cash'> }) {
  const columns: Column<Row<'cash'>>[] = [
    column('valueCents', inMoney(t('settle.denomination')), row => money(row.valueCents)),
    column('pieces', t('settle.pieceCount'), row => count(row.pieces)),
    column('sumCents', inMoney(t('settle.total')), row => money(row.valueCents * row.pieces)),
  ]
  return (
    <Block
      label={t('settle.cashCounted')}
      columns={columns}
      rows={numbered(cash)}
      totals={{
        pieces: count(sum(cash, row => row.pieces)),
        sumCents: money(sum(cash, row => row.valueCents * row.pieces)),
      }}
    />
  )
}
