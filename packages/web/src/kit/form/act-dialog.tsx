import type { Endpoint } from '@forecourt/contract'
import { ActForm, type ActFormProps } from './act-form.tsx'
import { DialogForm, type SideFormProps } from './side-form.tsx'

type ActDialogProps<E extends Endpoint, A> = Omit<ActFormProps<E, A>, 'onCancel'> &
  Pick<SideFormProps, 'title' | 'open' | 'onClose' | 'width'>

/** What an act needs to know, asked in a dialog. */
export function ActDialog<E extends Endpoint, A = undefined>({ title, open, onClose, width, ...form }: ActDialogProps<E, A>) {
  return (
    <DialogForm title={title} open={open} onClose={onClose} {...(width && { width })}>
      <ActForm {...form} />
    </DialogForm>
  )
}
