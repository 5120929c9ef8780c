import { Button, type ButtonProps } from 'antd'
import { Fragment, useState, type ReactNode } from 'react'

interface DialogButtonProps {
  /** What the button says. */
  label: ReactNode
  button?: Pick<ButtonProps, 'type' | 'size' | 'disabled' | 'danger' | 'title'> | undefined
  /** What is begun at the same time as the dialog. */
  onPress?: () => void
  children: (dialog: { open: boolean; onClose: () => void }) => ReactNode
}

/** A button that opens a dialog, which is drawn from the first press on. */
export function DialogButton({ label, button, onPress, children }: DialogButtonProps) {
  const [open, setOpen] = useState(false)
  // A new dialog for each press: what could not be loaded is asked for again, and a closed one still fades out.
  const [presses, setPresses] = useState(0)
  const press = () => {
    onPress?.()
    setPresses(count => count + 1)
    setOpen(true)
  }
  return (
    <>
      <Button {...button} onClick={press}>
        {label}
      </Button>
      {presses > 0 && <Fragment key={presses}>{children({ open, onClose: () => setOpen(false) })}</Fragment>}
    </>
  )
}
