import type { ReactNode } from 'react'
import type { Tone } from '../tones.ts'
import { Time } from './figures.tsx'
import './detail.css'

export interface Happening {
  key: string | number
  at: string
  title: ReactNode
  text?: ReactNode
  tone?: Tone
}

/** What happened to a record, in the order it is given. */
export function Timeline({ of, label }: { of: readonly Happening[]; label: string }) {
  return (
    <ol className="k-line" aria-label={label}>
      {of.map(({ key, at, title, text, tone }) => (
        <li key={key} className={tone && `k-${tone}`} style={tone === 'bad' ? { color: 'inherit' } : undefined}>
          <div>{title}</div>
          {text && <div>{text}</div>}
          <Time at={at} />
        </li>
      ))}
    </ol>
  )
}
