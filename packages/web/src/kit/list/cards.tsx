import { t } from '../../i18n/index.ts'
import type { AnyRow, Column } from './columns.ts'
import type { DataTableProps } from './data-table.tsx'
import { drawCell, headOf, textOf } from './draw.tsx'
import './cards.css'

/** How many lines a card has under its head. */
const lines = 6

/** The rows on a phone: a card each, the first column its head, the rest as lines. */
export function RowCards<R extends AnyRow>(props: DataTableProps<R>) {
  const { label, columns, rows, old = false, onOpen, actions, totals, selected, onSelect, onPreview } = props
  const turn = onSelect && ((id: number) => onSelect(turned(selected, id)))
  return (
    <>
      <ul className={`k-cards ${old ? 'k-old' : ''}`} aria-label={label} aria-busy={old || !rows}>
        {rows?.map(row => (
          <RowCard
            key={row.id}
            row={row}
            columns={columns}
            onOpen={onOpen}
            onPreview={onPreview}
            actions={actions}
            checked={selected?.has(row.id) ?? false}
            onTurn={turn}
          />
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

function turned(selected: ReadonlySet<number> | undefined, id: number): ReadonlySet<number> {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}

interface RowCardProps<R extends AnyRow> extends Pick<DataTableProps<R>, 'columns' | 'onOpen' | 'onPreview' | 'actions'> {
  row: R
  checked: boolean
  onTurn: ((id: number) => void) | undefined
}

function RowCard<R extends AnyRow>({ row, columns, onOpen, onPreview, actions, checked, onTurn }: RowCardProps<R>) {
  const [head, ...rest] = columns
  const open = onOpen ?? onPreview
  return (
    <li className="k-card">
      <div className="k-card-head">
        {onTurn && <input type="checkbox" checked={checked} onChange={() => onTurn(row.id)} aria-label={t('kit.selectRow')} />}
        {open && head ? (
          <button type="button" className="k-sorter k-link" onClick={() => open(row)}>
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
