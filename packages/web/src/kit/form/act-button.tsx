import type { Endpoint } from '@forecourt/contract'
import type { ButtonProps } from 'antd'
import type { ReactNode } from 'react'
import { loadSchemas } from '../../core/schemas.ts'
import { useMay } from '../../core/session.ts'
import { laterDialog } from '../later.tsx'
import type { ActFormProps } from './act-form.tsx'
import { DialogButton } from './dialog-button.tsx'

type Dialog = typeof import('./act-dialog.tsx').ActDialog
/** Most who see the button do not press it: the form is loaded with the first press. */
const ActDialog = laterDialog(async () => ({
  default: (await import('./act-dialog.tsx')).ActDialog as never,
})) as unknown as Dialog

export interface ActButtonProps<E extends Endpoint, A = undefined> extends Omit<ActFormProps<E, A>, 'onDone' | 'onCancel'> {
  /** What the button says, and the dialog's head. */
  label: ReactNode
  title?: ReactNode
  onDone?: ActFormProps<E>['onDone']
  button?: Pick<ButtonProps, 'type' | 'size' | 'disabled' | 'danger' | 'title'>
  width?: number
}

/** A button that asks what an act needs to know, in a dialog, and does it. Absent for users who may not do it. */
export function ActButton<E extends Endpoint, A = undefined>({ label, title, onDone, button, ...form }: ActButtonProps<E, A>) {
  const may = useMay(form.of.permission)
  if (!may) return null
  // What fails is said by the form, which asks again.
  const loadRules = () => void loadSchemas(form.of.body).catch(() => undefined)
  return (
    <DialogButton label={label} button={button} onPress={loadRules}>
      {({ open, onClose }) => (
        <ActDialog
          {...form}
          title={title ?? label}
          open={open}
          onClose={onClose}
          onDone={answer => {
            onClose()
            onDone?.(answer)
          }}
        />
      )}
    </DialogButton>
  )
}
