import { useId, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { labelOf } from '../label.ts'
import { Input } from 'antd'
import type { OwnControl } from './fields-form.tsx'

/**
 * A secret that is typed twice, as it is hidden while typing. It is sent only when both are the same.
 * @source spec 1 §5 "inconsistent password"; "payment password and PIN: the two entries must match"
 */
export const Twice: OwnControl = props => <Both {...props} />

function Both({ field, id, value: _value, values: _values, change: _change, onChange, onBlur, ...rest }: Parameters<OwnControl>[0]) {
  const [first, setFirst] = useState('')
  const [second, setSecond] = useState('')
  const [left, setLeft] = useState(false)
  const again = useId()
  const take = (one: string, other: string) => {
    setFirst(one)
    setSecond(other)
    onChange?.(one === other ? one : '')
  }
  const differs = left && first !== second
  return (
    <>
      <Input.Password
        {...rest}
        id={id}
        value={first}
        autoComplete="new-password"
        onBlur={onBlur}
        onChange={event => take(event.target.value, second)}
      />
      <label htmlFor={again} className="k-again">
        {t('kit.again', { name: labelOf(field) })}
      </label>
      <Input.Password
        id={again}
        value={second}
        autoComplete="new-password"
        disabled={rest.disabled}
        aria-invalid={differs}
        onBlur={() => setLeft(true)}
        onChange={event => take(first, event.target.value)}
      />
      {differs && (
        <p className="k-fault" role="alert">
          {t('kit.differs')}
        </p>
      )}
    </>
  )
}
