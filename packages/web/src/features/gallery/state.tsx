import type { ReactNode } from 'react'

/** One state of a part, under its name. */
export function State({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <section className={wide ? 'gallery-state gallery-wide' : 'gallery-state'} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

export const States = ({ children }: { children: ReactNode }) => <div className="gallery-states">{children}</div>
