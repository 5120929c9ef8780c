import type { BaseRow } from '@forecourt/contract'
import type { Column } from './columns.ts'
import type { DataTableProps } from './table-props.ts'
import { drawCell, headOf } from './draw.tsx'

/** A table of figures, none of which stands for the others: no column is a field of a record, and none has a place in the two lines. */
export const isOfFigures = (columns: readonly Pick<Column, 'field' | 'phone'>[]): boolean =>
  columns.every(({ field, phone }) => !field && !phone)

/** A table of figures on a phone: each row is its name with every figure under its own heading; the sums come last, as on the desk. */
export function FigureCards<R extends BaseRow>({
  label,
  columns,
  rows,
  old = false,
  totals,
}: Pick<DataTableProps<R>, 'label' | 'columns' | 'rows' | 'old' | 'totals'>) {
  const [name, ...figures] = columns
  if (!name) return null
  return (
    <ul className={`k-cards k-figure-cards ${old ? 'k-old' : ''}`} aria-label={label} aria-busy={old || !rows}>
      {rows?.map(row => (
        <li key={row.id}>
          <b>{drawCell(name, row)}</b>
          <dl>
            {figures.map(column => (
              <div key={column.key} className={column.align === 'left' ? 'k-words' : undefined}>
                <dt>{headOf(column)}</dt>
                <dd>{drawCell(column, row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
      {!rows && [0, 1, 2].map(place => <li key={place} className="k-bone" aria-hidden="true" />)}
      {totals && rows && (
        <li className={`k-figure-sums ${totals.coming ? 'k-coming' : ''}`} aria-hidden={totals.coming}>
          <b>{totals.label}</b>
          <SumList columns={figures} totals={totals} />
        </li>
      )}
    </ul>
  )
}

/** The sums of the columns that have one. */
export function SumList<R>({
  columns,
  totals,
  most,
}: {
  columns: readonly Column<R>[]
  totals: NonNullable<DataTableProps['totals']>
  most?: number
}) {
  return (
    <dl>
      {columns
        .filter(({ key }) => totals.values[key] !== undefined)
        .slice(0, most)
        .map(column => (
          <div key={column.key}>
            <dt>{headOf(column)}</dt>
            <dd>{totals.values[column.key]}</dd>
          </div>
        ))}
    </dl>
  )
}
