import { useEffect, useLayoutEffect, type CSSProperties, type ReactNode } from 'react'
import { whenQuiet } from '../core/quiet.ts'
import { later, WhileLoading } from './later.tsx'
import './soon.css'

type Drawn<P> = (props: P) => ReactNode

/** What was pressed before its control had come, and where it stood. */
let pressed: { still: Element; parent: Element; at: number } | undefined

const note = (still: Element) => {
  const parent = still.parentElement
  if (parent) pressed = { still, parent, at: [...parent.children].indexOf(still) }
}

/** The control that has come to where somebody pressed is pressed then. */
function arrive(): void {
  if (!pressed || pressed.still.isConnected) return
  const { parent, at } = pressed
  pressed = undefined
  const input = parent.children[at]?.querySelector<HTMLElement>('input, button, [tabindex]')
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

/** Loads what only a press needs once the page is quiet, so that the press does not wait for it. */
export function usePrefetched(load: () => Promise<unknown>): void {
  useEffect(() => {
    void whenQuiet()
      .then(load)
      .catch(() => undefined)
  }, [load])
}
