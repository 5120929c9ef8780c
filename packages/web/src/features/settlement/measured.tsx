import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { inLitres } from './block.tsx'

const heads = {
  nozzle: () => t('settle.nozzle'),
  begin: () => inLitres(t('settle.begin')),
  end: () => inLitres(t('settle.end')),
  metered: () => inLitres(t('settle.metered')),
  sold: () => inLitres(t('settle.sold')),
  tank: () => t('settle.tank'),
  tankBegin: () => inLitres(t('settle.tankBegin')),
  received: () => inLitres(t('settle.received')),
  document: () => t('settle.document'),
  dip: () => inLitres(t('settle.dip')),
  drawn: () => inLitres(t('settle.drawn')),
  gap: () => inLitres(t('settle.gap')),
}

interface MeasuredProps {
  title: string
  help: string
  /** What is known without opening it. */
  known: string
  columns: readonly (keyof typeof heads)[]
  children: ReactNode
}

/** What can be read or measured at the end of a shift, folded away under what is known of it already. */
export function Measured({ title, help, known, columns, children }: MeasuredProps) {
  return (
    <details className="settle-meters">
      <summary>
        {title} <small>{known}</small>
      </summary>
      <p className="k-help">{help}</p>
      <div className="settle-scroll">
        <table className="settle-count settle-stacked" aria-label={title}>
          <thead>
            <tr>
              {columns.map((column, turn) => (
                <th key={column} scope="col" className={turn > 0 ? 'k-end' : undefined}>
                  {heads[column]()}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </details>
  )
}
