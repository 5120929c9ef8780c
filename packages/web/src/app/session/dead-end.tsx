import { Button } from 'antd'
import type { ReactNode } from 'react'

/** Where a way ends: what happened, and the way back. */
export function DeadEnd({
  code,
  title,
  help,
  action,
  onAction,
  more,
  children,
}: {
  code?: string
  title: string
  help: string
  action: string
  onAction: () => void
  /** A second way on. */
  more?: ReactNode
  children?: ReactNode
}) {
  return (
    <section className="dead-end" role={code ? undefined : 'alert'}>
      {code && (
        <p className="dead-end-code" aria-hidden="true">
          {code}
        </p>
      )}
      <h1>{title}</h1>
      <p>{help}</p>
      {children}
      <div className="dead-end-ways">
        <Button type="primary" onClick={onAction}>
          {action}
        </Button>
        {more}
      </div>
    </section>
  )
}
