import { Alert, Button } from 'antd'
import { Fragment, memo, useContext, useId, type ReactNode, type SubmitEvent } from 'react'
import { ApiError } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { wordsOfError } from '../feedback/states.tsx'
import { fieldHelp, labelOf, titled, unitOf } from '../label.ts'
import { Control } from './control.tsx'
import { type ControlProps } from './control-props.ts'
import { useFormKeys, useUnsaved } from './form-keys.ts'
import { BeforeAfter } from './before-after.tsx'
import { faultWhileTyping, whyNot, type Rules } from './rules.ts'
import { SubmitButton } from './submit-button.tsx'
import { AroundForm } from './unsaved.ts'
import type { Fields } from './use-fields.ts'
import { isRequired, type FormField, type Values } from './values.ts'
import './form.css'

/** A control of the page's own for a field. */
export type OwnControl = (props: ControlProps & { values: Values; change: (name: string, value: unknown) => void }) => ReactNode

export interface FieldsFormProps {
  state: Fields
  /** Controls of the page's own, by field. */
  controls?: Record<string, OwnControl> | undefined
  /** Fields that are shown and cannot be changed. */
  locked?: readonly string[] | undefined
  /** What will be, before it is done: the balance after, the sum. */
  effect?: ((values: Values) => ReactNode) | undefined
  submitLabel?: string | undefined
  danger?: boolean | undefined
  onCancel?: (() => void) | undefined
  /** What an act says of the values: judged with every key, and the button says why it is off. */
  rules?: Rules | undefined
  /** Reads the record anew after someone else has changed it. */
  onReload?: (() => void) | undefined
  /** What stands above a field, where a group of them begins. */
  headings?: Readonly<Record<string, string>> | undefined
}

/** The form of a dialog that a part of this one has opened sends itself alone. */
function sent(event: SubmitEvent, submit: () => unknown): void {
  if (event.target !== event.currentTarget) return
  event.preventDefault()
  void submit()
}

/** The fields of a form, what is wrong with them, and its buttons. */
export function FieldsForm({
  state,
  controls = {},
  locked = [],
  effect,
  submitLabel,
  danger = false,
  onCancel,
  rules,
  onReload,
  headings = {},
}: FieldsFormProps) {
  const { form, values, shown, change, leave, faultOf, submit, busy, failure, whole } = state
  const off = rules && whyNot(shown, values, rules)
  useUnsaved(state.changed)
  const cancel = useContext(AroundForm)?.leave ?? onCancel
  const keys = useFormKeys(submit)
  return (
    <form ref={form} className="k-form" noValidate {...keys} onSubmit={event => sent(event, submit)}>
      <Refusal failure={failure} whole={whole} onReload={onReload} />
      {shown.map(field => (
        <Fragment key={field.name}>
          {headings[field.name] && <h3>{headings[field.name]}</h3>}
          <FieldRow
            field={field}
            value={values[field.name]}
            fault={faultOf(field) ?? (rules && faultWhileTyping(field, values[field.name], rules))}
            limit={rules?.limits?.[field.name]}
            needed={isRequired(field) || rules?.required?.includes(field.name) === true}
            locked={locked.includes(field.name)}
            change={change}
            leave={leave}
            own={controls[field.name]}
            {...(controls[field.name] && { values })}
          />
        </Fragment>
      ))}
      {effect && (
        <div className="k-effect" aria-live="polite">
          {effect(values)}
        </div>
      )}
      {rules?.figures && <BeforeAfter of={rules.figures} />}
      <div className="k-form-end">
        <SubmitButton off={off} busy={busy} danger={danger} before={cancel && <Button onClick={cancel}>{t('kit.cancel')}</Button>}>
          {submitLabel ?? t('kit.save')}
        </SubmitButton>
      </div>
    </form>
  )
}

/** What stood against it as a whole. A record that someone else has changed is offered anew. */
function Refusal({ failure, whole, onReload }: { failure: unknown; whole: string | undefined; onReload: (() => void) | undefined }) {
  if (failure === undefined && !whole) return null
  const stale = failure instanceof ApiError && failure.code === 'stale'
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={whole ?? wordsOfError(failure)}
      action={
        stale &&
        onReload && (
          <Button size="small" onClick={onReload}>
            {t('kit.reload')}
          </Button>
        )
      }
    />
  )
}

interface FieldRowProps {
  field: FormField
  value: unknown
  fault: string | undefined
  limit: ReactNode
  needed: boolean
  locked: boolean
  change: (name: string, value: unknown) => void
  leave: (name: string) => void
  own: OwnControl | undefined
  values?: Values
}

const FieldRow = memo(function FieldRow({ field, value, fault, limit, needed, locked, change, leave, own, values }: FieldRowProps) {
  const id = useId()
  const help = limit ?? fieldHelp(field.owner, field.name)
  const label = titled(labelOf(field), unitOf(field.kind))
  const props = {
    field,
    id,
    value,
    disabled: locked,
    onChange: (next: unknown) => change(field.name, next),
    onBlur: () => leave(field.name),
    ...(fault && { status: 'error' as const, 'aria-invalid': true }),
    'aria-labelledby': `${id}-name`,
    ...((fault || help) && { 'aria-describedby': `${id}-said` }),
    ...(needed && { 'aria-required': true }),
  }
  return (
    <div className={`k-field ${fault ? 'k-wrong' : ''}`} data-field={field.name}>
      <label id={`${id}-name`} htmlFor={id}>
        {label}
        {needed && (
          <span className="k-required" aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </label>
      {own ? own({ ...props, values: values!, change }) : <Control {...props} />}
      {(fault || help) && (
        <p id={`${id}-said`} className={fault ? 'k-fault' : 'k-help'} role={fault ? 'alert' : undefined}>
          {fault ?? help}
        </p>
      )}
    </div>
  )
})
