import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import type { PastFill } from './facts.ts'

export type SubjectKind = 'car' | 'card'
const keyOf = (kind: SubjectKind, id: number) => `${kind}:${id}`

/** The last fills of vehicles and cards: read once, written once, however many fills are judged together. */
export interface Memory {
  of(kind: SubjectKind, id: number): readonly PastFill[]
  put(kind: SubjectKind, id: number, recent: readonly PastFill[]): void
  keep(): Promise<void>
}

/** @param locked for those who write: nobody else judges fills of these subjects until the transaction ends */
export async function recall(
  { tx }: Ctx,
  companyId: number,
  subjects: readonly (readonly [SubjectKind, number])[],
  locked: boolean,
): Promise<Memory> {
  const [cars, cards] = (['car', 'card'] as const).map(kind => subjects.filter(([of]) => of === kind).map(([, id]) => id))
  if (locked) await sql`select pg_advisory_xact_lock(hashtextextended(${`fills:${companyId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ kind: SubjectKind; subjectId: number; recent: PastFill[] }>`
    select kind, subject_id, recent from ${scoped(tx, 'fill_subject')} subject
    where (kind = 'car' and subject_id = any(${cars}::bigint[])) or (kind = 'card' and subject_id = any(${cards}::bigint[]))
    order by kind, subject_id`.execute(tx)
  const known = new Map(rows.map(({ kind, subjectId, recent }) => [keyOf(kind, subjectId), recent as readonly PastFill[]]))
  const changed = new Map<string, { kind: SubjectKind; id: number; recent: readonly PastFill[]; last: string }>()
  return {
    of: (kind, id) => known.get(keyOf(kind, id)) ?? [],
    put(kind, id, recent) {
      known.set(keyOf(kind, id), recent)
      changed.set(keyOf(kind, id), { kind, id, recent, last: recent.at(-1)!.at })
    },
    async keep() {
      if (changed.size === 0) return
      await sql`
        insert into fill_subject (company_id, kind, subject_id, recent, last_date)
        select owner.id, given.kind, given.id, given.recent, given.last
        from jsonb_to_recordset(${JSON.stringify([...changed.values()])}) as given (kind text, id bigint, recent jsonb, last timestamptz)
        join company owner on owner.id = ${companyId}
        on conflict (company_id, kind, subject_id) do update set recent = excluded.recent, last_date = excluded.last_date`.execute(tx)
    },
  }
}
