import { Dropdown, Tooltip } from 'antd'
import { cloneElement, useLayoutEffect, useState, type ComponentProps, type ReactElement, type ReactNode } from 'react'

type Trigger = ReactElement<{ ref?: unknown }>

/** The trigger takes the place of the one that woke it, with the focus if that had it. */
function useTrigger(children: ReactNode) {
  const [focused] = useState(() => document.activeElement)
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => {
    if (focused && !focused.isConnected) place?.focus()
  }, [focused, place])
  return cloneElement(children as Trigger, { ref: setPlace })
}

/** It was pressed to be opened. */
export function OpenDropdown({ children, ...props }: ComponentProps<typeof Dropdown>) {
  const trigger = useTrigger(children)
  const [open, setOpen] = useState(true)
  return (
    <Dropdown {...props} open={open} onOpenChange={setOpen}>
      {trigger}
    </Dropdown>
  )
}

/** The pointer or the focus is at it. */
export function OpenTooltip({ children, ...props }: ComponentProps<typeof Tooltip>) {
  const trigger = useTrigger(children)
  const [open, setOpen] = useState(true)
  return (
    <Tooltip {...props} open={open} onOpenChange={setOpen}>
      {trigger}
    </Tooltip>
  )
}
