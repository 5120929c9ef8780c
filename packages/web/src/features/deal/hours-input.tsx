import { t } from '../../i18n/index.ts'
import type { ControlProps } from '../../kit/form/control-props.ts'
import { TimeOfDay } from '../../kit/form/time-of-day.tsx'
import { Button } from '../../kit/ui.ts'

interface Hours {
  from?: string
  until?: string
}
const unused = { values: {}, change: () => undefined }

/** Hours of a day, a line each. */
export function HoursInput({ value, onChange, disabled = false, field, id, ...rest }: ControlProps) {
  const lines = (value ?? []) as readonly Hours[]
  const change = (at: number, part: keyof Hours, given: unknown) => onChange?.(lines.with(at, { ...lines[at], [part]: given ?? undefined }))
  return (
    <div className="k-lines" role="group" {...(id && { id })} {...rest}>
      {lines.map((line, at) => (
        <fieldset key={at} aria-label={t('dealForm.hoursAt', { at: at + 1 })}>
          {(['from', 'until'] as const).map(part => (
            <label key={part}>
              <span>{t(`deals.hours_${part}`)}</span>
              {TimeOfDay({ ...unused, field, value: line[part], disabled, onChange: given => change(at, part, given) })}
            </label>
          ))}
          {!disabled && (
            <Button
              type="link"
              danger
              aria-label={t('dealForm.removeHours', { at: at + 1 })}
              onClick={() => onChange?.(lines.toSpliced(at, 1))}>
              {t('kit.delete')}
            </Button>
          )}
        </fieldset>
      ))}
      {!disabled && <Button onClick={() => onChange?.([...lines, { from: '08:00', until: '18:00' }])}>{t('dealForm.addHours')}</Button>}
    </div>
  )
}
