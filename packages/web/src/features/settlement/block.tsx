import type { ClassSettle } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { useSettings } from '../../core/settings.ts'
import { t } from '../../i18n/index.ts'
import { titled } from '../../kit/label.ts'
import type { Column } from '../../kit/list/columns.ts'
import { DataTable } from '../../kit/list/data-table.tsx'
import { PageLink, type PageLinkProps } from '../../kit/page/page-link.tsx'

export type Row<B extends keyof ClassSettle> = ClassSettle[B] extends readonly (infer R)[] ? R & { id: number } : never
type Cell<R> = (row: R) => ReactNode

export const column = <R,>(key: string, title: string, cell: Cell<R>, align: 'left' | 'right' = 'right'): Column<R> => ({
  key,
  title,
  cell,
  align,
  hidden: false,
  hideFor: [],
})
export const inMoney = (label: string) => titled(label, t('kit.unitMoney'))
export const inLitres = (label: string) => titled(label, t('kit.unitLitre'))
const total = (values: Readonly<Record<string, ReactNode>>) => ({ label: t('settle.sum'), values })
export const sum = <R,>(rows: readonly R[], of: (row: R) => number | null) => rows.reduce((all, row) => all + (of(row) ?? 0), 0)

/** A number and what it is made of. */
export const link = (page: PageLinkProps['page'], search: NonNullable<PageLinkProps['search']>, children: ReactNode) => (
  <PageLink page={page} search={search} className="k-link">
    {children}
  </PageLink>
)

export function Block<R extends { id: number }>({
  label,
  columns,
  rows,
  totals,
  none,
}: {
  label: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  totals?: Readonly<Record<string, ReactNode>>
  none?: string
}) {
  const density = useSettings(settings => settings.density)
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      density={density}
      empty={<p className="k-quiet">{none ?? t('settle.none')}</p>}
      totals={totals && rows.length > 1 ? total(totals) : undefined}
    />
  )
}

/** A number for each row, where the row has none of its own: the table knows rows by it. */
export const numbered = <R,>(rows: readonly R[]) => rows.map((row, turn) => ({ ...row, id: turn + 1 }))
