import { Button, type ButtonProps } from 'antd'
import { cloneElement, isValidElement, useEffect, useLayoutEffect, type CSSProperties, type MouseEvent, type ReactNode } from 'react'
import { whenQuiet, whenReleased } from '../core/quiet.ts'
import { keepFocus, noteFocus, standsAt, wayTo, type Way } from './exchanged.ts'
import { later, useRetryWhenBack, WhileLoading, type MissingProps } from './later.tsx'
import './soon.css'

type Drawn<P> = (props: P) => ReactNode

type Press = 'click' | 'contextmenu'
/** What was pressed before its control had come, and where it stood; of several things within it, which one. */
let pressed: { still: Element; way: Way; press: Press; where: { clientX: number; clientY: number }; part: number } | undefined

const note = (still: Element, press: Press = 'click', { clientX, clientY } = { clientX: 0, clientY: 0 }, part = 0) => {
  pressed = { still, way: wayTo(still), press, where: { clientX, clientY }, part }
}

/** The control that has come to where somebody pressed is pressed then. */
function arrive(): void {
  keepFocus()
  if (!pressed || pressed.still.isConnected) return
  const { way, press, where, part } = pressed
  pressed = undefined
  const place = standsAt(way)
  if (press === 'contextmenu') return void place?.dispatchEvent(new window.MouseEvent(press, { bubbles: true, cancelable: true, ...where }))
  const input = place?.matches('button') ? place : place?.querySelectorAll<HTMLElement>('input, button, [tabindex]')[part]
  input?.focus()
  for (const type of ['mousedown', 'mouseup', 'click']) input?.dispatchEvent(new window.MouseEvent(type, { bubbles: true }))
}

/** A part that comes once the page is quiet; what was pressed or had the focus in its place is pressed then, or has it again. */
const comes = <P extends object>(load: () => Promise<{ default: Drawn<P> }>, missing?: Drawn<P & MissingProps>) =>
  later<P>(async () => {
    await whenQuiet()
    const { default: Control } = await load()
    await whenReleased()
    return {
      default: function Arrived(props: P) {
        useLayoutEffect(arrive, [])
        return <Control {...props} />
      },
    }
  }, missing)

/**
 * A control that stands on a page from the first and is loaded once the page is quiet, or with the first press: it is drawn as `still`
 * until then, at the same place and of the same size. What is pressed before it has come opens when it has.
 */
export function soon<P extends object>(load: () => Promise<{ default: Drawn<P> }>): Drawn<P & { still: ReactNode }> {
  const Part = comes<P>(load)
  return function Soon({ still, ...props }: P & { still: ReactNode }) {
    return (
      <WhileLoading show={still}>
        <Part {...(props as unknown as P)} />
      </WhileLoading>
    )
  }
}

interface Around {
  children?: ReactNode
  trigger?: string | readonly string[]
}
interface Opens {
  className?: string
  onClick?: (event: MouseEvent) => void
  onContextMenu?: (event: MouseEvent) => void
}

/**
 * What something opens from stands there by itself until the code of that has come, once the page is quiet; what it is asked for until
 * then opens when it has. Where that code does not come, it goes on standing there until the server answers again.
 */
export function soonAround<P extends Around>(load: () => Promise<{ default: Drawn<P> }>, named = ''): Drawn<P> {
  const Part = comes<P>(load, props => <Alone {...props} named={named} />)
  return function SoonAround(props: P) {
    return (
      <WhileLoading show={<Alone {...props} named={named} />}>
        <Part {...props} />
      </WhileLoading>
    )
  }
}

function Alone({ children, trigger = [], named, retry }: Around & Partial<MissingProps> & { named: string }) {
  useLayoutEffect(() => noteFocus, [])
  useRetryWhenBack(retry)
  if (!isValidElement<Opens>(children)) return children
  const opens = [trigger].flat()
  return cloneElement(children, {
    className: [named, children.props.className].filter(Boolean).join(' '),
    ...(opens.includes('click') && { onClick: event => note(event.currentTarget) }),
    ...(opens.includes('contextMenu') && {
      onContextMenu: event => {
        event.preventDefault()
        note(event.currentTarget, 'contextmenu', event)
      },
    }),
  })
}

/** The same for a part that is drawn by itself until the library's own has come. */
export function soonInstead<P extends object>(load: () => Promise<{ default: Drawn<P> }>, Still: Drawn<P>): Drawn<P> {
  const Instead = (props: P & Partial<MissingProps>) => {
    useLayoutEffect(() => noteFocus, [])
    useRetryWhenBack(props.retry)
    return <Still {...props} />
  }
  const Part = comes<P>(load, Instead)
  return function SoonInstead(props: P) {
    return (
      <WhileLoading show={<Instead {...props} />}>
        <Part {...props} />
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
        onPointerDown={event => note(event.currentTarget.parentElement!, 'click', undefined, at)}>
        {words}
      </span>
    ))}
  </span>
)

/** A button that does not act yet; it can be reached and pressed, from the keys too, and is pressed once it does. */
export function StillButton(props: Pick<ButtonProps, 'disabled' | 'aria-haspopup' | 'children'>) {
  useLayoutEffect(() => noteFocus, [])
  return <Button {...props} onClick={event => note(event.currentTarget)} />
}

/** Loads what only a press needs once the page is quiet, so that the press does not wait for it. */
export function usePrefetched(load: () => Promise<unknown>): void {
  useEffect(() => {
    void whenQuiet()
      .then(load)
      .catch(() => undefined)
  }, [load])
}
