import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Button, Input, type InputRef } from '../../kit/ui.ts'

export interface ScanLineProps {
  label: string
  help: string
  /** What the button says; Enter, which a scanner sends by itself, is the same. */
  press: string
  start?: string | undefined
  busy?: boolean
  primary?: boolean
  /** Stands between the line and its button. */
  children?: ReactNode
  onScan: (text: string) => void
}

/** A line that a scanner types into. It has the focus, and what stands in it is replaced by the next scan. */
export function ScanLine({ label, help, press, start = '', busy = false, primary = false, children, onScan }: ScanLineProps) {
  const id = useId()
  const line = useRef<InputRef>(null)
  const [text, setText] = useState(start)
  // At once, for a line that takes another's place: what a scanner types just then must not be lost.
  useLayoutEffect(() => line.current?.focus({ cursor: 'all' }), [])
  useEffect(() => {
    // And once more if the dialog, opening, has taken the focus for itself.
    const timer = setTimeout(() => document.activeElement !== line.current?.input && line.current?.focus({ cursor: 'all' }))
    return () => clearTimeout(timer)
  }, [])
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        const scanned = text.normalize('NFKC').trim()
        line.current?.focus({ cursor: 'all' })
        if (scanned && !busy) onScan(scanned)
      }}>
      <label htmlFor={id}>{label}</label>
      <div className="scan-line">
        <Input
          id={id}
          ref={line}
          value={text}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          aria-describedby={`${id}-help`}
          onChange={({ target }) => setText(target.value)}
        />
        <Button htmlType="submit" loading={busy} {...(primary && { type: 'primary' as const })}>
          {press}
        </Button>
      </div>
      <p id={`${id}-help`} className="k-help">
        {help}
      </p>
      {children}
    </form>
  )
}
