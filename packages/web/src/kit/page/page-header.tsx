import type { ReactNode } from 'react'
import { usePage } from './use-page.ts'
import './page.css'

/** The head of a page: what it is, what belongs to it, and what can be done. */
export function PageHeader({ title, meta, actions }: { title?: ReactNode; meta?: ReactNode; actions?: ReactNode }) {
  const page = usePage()
  return (
    <header className="page-header">
      <h1>{title ?? page.title}</h1>
      {meta && <div className="page-meta">{meta}</div>}
      {actions && <div className="page-actions">{actions}</div>}
    </header>
  )
}
