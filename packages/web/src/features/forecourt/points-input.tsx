import type { ChartPoint } from '@forecourt/contract'
import { useState } from 'react'
import { count } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import type { ControlProps } from '../../kit/form/control-props.ts'
import { Input } from '../../kit/ui.ts'
import { readChart } from './chart-text.ts'

interface PointsInputProps extends ControlProps {
  /** The line that is no point, or none. */
  onFault: (line: number | undefined) => void
}

/** The lines of a tank chart: typed, pasted from a spreadsheet, or taken from a CSV file. */
export function PointsInput({ field: _field, value, onChange, onFault, ...rest }: PointsInputProps) {
  const [text, setText] = useState('')
  const take = (next: string) => {
    setText(next)
    const { points, fault } = readChart(next)
    onFault(fault)
    onChange?.(points)
  }
  return (
    <>
      <Input.TextArea
        {...rest}
        rows={8}
        value={text}
        placeholder={'0,0\n10,16.52\n20,46.61'}
        onChange={event => take(event.target.value)}
      />
      <p className="fc-points">
        <label>
          {t('tankCharts.fromFile')}{' '}
          <input type="file" accept=".csv,.txt,text/csv,text/plain" onChange={event => void event.target.files?.[0]?.text().then(take)} />
        </label>
        <span aria-live="polite">{t('tankCharts.lines', { count: count((value as ChartPoint[] | undefined)?.length ?? 0) })}</span>
      </p>
    </>
  )
}
