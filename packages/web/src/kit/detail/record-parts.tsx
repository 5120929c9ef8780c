import type { BaseRow, RecordNamed } from '@forecourt/contract'
import type { ComponentType } from 'react'
import { Bones } from '../feedback/states.tsx'
import { WhileLoading } from '../later.tsx'

/** What another feature shows on the page of a record, for those rows that it is about. */
interface Part<R> {
  readonly when: (row: R) => boolean
  readonly of: ComponentType<{ row: R }>
}

/** The parts of records' pages, by resource. The app fills it in, since features do not know each other. */
const parts = new Map<string, Part<BaseRow>>()
export const recordPart = <const N extends string>(resource: N, part: Part<RecordNamed<N> & BaseRow>): void =>
  void parts.set(resource, part as unknown as Part<BaseRow>)

/** What another feature has to show of a record; nothing where none has. */
export function RecordParts({ of, row }: { of: string; row: BaseRow }) {
  const part = parts.get(of)
  if (!part?.when(row)) return null
  return (
    <WhileLoading show={<Bones rows={4} />}>
      <part.of row={row} />
    </WhileLoading>
  )
}
