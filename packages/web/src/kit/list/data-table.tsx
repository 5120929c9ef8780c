import type { BaseRow } from '@forecourt/contract'
import { memo, useCallback, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import type { Density } from '../../core/settings.ts'
import { useNarrow } from '../media.ts'
import { CardsLater } from './cards-later.tsx'
import { fitToWindow } from './fit.ts'
import type { Column } from './columns.ts'
import { drawCell } from './draw.tsx'
import { TableHead } from './head.tsx'
import type { InlineEdit } from './inline.ts'
import { Editable } from './editable.tsx'
import { useRowActs } from './row-acts.ts'
import { useWhole } from './use-whole.ts'
import { usePart } from './window.ts'
import '../feedback/states.css'
import './table.css'
import type { DataTableProps } from './table-props.ts'

const sizes: Record<Density, string> = { compact: 'k-dense', default: '', comfortable: 'k-wide' }

/** A table of records: head and first column stay in sight, arrows move through rows, Enter opens, Space selects. */
export function DataTable<R extends BaseRow>(props: DataTableProps<R>) {
  const narrow = useNarrow()
  const { rows, empty, density = 'default' } = props
  if (rows?.length === 0) return <div className="k-empty-box">{empty}</div>
  if (narrow) return <CardsLater {...props} />
  return (
    <div className="k-frame">
      <div className={`k-scroll ${sizes[density]}`} ref={fitToWindow}>
        <Grid {...props} />
      </div>
    </div>
  )
}

function Grid<R extends BaseRow>(props: DataTableProps<R>) {
  const { label, columns, rows, old = false, selected, onSelect, onOpen, onPreview, current, edit, actions, expand, totals } = props
  const table = useRef<HTMLTableElement>(null)
  const { from, to, above, below } = usePart(rows?.length ?? 0, table)
  const wide = columns.length + (onSelect ? 1 : 0) + (actions ? 1 : 0)
  const toggle = useToggle(selected, onSelect)
  const acts = useRowActs(props, toggle)
  useWhole(table, [columns, rows, from, props.widths, props.density, onSelect === undefined, actions === undefined, sumsKey(totals)])
  return (
    <table ref={table} className={`k-table ${onOpen ? 'k-opens' : ''} ${old ? 'k-old' : ''}`} aria-label={label} aria-busy={old || !rows}>
      <colgroup>
        {onSelect && <col />}
        {columns.map(({ key }) => (
          <col key={key} />
        ))}
        {actions && <col />}
      </colgroup>
      <TableHead {...props} />
      {rows ? (
        <tbody {...acts}>
          <Gap height={above} wide={wide} />
          {rows.slice(from, to).map((row, index) => (
            <RowLine
              key={row.id}
              row={row}
              columns={columns as readonly Column[]}
              first={index === 0}
              current={row.id === current}
              opens={onOpen !== undefined}
              peeks={onPreview !== undefined}
              edit={edit}
              checked={onSelect ? (selected?.has(row.id) ?? false) : undefined}
              toggle={toggle}
              actions={actions as ((row: BaseRow) => ReactNode) | undefined}
              expand={expand as ((row: BaseRow) => ReactNode) | undefined}
            />
          ))}
          <Gap height={below} wide={wide} />
        </tbody>
      ) : (
        <Bones columns={columns.length + (actions ? 1 : 0)} box={onSelect !== undefined} rows={props.expected ?? 8} />
      )}
      {totals && rows && (
        <Totals columns={columns as readonly Column[]} totals={totals} before={onSelect !== undefined} after={actions !== undefined} />
      )}
    </table>
  )
}

/** Sums come anew with each drawing; those in words say whether they are others. */
const sumsKey = (totals: DataTableProps['totals']) =>
  totals &&
  Object.values(totals.values)
    .map(value => (typeof value === 'string' ? value : ''))
    .join()

/** In place of rows that are out of sight. */
const Gap = ({ height, wide }: { height: number; wide: number }) =>
  height > 0 && (
    <tr aria-hidden="true" className="k-gap">
      <td colSpan={wide} style={{ height }} />
    </tr>
  )

/** One function for the life of the table, so that rows which did not change are not drawn again. */
function useToggle(selected: ReadonlySet<number> | undefined, onSelect: ((selected: ReadonlySet<number>) => void) | undefined) {
  const now = useRef({ selected, onSelect })
  useLayoutEffect(() => {
    now.current = { selected, onSelect }
  })
  return useCallback((id: number) => {
    const next = new Set(now.current.selected)
    if (!next.delete(id)) next.add(id)
    now.current.onSelect?.(next)
  }, [])
}

const sides = { left: '', right: 'k-end', center: 'k-middle' } as const
const cellClass = (column: Column, index: number) => `${sides[column.align]} ${index === 0 ? 'k-first' : ''}`

interface RowLineProps {
  row: BaseRow
  columns: readonly Column[]
  first: boolean
  current: boolean
  /** A press opens it: what it is called looks so. */
  opens: boolean
  /** Offers to be shown beside the list. */
  peeks: boolean
  edit: InlineEdit | undefined
  /** Undefined where rows are not selected. */
  checked: boolean | undefined
  toggle: (id: number) => void
  actions: ((row: BaseRow) => ReactNode) | undefined
  expand: ((row: BaseRow) => ReactNode) | undefined
}

const RowLine = memo(function RowLine({
  row,
  columns,
  first,
  current,
  opens,
  peeks,
  edit,
  checked,
  toggle,
  actions,
  expand,
}: RowLineProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <tr data-id={row.id} tabIndex={first ? 0 : -1} aria-selected={checked} aria-current={current || undefined}>
        {checked !== undefined && (
          <td className="k-box">
            <input type="checkbox" checked={checked} onChange={() => toggle(row.id)} aria-label={t('kit.selectRow')} tabIndex={-1} />
          </td>
        )}
        {columns.map((column, index) => (
          <td key={column.key} className={cellClass(column, index)}>
            {index === 0 && expand && <Unfold open={open} onTurn={() => setOpen(!open)} />}
            {index === 0 && opens ? <span className="k-opener">{cellOf(column, row, edit)}</span> : cellOf(column, row, edit)}
            {index === 0 && peeks && <Peek />}
          </td>
        ))}
        {actions && (
          <td className="k-acts">
            <div className="k-row-acts">{actions(row)}</div>
          </td>
        )}
      </tr>
      {open && expand && (
        <tr className="k-beneath">
          <td colSpan={columns.length + (checked === undefined ? 0 : 1) + (actions ? 1 : 0)}>{expand(row)}</td>
        </tr>
      )}
    </>
  )
})

