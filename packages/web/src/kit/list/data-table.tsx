import {
  memo,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { t } from '../../i18n/index.ts'
import type { Density } from '../../core/settings.ts'
import { useNarrow } from '../media.ts'
import { RowCards } from './cards.tsx'
import { fitToWindow } from './fit.ts'
import type { AnyRow, Column } from './columns.ts'
import { drawCell } from './draw.tsx'
import { EditCell } from './edit-cell.tsx'
import { TableHead } from './head.tsx'
import type { InlineEdit } from './inline.ts'
import { usePart } from './window.ts'
import './table.css'

export interface DataTableProps<R extends AnyRow = AnyRow> {
  /** What the table lists, for those who hear it. */
  label: string
  columns: readonly Column<R>[]
  /** Undefined until the first answer. */
  rows: readonly R[] | undefined
  /** The rows are an older answer while the next is on its way. */
  old?: boolean
  density?: Density
  /** Shown instead of rows when there are none. */
  empty?: ReactNode
  /** `field,asc` or `field,desc`. */
  sort?: string | undefined
  onSort?: (sort: string | undefined) => void
  selected?: ReadonlySet<number>
  onSelect?: (selected: ReadonlySet<number>) => void
  /** As their reader drew the columns. */
  widths?: Readonly<Record<string, number>> | undefined
  onWidth?: ((column: string, width: number) => void) | undefined
  onOpen?: ((row: R) => void) | undefined
  /** Shows a row beside the list; while one is shown, the arrows show the next. */
  onPreview?: ((row: R) => void) | undefined
  /** The row that is shown beside the list. */
  current?: number | undefined
  /** Cells that are changed where they stand. */
  edit?: InlineEdit | undefined
  actions?: ((row: R) => ReactNode) | undefined
  /** What a row shows beneath itself when it is unfolded. */
  expand?: ((row: R) => ReactNode) | undefined
  /** Sums over all rows of the filter, by column. */
  totals?: { label: string; values: Readonly<Record<string, ReactNode>> } | undefined
}

const sizes: Record<Density, string> = { compact: 'k-dense', default: '', comfortable: 'k-wide' }

/** A table of records: head and first column stay in sight, arrows move through rows, Enter opens, Space selects. */
export function DataTable<R extends AnyRow>(props: DataTableProps<R>) {
  const narrow = useNarrow()
  const { rows, empty, density = 'default' } = props
  if (rows?.length === 0) return <div className="k-empty-box">{empty}</div>
  if (narrow) return <RowCards {...props} />
  return (
    <div className={`k-scroll ${sizes[density]}`} ref={fitToWindow}>
      <Grid {...props} />
    </div>
  )
}

function Grid<R extends AnyRow>(props: DataTableProps<R>) {
  const { label, columns, rows, old = false, selected, onSelect, onOpen, onPreview, current, edit, actions, expand, totals } = props
  const table = useRef<HTMLTableElement>(null)
  const { from, to, above, below } = usePart(rows?.length ?? 0, table)
  const wide = columns.length + (onSelect ? 1 : 0) + (actions ? 1 : 0)
  const toggle = useToggle(selected, onSelect)
  const rowAt = (target: EventTarget) => {
    const id = Number((target as HTMLElement).closest('tr')?.dataset['id'])
    return rows?.find(row => row.id === id)
  }

  const press = (event: MouseEvent<HTMLElement>) => {
    const row = rowAt(event.target)
    if (row && onOpen && !isOwn(event.target as HTMLElement) && !getSelection()?.toString()) onOpen(row)
  }
  const type = (event: KeyboardEvent<HTMLElement>) => {
    if (stepWithin(event)) return event.preventDefault()
    if ((event.target as HTMLElement).tagName !== 'TR') return
    const row = rowAt(event.target)
    const act = row && { Enter: onOpen, p: onPreview, ' ': onSelect && (() => toggle(row.id)) }[event.key]
    if (act) event.preventDefault()
    act?.(row!)
    if (step(event)) event.preventDefault()
  }
  /** While a row is shown beside the list, it is the row that has the focus. */
  const follow = (event: FocusEvent<HTMLElement>) => {
    const row = current !== undefined && event.target.tagName === 'TR' && rowAt(event.target)
    if (row && row.id !== current) onPreview?.(row)
  }
  return (
    <table ref={table} className={`k-table ${onOpen ? 'k-opens' : ''} ${old ? 'k-old' : ''}`} aria-label={label} aria-busy={old || !rows}>
      <TableHead {...props} />
      {rows ? (
        <tbody onClick={press} onKeyDown={type} onFocus={follow}>
          <Gap height={above} wide={wide} />
          {rows.slice(from, to).map((row, index) => (
            <RowLine
              key={row.id}
              row={row}
              columns={columns as readonly Column[]}
              first={index === 0}
              current={row.id === current}
              edit={edit}
              checked={onSelect ? (selected?.has(row.id) ?? false) : undefined}
              toggle={toggle}
              actions={actions as ((row: AnyRow) => ReactNode) | undefined}
              expand={expand as ((row: AnyRow) => ReactNode) | undefined}
            />
          ))}
          <Gap height={below} wide={wide} />
        </tbody>
      ) : (
        <Bones columns={columns.length + (actions ? 1 : 0)} box={onSelect !== undefined} />
      )}
      {totals && rows && (
        <Totals columns={columns as readonly Column[]} totals={totals} before={onSelect !== undefined} after={actions !== undefined} />
      )}
    </table>
  )
}

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

/** Buttons and links within a row act for themselves. */
const isOwn = (target: HTMLElement) => target.closest('a,button,input,label,select,textarea,[role=menuitem],[role=dialog]') !== null

function step(event: KeyboardEvent<HTMLElement>): boolean {
  const row = event.target as HTMLTableRowElement
  const rows = [...row.parentElement!.querySelectorAll<HTMLElement>(':scope > tr[data-id]')]
  const place = rows.indexOf(row)
  const next = { ArrowDown: rows[place + 1], ArrowUp: rows[place - 1], Home: rows[0], End: rows.at(-1) }[event.key]
  next?.focus()
  return next !== undefined
}

/** From the row to what can be pressed in it, from one to the next, and with Esc back to the row; F2 begins at the first cell to edit. */
function stepWithin(event: KeyboardEvent<HTMLElement>): boolean {
  const target = event.target as HTMLElement
  const row = target.closest<HTMLElement>('tr[data-id]')
  if (!row || typing(target)) return false
  const stops = [...row.querySelectorAll<HTMLElement>('a,button,input')].filter(stop => stop.checkVisibility())
  const place = stops.indexOf(target)
  const next = {
    ArrowRight: stops[place + 1],
    ArrowLeft: place === 0 ? row : stops[place - 1],
    Escape: place < 0 ? undefined : row,
    F2: row.querySelector<HTMLElement>('.k-pencil') ?? undefined,
  }[event.key]
  next?.focus()
  return next !== undefined
}
const typing = (target: HTMLElement) => target.closest('input:not([type=checkbox]),textarea,[role=dialog]') !== null

const sides = { left: '', right: 'k-end', center: 'k-middle' } as const
const cellClass = (column: Column, index: number) => `${sides[column.align]} ${index === 0 ? 'k-first' : ''}`

interface RowLineProps {
  row: AnyRow
  columns: readonly Column[]
  first: boolean
  current: boolean
  edit: InlineEdit | undefined
  /** Undefined where rows are not selected. */
  checked: boolean | undefined
  toggle: (id: number) => void
  actions: ((row: AnyRow) => ReactNode) | undefined
  expand: ((row: AnyRow) => ReactNode) | undefined
}

const RowLine = memo(function RowLine({ row, columns, first, current, edit, checked, toggle, actions, expand }: RowLineProps) {
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
            {cellOf(column, row, edit)}
          </td>
        ))}
        {actions && <td className="k-acts">{actions(row)}</td>}
      </tr>
      {open && expand && (
        <tr className="k-beneath">
          <td colSpan={columns.length + (checked === undefined ? 0 : 1) + (actions ? 1 : 0)}>{expand(row)}</td>
        </tr>
      )}
    </>
  )
})

function cellOf(column: Column, row: AnyRow, edit: InlineEdit | undefined): ReactNode {
  const field = edit?.fields.get(column.key)
  const drawn = drawCell(column, row)
  return edit && field ? (
    <EditCell edit={edit} field={field} row={row}>
      {drawn}
    </EditCell>
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
function Bones({ columns, box }: { columns: number; box: boolean }) {
  return (
    <tbody className="k-bones" aria-hidden="true">
      {Array.from({ length: 8 }, (_, line) => (
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
    <tfoot>
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
