import { Button, Popover } from 'antd'
import { useMemo, useState, type DragEvent } from 'react'
import { t } from '../../i18n/index.ts'
import { role } from '../../core/session.ts'
import { usePage } from '../page/use-page.ts'
import { arrange, readChoice, writeChoice, type AnyRow, type Column, type ColumnChoice } from './columns.ts'
import { headOf } from './draw.tsx'
import './chooser.css'

/** The columns a person sees on this page, in his order; kept in the browser under the page's name. */
export function useColumns<R extends AnyRow>(columns: readonly Column<R>[], route?: string) {
  const { name } = usePage()
  const key = route ?? name
  const [choice, setChoice] = useState(() => readChoice(key))
  const held = role() ?? ''
  const { show, hide } = useMemo(() => arrange(columns, choice, held), [columns, choice, held])
  const choose = (next: ColumnChoice | undefined) => {
    writeChoice(key, next)
    setChoice(next)
  }
  return { show, hide, choose, own: choice !== undefined }
}

export interface ColumnChooserProps<R extends AnyRow> {
  show: readonly Column<R>[]
  hide: readonly Column<R>[]
  /** The person has arranged them. */
  own: boolean
  choose: (choice: ColumnChoice | undefined) => void
}

/** Two lists: what is shown, in order, and what is hidden. @source spec 1 "List", column chooser */
export function ColumnChooser<R extends AnyRow>(props: ColumnChooserProps<R>) {
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      content={
        <div role="dialog" aria-label={t('kit.columns')}>
          <Lists {...props} />
        </div>
      }>
      <Button aria-haspopup="dialog">{t('kit.columns')}</Button>
    </Popover>
  )
}

function Lists<R extends AnyRow>({ show, hide, own, choose }: ColumnChooserProps<R>) {
  const keys = show.map(({ key }) => key)
  const hidden = hide.map(({ key }) => key)
  const move = (key: string, to: number) => {
    const rest = keys.filter(other => other !== key)
    choose({ show: [...rest.slice(0, to), key, ...rest.slice(to)], hide: hidden })
  }
  return (
    <div className="k-chooser">
      <fieldset>
        <legend>{t('kit.showColumns')}</legend>
        {show.map((column, place) => (
          <Shown
            key={column.key}
            title={headOf(column)}
            name={column.key}
            place={place}
            last={show.length - 1}
            onMove={move}
            onHide={() => choose({ show: keys.filter(key => key !== column.key), hide: [...hidden, column.key] })}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend>{t('kit.hideColumns')}</legend>
        {hide.map(column => (
          <label key={column.key} className="k-choice">
            <input
              type="checkbox"
              checked={false}
              onChange={() => choose({ show: [...keys, column.key], hide: hidden.filter(key => key !== column.key) })}
            />
            {headOf(column)}
          </label>
        ))}
        {hide.length === 0 && <p className="k-quiet">{t('kit.noneHidden')}</p>}
      </fieldset>
      <Button size="small" disabled={!own} onClick={() => choose(undefined)}>
        {t('kit.resetColumns')}
      </Button>
    </div>
  )
}

interface ShownProps {
  title: string
  name: string
  place: number
  last: number
  onMove: (key: string, to: number) => void
  onHide: () => void
}

function Shown({ title, name, place, last, onMove, onHide }: ShownProps) {
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const key = event.dataTransfer.getData('text/plain')
    if (key && key !== name) onMove(key, place)
  }
  return (
    <div
      className="k-choice"
      draggable
      onDragStart={event => event.dataTransfer.setData('text/plain', name)}
      onDragOver={event => event.preventDefault()}
      onDrop={drop}>
      <label>
        <input type="checkbox" checked disabled={last === 0} onChange={onHide} />
        {title}
      </label>
      <button type="button" disabled={place === 0} onClick={() => onMove(name, place - 1)} aria-label={t('kit.moveUp', { title })}>
        ↑
      </button>
      <button type="button" disabled={place === last} onClick={() => onMove(name, place + 1)} aria-label={t('kit.moveDown', { title })}>
        ↓
      </button>
    </div>
  )
}
