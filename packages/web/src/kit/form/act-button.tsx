import type { Endpoint } from '@forecourt/contract'
import { Button, type ButtonProps } from 'antd'
import { useState, type ReactNode } from 'react'
import { useMay } from '../../core/session.ts'
import { ActForm, type ActFormProps } from './act-form.tsx'
import { DialogForm } from './side-form.tsx'

export interface ActButtonProps<E extends Endpoint, A = undefined> extends Omit<ActFormProps<E, A>, 'onDone' | 'onCancel'> {
  /** What the button says, and the dialog's head. */
  label: ReactNode
  title?: ReactNode
  onDone?: ActFormProps<E>['onDone']
  button?: Pick<ButtonProps, 'type' | 'size' | 'disabled' | 'danger' | 'title'>
  width?: number
}

/** A button that asks what an act needs to know, in a dialog, and does it. Absent for whoever may not do it. */
export function ActButton<E extends Endpoint, A = undefined>({ label, title, onDone, button, width, ...form }: ActButtonProps<E, A>) {
  const [open, setOpen] = useState(false)
  const may = useMay(form.of.permission)
  if (!may) return null
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <DialogForm title={title ?? label} open={open} onClose={() => setOpen(false)} {...(width && { width })}>
        <ActForm
          {...form}
          onDone={answer => {
            setOpen(false)
            onDone?.(answer)
          }}
        />
      </DialogForm>
    </>
  )
}
