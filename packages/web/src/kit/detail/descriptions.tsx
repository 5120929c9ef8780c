import type { Path, Resource } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { fieldAt, valueAt } from '../field.ts'
import { fieldLabel, labelOf, titled, unitOf } from '../label.ts'
import { drawValue } from '../list/draw.tsx'
import './detail.css'

export { Section } from './section.tsx'

/** A fact of a record: a field's path, words of the page's own, or by a `key` one that the page makes of the row. */
export type Fact<R> =
  | Path<R>
  | { label: string; value: ReactNode; wide?: boolean }
  | ({ path: Path<R> } & FactDifference<R>)
  | ({ key: string } & FactDifference<R>)
interface FactDifference<R> {
  value?: (row: R) => ReactNode
  label?: string
  wide?: boolean
}

export interface DescriptionsProps<R extends object> {
  of: Resource
  row: R
  facts: readonly Fact<R>[]
}

/** What is known of a record, in a grid that fills the width. */
export function Descriptions<R extends object>({ of, row, facts }: DescriptionsProps<R>) {
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

function read<R extends object>(of: Resource, row: R, fact: Fact<R>) {
  if (typeof fact !== 'string' && !('path' in fact) && !('key' in fact)) return { key: fact.label, ...fact, wide: fact.wide ?? false }
  const given: FactDifference<R> = typeof fact === 'string' ? {} : fact
  const key = typeof fact === 'string' ? fact : 'path' in fact ? fact.path : fact.key
  const field = fieldAt(of, key)
  return {
    key,
    label: given.label ?? (field ? titled(labelOf(field), unitOf(field.kind)) : fieldLabel(of.name, key)),
    wide: given.wide ?? field?.kind === 'longText',
    value: given.value ? given.value(row) : field ? drawValue(field, row) : String(valueAt(row, key) ?? '—'),
  }
}

/** The few numbers a page is opened for, each with what it is of, where that is not said by its name. */
export function Figures({ of }: { of: readonly { label: string; value: ReactNode; note?: string }[] }) {
  return (
    <dl className="k-figures">
      {of.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
