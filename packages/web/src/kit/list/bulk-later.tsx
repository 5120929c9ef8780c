import type { BaseRow } from '@forecourt/contract'
import { useState } from 'react'
import { later, WhileLoading } from '../later.tsx'
import { usePrefetched } from '../soon.tsx'
import type { BulkBarProps } from './bulk-bar.tsx'

const load = () => import('./bulk-bar.tsx')
const BulkBar = later(async () => ({ default: (await load()).BulkBar as never })) as unknown as typeof import('./bulk-bar.tsx').BulkBar

/** What can be done with the rows that are chosen: there from when one is, and then for as long as the list is. */
export function BulkLater<R extends BaseRow>(props: BulkBarProps<R>) {
  usePrefetched(load)
  const { all, ids } = props.selection
  const [used, setUsed] = useState(false)
  if (!used && (all || ids.size > 0)) setUsed(true)
  if (!used) return null
  return (
    <WhileLoading show={null}>
      <BulkBar {...props} />
    </WhileLoading>
  )
}
