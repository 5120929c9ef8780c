import type { BaseRow } from '@forecourt/contract'
import { useState, type ReactNode } from 'react'
import { unknown } from '../../core/money.ts'
import { shortTime } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { valueAt } from '../field.ts'
import { unitOf } from '../label.ts'
import type { Column } from './columns.ts'
import type { DataTableProps } from './table-props.ts'
import { drawCell, textOf } from './draw.tsx'
import { FigureCards, isOfFigures, SumList } from './figure-cards.tsx'
import { slotsOf, type Slots } from './slots.ts'
import './cards.css'

/** The rows on a phone, two lines each: what and how much, when and how it stands. A press anywhere opens. */
export function RowCards<R extends BaseRow>(props: DataTableProps<R>) {
  const { label, columns, rows, old = false, onOpen, actions, totals, selected, onSelect, onPreview } = props
  if (isOfFigures(columns)) return <FigureCards {...props} />
  const turn = onSelect && ((id: number) => onSelect(turned(selected, id)))
  const slots = slotsOf(columns)
  return (
    <>
      <ul className={`k-cards ${old ? 'k-old' : ''}`} aria-label={label} aria-busy={old || !rows}>
        {rows?.map(row => (
          <RowCard
            key={row.id}
            row={row}
            slots={slots}
            onOpen={onOpen ?? onPreview}
            actions={actions}
            checked={selected?.has(row.id) ?? false}
            onTurn={turn}
          />
        ))}
        {!rows &&
          [0, 1, 2, 3, 4, 5].map(place => (
            <li key={place} className="k-card k-bones" aria-hidden="true">
              <span className="k-bone" style={{ width: '60%' }} />
              <span className="k-bone" style={{ width: '35%' }} />
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

interface RowCardProps<R extends BaseRow> extends Pick<DataTableProps<R>, 'onOpen' | 'actions'> {
  row: R
  slots: Slots<R>
  checked: boolean
  onTurn: ((id: number) => void) | undefined
}

function RowCard<R extends BaseRow>({ row, slots, onOpen, actions, checked, onTurn }: RowCardProps<R>) {
  const [acting, setActing] = useState(false)
  const { what, amount, when, state, more } = slots
  const name = what ? plain(what, row) : String(row.id)
  return (
    <li className={`k-card ${onOpen ? 'k-opens' : ''}`}>
      {onTurn && <input type="checkbox" checked={checked} onChange={() => onTurn(row.id)} aria-label={t('kit.selectRow')} />}
      <div className="k-card-lines">
        <div className={`k-card-head ${typeof name === 'string' && /^[\d\s]+$/.test(name) ? 'k-card-number' : ''}`}>
          {onOpen ? (
            <button type="button" onClick={() => onOpen(row)}>
              {name}
            </button>
          ) : (
            <span>{name}</span>
          )}
          {amount && (
            <b>
              {plain(amount, row)}
              {unitBeside(amount, row)}
            </b>
          )}
        </div>
        <div className="k-card-foot">
          <span>
            {when && known(when, row) && <Moment when={when} row={row} />}
            {more && known(more, row) && <span>{plain(more, row)}</span>}
          </span>
          {state && known(state, row) && <span>{drawCell(state, row)}</span>}
        </div>
        {acting && <div className="k-card-acts">{actions?.(row)}</div>}
      </div>
      {actions && (
        <button
          type="button"
          className="k-card-more"
          aria-expanded={acting}
          aria-label={t('kit.moreOf', { name: what ? textOf(what, row) : String(row.id) })}
          onClick={() => setActing(!acting)}>
          ⋯
        </button>
      )}
    </li>
  )
}

/** A line has no head that would say whether these are tons or litres; money is what stands there else. */
function unitBeside<R extends BaseRow>({ field, key, counted }: Column<R>, row: R): ReactNode {
  if (counted) return <small> {counted(row)}</small>
  const isMeasured = field?.kind === 'kilograms' || field?.kind === 'centilitres'
  return isMeasured && valueAt(row, key) != null ? <small> {unitOf(field.kind)}</small> : null
}

/** A line has no column that would say what a dash stands for. What a page draws itself without saying it in words is always drawn. */
const known = <R extends BaseRow>(column: Column<R>, row: R): boolean =>
  (column.cell !== undefined && !column.text && !column.say) || ![unknown, ''].includes(textOf(column, row))

/** To the minute: the record's own page shows the second. */
function Moment<R extends BaseRow>({ when, row }: { when: Column<R>; row: R }) {
  const value = valueAt(row, when.key)
  if (when.field?.kind !== 'instant' || when.text || when.say || typeof value !== 'string') return <time>{plain(when, row)}</time>
  return <time dateTime={value}>{shortTime(value)}</time>
}

/** Within a button there is no second button and no link: what has words is words. */
function plain<R extends BaseRow>(column: Column<R>, row: R): ReactNode {
  if (!column.text && (!column.field || column.cell) && !column.say) return drawCell(column, row)
  const text = textOf(column, row)
  return column.align === 'right' && /^[-−]/.test(text) ? <span className="k-minus">{text}</span> : text
}

/** In sight for as long as the rows are. */
function Sums({ columns, totals }: { columns: readonly Column[]; totals: NonNullable<DataTableProps['totals']> }) {
  return (
    <section className={`k-card-sums ${totals.coming ? 'k-coming' : ''}`} aria-label={totals.label} aria-hidden={totals.coming}>
      <b>{totals.label}</b>
      <SumList columns={columns} totals={totals} most={3} />
    </section>
  )
}
