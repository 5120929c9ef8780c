import type { Endpoint } from '@forecourt/contract'
import { Button, type ButtonProps } from 'antd'
import { useState, type ReactNode } from 'react'
import { loadSchemas } from '../../core/schemas.ts'
import { useMay } from '../../core/session.ts'
import { laterDialog } from '../later.tsx'
import type { ActFormProps } from './act-form.tsx'

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
  const [open, setOpen] = useState(false)
  // A new dialog for each press: what could not be loaded is asked for again, and a closed one still fades out.
  const [presses, setPresses] = useState(0)
  const may = useMay(form.of.permission)
  if (!may) return null
  const press = () => {
    // At the same time as the form; what fails is said by the form, which asks again.
    void loadSchemas(form.of.body).catch(() => undefined)
    setPresses(count => count + 1)
    setOpen(true)
  }
  const close = () => setOpen(false)
  return (
    <>
      <Button {...button} onClick={press}>
        {label}
      </Button>
      {presses > 0 && (
        <ActDialog
          {...form}
          key={presses}
          title={title ?? label}
          open={open}
          onClose={close}
          onDone={answer => {
            close()
            onDone?.(answer)
          }}
        />
      )}
    </>
  )
}
