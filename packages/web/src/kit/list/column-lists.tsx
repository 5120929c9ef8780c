import type { BaseRow } from '@forecourt/contract'
import { Button, Segmented } from 'antd'
import type { DragEvent } from 'react'
import { set, useSettings, type Density } from '../../core/settings.ts'
import { t } from '../../i18n/index.ts'
import type { Columns } from './use-columns.ts'
import { headOf } from './draw.tsx'
import './chooser.css'

/** What is shown, in its order and its widths, and what is hidden; how close rows stand. */
export default function ColumnLists({ show, hide, choice, choose, widths, arrangeAs, setWidth }: Columns<BaseRow>) {
  const keys = show.map(({ key }) => key)
  const hidden = hide.map(({ key }) => key)
  const move = (key: string, to: number) => {
    const rest = keys.filter(other => other !== key)
    arrangeAs({ show: [...rest.slice(0, to), key, ...rest.slice(to)], hide: hidden })
  }
  return (
    <div className="k-chooser">
      <fieldset>
        <legend>{t('columnLists.showColumns')}</legend>
        {show.map((column, place) => (
          <Shown
            key={column.key}
            title={headOf(column)}
            name={column.key}
            place={place}
            last={show.length - 1}
            width={widths[column.key]}
            onMove={move}
            onWidth={setWidth}
            onHide={() => arrangeAs({ show: keys.filter(key => key !== column.key), hide: [...hidden, column.key] })}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend>{t('columnLists.hideColumns')}</legend>
        {hide.map(column => (
          <label key={column.key} className="k-choice">
            <input
              type="checkbox"
              checked={false}
              onChange={() => arrangeAs({ show: [...keys, column.key], hide: hidden.filter(key => key !== column.key) })}
            />
            {headOf(column)}
          </label>
        ))}
        {hide.length === 0 && <p className="k-quiet">{t('columnLists.noneHidden')}</p>}
      </fieldset>
      <DensityChoice />
      <Button size="small" disabled={!choice} onClick={() => choose(undefined)}>
        {t('columnLists.resetColumns')}
      </Button>
    </div>
  )
}

const densities: readonly Density[] = ['compact', 'default', 'comfortable']

/** How close rows stand, in every list; the same as in the settings. */
function DensityChoice() {
  const density = useSettings(settings => settings.density)
  return (
    <Segmented
      size="small"
      aria-label={t('settings.density')}
      value={density}
      onChange={next => set({ density: next })}
      options={densities.map(value => ({ value, label: t(`settings.density_${value}`) }))}
    />
  )
}

interface ShownProps {
  title: string
  name: string
  place: number
  last: number
  width: number | undefined
  onMove: (key: string, to: number) => void
  onWidth: (key: string, width: number | undefined) => void
  onHide: () => void
}

function Shown({ title, name, place, last, width, onMove, onWidth, onHide }: ShownProps) {
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
      <input
        className="k-width"
        type="number"
        min={widthLeast}
        max={widthMost}
        step={10}
        value={width ?? ''}
        placeholder={t('columnLists.widthFit')}
        aria-label={t('columnLists.widthOf', { title })}
        onChange={event => onWidth(name, widthOf(event.target.valueAsNumber))}
      />
      <button type="button" disabled={place === 0} onClick={() => onMove(name, place - 1)} aria-label={t('columnLists.moveUp', { title })}>
        ↑
      </button>
      <button
        type="button"
        disabled={place === last}
        onClick={() => onMove(name, place + 1)}
        aria-label={t('columnLists.moveDown', { title })}>
        ↓
      </button>
    </div>
  )
}

const [widthLeast, widthMost] = [40, 1000]
/** Nothing while a number is being typed that is none yet: the column is then as wide as its words. */
const widthOf = (typed: number) => (Number.isFinite(typed) && typed > 0 ? Math.min(widthMost, Math.max(20, Math.round(typed))) : undefined)
