import { Button, type ButtonProps } from 'antd'
import { useEffect, useLayoutEffect, type CSSProperties, type ReactNode } from 'react'
import { whenQuiet } from '../core/quiet.ts'
import { later, WhileLoading } from './later.tsx'
import './soon.css'

type Drawn<P> = (props: P) => ReactNode

/** An outline, and where it stands. */
interface Stood {
  still: Element
  parent: Element
  at: number
  /** Which of the things within it was pressed. */
  part: number
}
/** What was pressed before its control had come, and what has the focus. */
let pressed: Stood | undefined
let focused: Stood | undefined

function placeOf(still: Element, part = 0): Stood | undefined {
  const parent = still.parentElement
  return parent ? { still, parent, at: [...parent.children].indexOf(still), part } : undefined
}
const note = (still: Element, part?: number) => {
  pressed = placeOf(still, part)
}

/** What stands there now, once the outline is gone. */
function cameInPlaceOf(stood: Stood | undefined): HTMLElement | undefined {
  if (!stood || stood.still.isConnected) return undefined
  const place = stood.parent.children[stood.at]
  if (place instanceof HTMLButtonElement) return place
  return place?.querySelectorAll<HTMLElement>('input, button, [tabindex]')[stood.part]
}

/** The control that has come to where somebody pressed is pressed then; one that has come to where the focus was has it. */
function arrive(): void {
  cameInPlaceOf(focused)?.focus()
  if (focused && !focused.still.isConnected) focused = undefined
  if (!pressed || pressed.still.isConnected) return
  const input = cameInPlaceOf(pressed)
  pressed = undefined
  input?.focus()
  for (const type of ['mousedown', 'mouseup', 'click']) input?.dispatchEvent(new MouseEvent(type, { bubbles: true }))
}

/**
 * A control that stands on a page from the first and is loaded once the page is quiet, or with the first press: it is drawn as `still`
 * until then, at the same place and of the same size. What is pressed before it has come opens when it has.
 */
export function soon<P extends object>(load: () => Promise<{ default: Drawn<P> }>): Drawn<P & { still: ReactNode }> {
  const Part = later<P>(async () => {
    await whenQuiet()
    const { default: Control } = await load()
    return {
      default: function Arrived(props: P) {
        useLayoutEffect(arrive, [])
        return <Control {...props} />
      },
    }
  })
  return function Soon({ still, ...props }: P & { still: ReactNode }) {
    return (
      <WhileLoading show={still}>
        <Part {...(props as unknown as P)} />
      </WhileLoading>
    )
  }
}

/** The outline of a box to type or choose in, with what stands in it. */
export const StillBox = ({
  text,
  set = false,
  size = 'medium',
  className = '',
  style,
}: {
  text: ReactNode
  /** What stands in it is its value, not a hint. */
  set?: boolean
  size?: 'small' | 'medium' | undefined
  className?: string
  style?: CSSProperties | undefined
}) => (
  <span
    className={`k-still ${size === 'small' ? 'k-still-small' : ''} ${set ? 'k-still-set' : ''} ${className}`}
    style={style}
    aria-busy="true"
    aria-hidden="true"
    onPointerDown={event => note(event.currentTarget)}>
    {text}
  </span>
)

interface StillSegmentsProps {
  size: 'small' | 'medium'
  block: boolean
  of: readonly { words: ReactNode; set: boolean }[]
}
/** The outline of a few things beside each other, one of which is chosen. */
export const StillSegments = ({ size, block, of }: StillSegmentsProps) => (
  <span
    className={`k-still-segments ${size === 'small' ? 'k-still-small' : ''} ${block ? 'k-still-block' : ''}`}
    aria-busy="true"
    aria-hidden="true">
    {of.map(({ words, set }, at) => (
      <span
        // oxlint-disable-next-line react/no-array-index-key -- they stay as they are
        key={at}
        className={set ? 'k-still-set' : undefined}
        onPointerDown={event => note(event.currentTarget.parentElement!, at)}>
        {words}
      </span>
    ))}
  </span>
)

/** A button that does not act yet; it can be reached and pressed, from the keys too, and is pressed once it does. */
export const StillButton = (props: Pick<ButtonProps, 'disabled' | 'aria-haspopup' | 'children'>) => (
  <Button
    {...props}
    // Pressing is what brings it: it may come before the press has ended, and there would be no click.
    onPointerDown={event => note(event.currentTarget)}
    onClick={event => note(event.currentTarget)}
    onFocus={event => {
      focused = placeOf(event.currentTarget)
    }}
    onBlur={({ currentTarget: still }) => queueMicrotask(() => still.isConnected && focused?.still === still && (focused = undefined))}
  />
)

/** Loads what only a press needs once the page is quiet, so that the press does not wait for it. */
export function usePrefetched(load: () => Promise<unknown>): void {
  useEffect(() => {
    void whenQuiet()
      .then(load)
      .catch(() => undefined)
  }, [load])
}
