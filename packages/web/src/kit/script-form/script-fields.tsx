import { isShown, numberTypes, orderedFields, said, scriptFaultWords, type ScriptField, type ScriptType } from '@forecourt/contract'
import { useId, type ReactNode } from 'react'
import { language } from '../../i18n/index.ts'
import { EntriesInput } from './entries.tsx'
import { ScriptControl } from './script-control.tsx'
import { faultAt, scriptLabel } from './values.ts'
import '../form/form.css'
import './script-form.css'
import type { ScriptFieldsProps, ScriptControlProps } from './control-props.ts'

/** The fields of a description that stand there now, in their order, each under its heading. */
export function ScriptFields({ fields, values, within = '', ...rest }: ScriptFieldsProps) {
  const shown = orderedFields(fields).filter(([key]) => isShown(fields, values, key))
  return inSections(shown).map(({ heading, of }) => {
    const rows = of.map(([key, field]) => (
      <ScriptRow key={key} field={field} value={values[key]} name={key} path={within + key} {...rest} />
    ))
    if (heading === undefined) return rows
    return (
      <ScriptSection key={heading} heading={heading}>
        {rows}
      </ScriptSection>
    )
  })
}

interface Section {
  readonly heading: string | undefined
  readonly of: [string, ScriptField][]
}
/** Fields next to each other that name the same heading stand together. */
function inSections(fields: readonly [string, ScriptField][]): Section[] {
  const sections: Section[] = []
  for (const field of fields) {
    const heading = field[1].section && said(field[1].section, language())
    const last = sections.at(-1)
    if (last && last.heading === heading) last.of.push(field)
    else sections.push({ heading, of: [field] })
  }
  return sections
}

function ScriptSection({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="k-script-section">
      <h3 id={id}>{heading}</h3>
      {children}
    </div>
  )
}

/** Two of these have room beside each other under a heading. */
const short: ReadonlySet<ScriptType> = new Set([...numberTypes, 'LocalDateTime', 'datetime', 'date', 'month'])

interface ScriptRowProps extends Omit<ScriptFieldsProps, 'fields' | 'values' | 'within'> {
  field: ScriptField
  name: string
  value: unknown
  path: string
}

function ScriptRow({ field, name, value, path, change, faults, leave, disabled = false, wanted, beside }: ScriptRowProps) {
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
    <div className={`k-field ${short.has(field.type) ? 'k-short' : ''} ${fault ? 'k-wrong' : ''}`} data-field={path}>
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
      {beside?.[name]?.(change)}
    </div>
  )
}
