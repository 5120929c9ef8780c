import type { Resource } from '@forecourt/contract'
import { useMay } from '../../core/session.ts'
import { withEverything } from '../everything.ts'
import { Bones } from '../feedback/states.tsx'
import { later, WhileLoading } from '../later.tsx'

/** It tells of any record and any act. */
const Entries = later(withEverything(() => import('./history-entries.tsx')))

/** Who did what to a record, the latest first, each with what it changed. Absent for users who may not read the log. */
export function History({ of, id }: { of: Resource; id: number }) {
  const may = useMay('audit.read')
  return may ? (
    <WhileLoading show={<Bones rows={3} />}>
      <Entries key={`${of.name}:${id}`} subject={`${of.name}:${id}`} />
    </WhileLoading>
  ) : null
}
