import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { placesOf, said } from '@forecourt/contract'
import { Button } from 'antd'
import { language, t } from '../../i18n/index.ts'
import { NumberInput } from '../form/number-input.tsx'
import type { ScriptControlProps } from './control-props.ts'

/** As many numbers as there are. */
export function NumbersInput({ field, value, onChange, onBlur, disabled, id, ...rest }: ScriptControlProps) {
  const numbers = (value ?? []) as (number | string | undefined)[]
  const name = said(field.name, language())
  return (
    <div className="k-numbers" role="group" id={id} aria-labelledby={rest['aria-labelledby']} aria-describedby={rest['aria-describedby']}>
      {numbers.map((number, at) => (
        // Numbers have no name but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at}>
          <NumberInput
            value={number}
            places={placesOf(field)}
            disabled={disabled}
            onBlur={onBlur}
            aria-label={t('script.numberAt', { name, at: at + 1 })}
            onChange={next => onChange(numbers.with(at, next))}
          />
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            disabled={disabled}
            aria-label={t('script.removeNumber', { at: at + 1 })}
            onClick={() => onChange(numbers.toSpliced(at, 1))}
          />
        </div>
      ))}
      <Button icon={<PlusOutlined aria-hidden />} disabled={disabled} onClick={() => onChange([...numbers, undefined])}>
        {t('script.addNumber')}
      </Button>
    </div>
  )
}