/** Pressed like any other part of the row; from the keys it is `p`. */
const Peek = () => <button type="button" className="k-pencil k-peek" tabIndex={-1} aria-label={t('kit.keyPreview')} />

function cellOf(column: Column, row: BaseRow, edit: InlineEdit | undefined): ReactNode {
  const field = edit?.fields.get(column.key)
  const drawn = drawCell(column, row)
  return edit && field ? (
    <Editable edit={edit} field={field} row={row}>
      {drawn}
    </Editable>
  ) : (
    drawn
  )
}

const Unfold = ({ open, onTurn }: { open: boolean; onTurn: () => void }) => (
  <button type="button" className="k-unfold" aria-expanded={open} aria-label={t('kit.expandRow')} onClick={onTurn}>
    {open ? '▾' : '▸'}
  </button>
)

const widths = [62, 88, 74, 96, 58, 80]
function Bones({ columns, box, rows }: { columns: number; box: boolean; rows: number }) {
  return (
    <tbody className="k-bones" aria-hidden="true">
      {Array.from({ length: rows }, (_, line) => (
        <tr key={line}>
          {box && <td className="k-box" />}
          {Array.from({ length: columns }, (_, place) => (
            <td key={place}>
              <span className="k-bone" style={{ width: widths[(line + place) % 6] }} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

interface TotalsProps {
  columns: readonly Column[]
  totals: NonNullable<DataTableProps['totals']>
  before: boolean
  after: boolean
}
function Totals({ columns, totals, before, after }: TotalsProps) {
  return (
    <tfoot className={totals.coming ? 'k-coming' : undefined} aria-hidden={totals.coming}>
      <tr>
        {before && <td className="k-box" />}
        {columns.map((column, index) =>
          index === 0 ? (
            <th key={column.key} scope="row" className={cellClass(column, 0)}>
              {totals.label}
            </th>
          ) : (
            <td key={column.key} className={cellClass(column, index)}>
              {totals.values[column.key]}
            </td>
          ),
        )}
        {after && <td className="k-acts" />}
      </tr>
    </tfoot>
  )
}
