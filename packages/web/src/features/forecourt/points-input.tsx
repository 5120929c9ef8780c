import type { ChartPoint } from '@forecourt/contract'
import { useRef, useState } from 'react'
import { count } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import type { ControlProps } from '../../kit/form/control-props.ts'
import { Button, Input } from '../../kit/ui.ts'
import { readChart } from './chart-text.ts'

interface PointsInputProps extends ControlProps {
  /** The line that is no point, or none. */
  onFault: (line: number | undefined) => void
}

/** The lines of a tank chart: typed, pasted from a spreadsheet, or taken from a CSV file. */
export function PointsInput({ field: _field, value, onChange, onFault, ...rest }: PointsInputProps) {
  const [text, setText] = useState('')
  const file = useRef<HTMLInputElement>(null)
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
        {/* A browser names its own control in its own language. */}
        <input
          ref={file}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          hidden
          aria-label={t('tankCharts.fromFile')}
          onChange={event => {
            void event.target.files?.[0]?.text().then(take)
            // The same file can be chosen once more after it was mended.
            event.target.value = ''
          }}
        />
        <Button size="small" onClick={() => file.current?.click()}>
          {t('tankCharts.fromFile')}
        </Button>
        <span aria-live="polite">{t('tankCharts.lines', { count: count((value as ChartPoint[] | undefined)?.length ?? 0) })}</span>
      </p>
    </>
  )
}
