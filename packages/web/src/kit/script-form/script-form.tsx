import type { ScriptDescription, ScriptValues } from '@forecourt/contract'
import { Alert, Button } from 'antd'
import { useContext, type ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { wordsOfError } from '../feedback/states.tsx'
import { AroundForm } from '../form/unsaved.ts'
import { useFormKeys, useUnsaved } from '../form/form-keys.ts'
import type { Beside } from './control-props.ts'
import { ScriptFields } from './script-fields.tsx'
import { useScriptForm } from './use-script-form.ts'

export interface ScriptFormProps {
  description: ScriptDescription
  /** What there is already; the form begins with it. */
  values?: ScriptValues | undefined
  onSubmit: (values: ScriptValues) => Promise<unknown>
  onCancel?: () => void
  submitLabel?: string
  /** Shown, and not to be changed. */
  readOnly?: boolean
  label?: string
  beside?: Beside
  children?: ReactNode
}

/** A form that is made of a description. Give it a key when it is to begin anew with other values. */
export function ScriptForm({
  description,
  values,
  onSubmit,
  onCancel,
  submitLabel,
  readOnly = false,
  label,
  beside,
  children,
}: ScriptFormProps) {
  const state = useScriptForm({ description, existing: values, send: onSubmit })
  const { form, submit, reset, busy, failure, incomplete, changed } = state
  useUnsaved(changed)
  const keys = useFormKeys(submit)
  const around = useContext(AroundForm)
  const cancel = () => {
    if (around) return around.leave()
    reset()
    onCancel?.()
  }
  return (
    <form
      ref={form}
      className="k-form"
      noValidate
      aria-label={label}
      {...keys}
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}>
      {(incomplete || failure !== undefined) && (
        <Alert type="error" showIcon role="alert" title={incomplete ? t('script.incomplete') : wordsOfError(failure)} />
      )}
      <ScriptFields
        fields={description.fields}
        values={state.values}
        change={state.change}
        faults={state.faults}
        leave={state.leave}
        wanted={state.wanted}
        disabled={readOnly}
        beside={beside}
      />
      {children}
      {!readOnly && (
        <div className="k-form-end">
          <Button onClick={cancel}>{t('kit.cancel')}</Button>
          <Button type="primary" htmlType="submit" loading={busy} disabled={busy}>
            {submitLabel ?? t('kit.save')}
          </Button>
        </div>
      )}
    </form>
  )
}
