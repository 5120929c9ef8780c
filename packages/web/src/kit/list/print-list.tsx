import type { BaseRow } from '@forecourt/contract'
import { useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { count as counted } from '../../core/money.ts'
import { useSession } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { PrintTable } from '../print/print-page.tsx'
import { labelOf } from '../label.ts'
import { ChipWords } from './chips.tsx'
import type { Column } from './columns.ts'
import { headOf, textOf } from './draw.tsx'
import { sumsOf } from './totals.ts'
import type { List } from './use-list.ts'
import './print-list.css'

export interface PrintListProps<R extends BaseRow> {
  list: List<R>
  label: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  /** There are more rows than are printed. */
  more: boolean
  onDone: () => void
}

/** The rows of the filter on paper, as they are shown: what was asked for on top, the sums of all beneath. */
export function PrintList<R extends BaseRow>({ list, label, columns, rows, more, onDone }: PrintListProps<R>) {
  const { atStation, profile } = useSession()
  const done = useEffectEvent(onDone)
  useEffect(() => {
    const end = () => done()
    addEventListener('afterprint', end)
    print()
    return () => removeEventListener('afterprint', end)
  }, [])
  const sums = sumsOf(list.of, columns, list.totals)
  const totals = sums && { ...sums.values, [columns[0]?.key ?? '']: sums.label }
  return createPortal(
    <div className="k-print-list k-sheet">
      <style>{'@page { size: A4 landscape; margin: 10mm; }'}</style>
      <h1>{label}</h1>
      <dl className="k-sheet-facts">
        <Fact label={t('kit.company')}>{atStation?.company.name ?? profile?.company.name}</Fact>
        {atStation && !list.company && <Fact label={t('kit.station')}>{atStation.name}</Fact>}
        {list.set.map(({ filter, raw }) => (
          <Fact key={filter.path} label={labelOf(filter.field)}>
            <ChipWords filter={filter} raw={raw} />
          </Fact>
        ))}
      </dl>
      <PrintTable
        label={label}
        rows={rows}
        columns={columns.map(column => ({
          key: column.key,
          title: headOf(column),
          value: (row: R) => textOf(column, row),
          end: column.align === 'right',
        }))}
        {...(totals && { totals })}
      />
      <p className="k-sheet-now">
        {more
          ? t('kit.firstOf', { shown: counted(rows.length), count: counted(list.count ?? 0) })
          : t('kit.total', { count: counted(rows.length) })}
        {' · '}
        {t('kit.printedBy')} {profile?.name ?? '—'} · {t('kit.printedAt')} {time(Temporal.Now.instant().toString())}
      </p>
    </div>,
    document.body,
  )
}

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
