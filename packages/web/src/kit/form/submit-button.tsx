import { Button } from 'antd'
import { useId, type ReactNode } from 'react'
import './submit-button.css'

interface SubmitButtonProps {
  /** Why it cannot be done yet. The button keeps its focus and says so, also while it is busy; a press then leads to what is wrong. */
  off?: string | undefined
  busy?: boolean
  danger?: boolean
  /** Where the button sends no form. */
  onPress?: (() => void) | undefined
  /** Stands before it: the way out. */
  before?: ReactNode
  children: ReactNode
}

/** The button that sends a form, with the reason beside it while it is off. */
export function SubmitButton({ off, busy = false, danger = false, onPress, before, children }: SubmitButtonProps) {
  const id = useId()
  return (
    <>
      <span id={id} className="k-why-off">
        {off}
      </span>
      {before}
      <Button
        type="primary"
        htmlType={onPress ? 'button' : 'submit'}
        danger={danger}
        loading={busy}
        {...((busy || off) && { 'aria-disabled': true })}
        {...(off && { 'aria-describedby': id, className: 'k-unready' })}
        {...(onPress && { onClick: onPress })}>
        {children}
      </Button>
    </>
  )
}
