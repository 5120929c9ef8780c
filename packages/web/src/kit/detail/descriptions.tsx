import type { Resource } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { fieldAt } from '../field.ts'
import { fieldLabel, labelOf, titled, unitOf } from '../label.ts'
import { drawValue } from '../list/draw.tsx'
import './detail.css'

export { Section } from './section.tsx'

/** A fact of a record: a field's path, or words of the page's own. */
export type Fact<R> =
  | string
  | { label: string; value: ReactNode; wide?: boolean }
  | { path: string; value?: (row: R) => ReactNode; label?: string; wide?: boolean }

export interface DescriptionsProps<R extends Record<string, any>> {
  of: Resource
  row: R
  facts: readonly Fact<R>[]
}

/** What is known of a record, in a grid that fills the width. */
export function Descriptions<R extends Record<string, any>>({ of, row, facts }: DescriptionsProps<R>) {
  return (
    <dl className="k-facts">
      {facts.map(fact => {
        const { key, label, value, wide } = read(of, row, fact)
        return (
          <div key={key} className={wide ? 'k-wide-fact' : undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        )
      })}
    </dl>
  )
}

function read<R extends Record<string, any>>(of: Resource, row: R, fact: Fact<R>) {
  if (typeof fact !== 'string' && !('path' in fact)) return { key: fact.label, ...fact, wide: fact.wide ?? false }
  const given = typeof fact === 'string' ? ({ path: fact } as Exclude<Fact<R>, string> & { path: string }) : fact
  const field = fieldAt(of, given.path)
  const label = given.label ?? (field ? titled(labelOf(field), unitOf(field.kind)) : fieldLabel(of.name, given.path))
  const own = 'value' in given && typeof given.value === 'function' ? given.value : undefined
  return {
    key: given.path,
    label,
    wide: given.wide ?? field?.kind === 'longText',
    value: own ? own(row) : field ? drawValue(field, row) : String(row[given.path] ?? '—'),
  }
}

/** The few numbers a page is opened for. */
export function Figures({ of }: { of: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className="k-figures">
      {of.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
