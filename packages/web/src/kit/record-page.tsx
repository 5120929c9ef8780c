import { resources, type BaseRow, type Path, type Resource } from '@forecourt/contract'
import { useMemo } from 'react'
import { useSession } from '../core/session.ts'
import { CrudPage } from './crud-page.tsx'
import { enteredFields } from './field.ts'
import { columnsOf } from './list/columns.ts'
import { filtersOf } from './list/filter.ts'

/**
 * The page of a record that asks for no more than its contract says: a list and a form. A record of a station is listed and entered at
 * the selected one, so that its station is neither a column nor a filter nor a field.
 */
export function RecordPage({ name }: { name: string }) {
  const of = resources.get(name)!
  const station = useSession(({ atStation }) => atStation?.id)
  const { columns, filters, fields } = useMemo(() => shownOf(of), [of])
  if (of.scope !== 'station') return <CrudPage of={of} />
  if (!station) return null
  return <CrudPage of={of} columns={columns} filters={filters} form={{ fields, defaults: { stationId: station } }} />
}

const shownOf = (of: Resource) => {
  // Its paths are the contract's own: which, is known only while it runs.
  const shown = (paths: readonly string[]) => paths.filter(path => path !== 'stationId') as Path<BaseRow>[]
  return {
    columns: shown(columnsOf(of).map(({ key }) => key)),
    filters: shown(filtersOf(of).map(({ path }) => path)),
    fields: shown(enteredFields(of).map(({ name }) => name)),
  }
}
