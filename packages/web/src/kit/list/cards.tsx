import type { AnyRow, Column } from './columns.ts'
import type { DataTableProps } from './data-table.tsx'
import { drawCell, headOf, textOf } from './draw.tsx'
import './cards.css'

/** How many lines a card has under its head. */
const lines = 6

/** The rows on a phone: a card each, the first column its head, the rest as lines. */
export function RowCards<R extends AnyRow>({ label, columns, rows, old = false, onOpen, actions, totals }: DataTableProps<R>) {
  return (
    <>
      <ul className={`k-cards ${old ? 'k-old' : ''}`} aria-label={label} aria-busy={old || !rows}>
        {rows?.map(row => (
          <RowCard key={row.id} row={row} columns={columns} onOpen={onOpen} actions={actions} />
        ))}
        {!rows &&
          [0, 1, 2, 3].map(place => (
            <li key={place} className="k-card k-bones" aria-hidden="true">
              <span className="k-bone" style={{ width: '60%' }} />
            </li>
          ))}
      </ul>
      {totals && rows && <Sums columns={columns as readonly Column[]} totals={totals} />}
    </>
  )
}

function RowCard<R extends AnyRow>({
  row,
  columns,
  onOpen,
  actions,
}: Pick<DataTableProps<R>, 'columns' | 'onOpen' | 'actions'> & { row: R }) {
  const [head, ...rest] = columns
  return (
    <li className="k-card">
      <div className="k-card-head">
        {onOpen && head ? (
          <button type="button" className="k-sorter k-link" onClick={() => onOpen(row)}>
            {plain(head, row)}
          </button>
        ) : (
          head && drawCell(head, row)
        )}
        {actions && <span>{actions(row)}</span>}
      </div>
      <dl>
        {rest
          .slice(0, lines)
          .map(column => [<dt key={`${column.key}-name`}>{headOf(column)}</dt>, <dd key={column.key}>{drawCell(column, row)}</dd>])}
      </dl>
    </li>
  )
}

/** Within a button there is no second button and no link: what has words is words. */
const plain = <R extends AnyRow>(column: Column<R>, row: R) =>
  column.text || (column.field && !column.cell) ? textOf(column, row) : drawCell(column, row)

function Sums({ columns, totals }: { columns: readonly Column[]; totals: NonNullable<DataTableProps['totals']> }) {
  return (
    <section className="k-card" aria-label={totals.label}>
      <div className="k-card-head">{totals.label}</div>
      <dl>
        {columns
          .filter(({ key }) => totals.values[key] !== undefined)
          .map(column => [<dt key={`${column.key}-name`}>{headOf(column)}</dt>, <dd key={column.key}>{totals.values[column.key]}</dd>])}
      </dl>
    </section>
  )
}
