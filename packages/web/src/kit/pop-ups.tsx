import type { Dropdown as AntdDropdown, Tooltip as AntdTooltip } from 'antd'
import { cloneElement, useEffect, useRef, useState, type ComponentProps, type ReactElement, type ReactNode } from 'react'
import { whenQuiet } from '../core/quiet.ts'
import { toast } from './feedback/toast.ts'

type Parts = typeof import('./pop-up-parts.tsx')
type Trigger = ReactElement<Record<string, unknown>>

const load = (): Promise<Parts> => import('./pop-up-parts.tsx')
/** Lists have one in each row: it is loaded once for all of them. */
let prefetched: Promise<unknown> | undefined
function usePrefetchedOnce(): void {
  useEffect(() => {
    prefetched ??= whenQuiet()
      .then(load)
      .catch(() => {
        prefetched = undefined
      })
  }, [])
}

/** What is opened by a press, or by the pointer or the focus for as long as they are at the trigger. */
type Wake = 'press' | 'touch'

/**
 * What a press or the pointer opens at its trigger. The trigger is drawn alone until then, so that no list waits for what few of its rows
 * ever open; pressed before the code has come, it opens when it has.
 */
function poppedUp<P extends { children?: ReactNode }>(partOf: (parts: Parts) => (props: P) => ReactNode, wake: Wake) {
  return function PoppedUp(props: P): ReactNode {
    usePrefetchedOnce()
    // Not by `later`: the trigger has to stay as it is, with its focus, until there is what takes its place.
    const [parts, setParts] = useState<Parts>()
    const touched = useRef(false)
    if (parts) {
      const Part = partOf(parts)
      return <Part {...props} />
    }
    const open = () => void load().then(come => (wake === 'press' || touched.current) && setParts(come), toast.failed)
    const touch = (now: boolean) => () => {
      touched.current = now
      if (now) open()
    }
    const [enter, leave] = [touch(true), touch(false)]
    const listens = wake === 'press' ? { onClick: open } : { onPointerEnter: enter, onPointerLeave: leave, onFocus: enter, onBlur: leave }
    return cloneElement(props.children as Trigger, listens)
  }
}

export const Dropdown = poppedUp<ComponentProps<typeof AntdDropdown>>(({ OpenDropdown }) => OpenDropdown, 'press')
export const Tooltip = poppedUp<ComponentProps<typeof AntdTooltip>>(({ OpenTooltip }) => OpenTooltip, 'touch')
