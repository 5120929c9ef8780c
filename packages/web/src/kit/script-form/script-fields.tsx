import { isShown, orderedFields, said, scriptFaultWords, type ScriptField } from '@forecourt/contract'
import { useId } from 'react'
import { language } from '../../i18n/index.ts'
import { EntriesInput } from './entries.tsx'
import { ScriptControl } from './script-control.tsx'
import { faultAt, scriptLabel } from './values.ts'
import '../form/form.css'
import './script-form.css'
import type { ScriptFieldsProps, ScriptControlProps } from './control-props.ts'

/** The fields of a description that stand there now, in their order. */
export function ScriptFields({ fields, values, within = '', ...rest }: ScriptFieldsProps) {
  return orderedFields(fields)
    .filter(([key]) => isShown(fields, values, key))
    .map(([key, field]) => <ScriptRow key={key} field={field} value={values[key]} name={key} path={within + key} {...rest} />)
}

interface ScriptRowProps extends Omit<ScriptFieldsProps, 'fields' | 'values' | 'within'> {
  field: ScriptField
  name: string
  value: unknown
  path: string
}

function ScriptRow({ field, name, value, path, change, faults, leave, disabled = false, wanted }: ScriptRowProps) {
  const id = useId()
  const own = faultAt(faults, path)
  const fault = field.type === 'objectArray' && own && own.path.join('.') !== path ? undefined : own
  const help = field.help && said(field.help, language())
  const props = {
    id,
    value: value as ScriptControlProps['value'],
    disabled,
    onChange: (next: unknown) => change(name, next),
    onBlur: () => leave(path),
    'aria-labelledby': `${id}-name`,
    ...((fault || help) && { 'aria-describedby': `${id}-said` }),
    ...(field.required && { 'aria-required': true }),
    ...(fault && { status: 'error' as const, 'aria-invalid': true }),
  }
  return (
    <div className={`k-field ${fault ? 'k-wrong' : ''}`} data-field={path}>
      <label id={`${id}-name`} htmlFor={id}>
        {scriptLabel(field)}
        {field.required && (
          <span className="k-required" aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </label>
      {field.type === 'objectArray' ? (
        <EntriesInput of={ScriptFields} field={field} path={path} faults={faults} leave={leave} wanted={wanted} {...props} />
      ) : (
        <ScriptControl field={field} {...props} />
      )}
      {(fault || help) && (
        <p id={`${id}-said`} className={fault ? 'k-fault' : 'k-help'} role={fault ? 'alert' : undefined}>
          {fault ? scriptFaultWords(fault, language()) : help}
        </p>
      )}
    </div>
  )
}
