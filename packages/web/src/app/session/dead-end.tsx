import { Button } from 'antd'

/** Where a way ends: what happened, and the way back. */
export function DeadEnd({
  code,
  title,
  help,
  action,
  onAction,
}: {
  code?: string
  title: string
  help: string
  action: string
  onAction: () => void
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
      <Button type="primary" onClick={onAction}>
        {action}
      </Button>
    </section>
  )
}
