import { sql, type Transaction } from 'kysely'
import type { Tx } from '../postgres/database.ts'

/** What a line of an imported file does, or did. */
export type Outcome = 'added' | 'changed' | 'unchanged' | 'refused'
export type Counts = Record<Outcome, number>

/** Of an import that has nothing left to do. */
export const statusAtEnd = ({ added, changed, unchanged, refused }: Counts): 'success' | 'partial' | 'fail' =>
  refused === 0 ? 'success' : added + changed + unchanged > 0 ? 'partial' : 'fail'

/** An import, the table of its lines, and how these name it. */
export interface Imported {
  readonly imports: string
  readonly lines: string
  readonly key: string
}
// Two modules import files in the same way, each into tables of its own.
const anyTable = (tx: Tx) => tx as unknown as Transaction<any>

interface Judged {
  readonly line: { readonly line: number }
  readonly outcome: Outcome
  readonly wrong?: { readonly field: string | null; readonly reason: string; readonly value: string } | undefined
}

/**
 * Notes of lines that did something else than they were to do when they were checked.
 * @returns how many lines did what, of the whole file
 */
export async function noteOthers(
  tx: Tx,
  { lines, key }: Imported,
  { id, added, changed, unchanged, refused }: Counts & { readonly id: number },
  judged: readonly Judged[],
  before: ReadonlyMap<number, Outcome>,
): Promise<Counts> {
  const others = judged.filter(({ line: { line }, outcome }) => before.get(line) !== outcome)
  const counts: Counts = { added, changed, unchanged, refused }
  for (const { line, outcome } of others) {
    counts[before.get(line.line)!]--
    counts[outcome]++
  }
  if (others.length === 0) return counts
  const of = <T>(each: (other: Judged) => T) => others.map(each)
  await anyTable(tx)
    .updateTable(lines)
    .from(
      sql`unnest(
        ${of(({ line }) => line.line)}::int[], ${of(({ outcome }) => outcome)}::text[], ${of(({ wrong }) => wrong?.field ?? null)}::text[],
        ${of(({ wrong }) => wrong?.reason ?? null)}::text[], ${of(({ wrong }) => wrong?.value ?? '')}::text[])`.as(
        sql`given (line, outcome, field, reason, value)`,
      ) as never,
    )
    .set({ outcome: sql`given.outcome`, field: sql`given.field`, reason: sql`given.reason`, value: sql`given.value` })
    .where(key, '=', id)
    .whereRef(`${lines}.line`, '=', 'given.line')
    .execute()
  return counts
}

const keptMs = 30 * 24 * 60 * 60_000

/**
 * What was said of each line is kept for a month. What nobody has brought in until then is given up with its lines.
 * @source decisions D7
 */
export async function forgetLines(tx: Tx, { imports, lines, key }: Imported, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs).toISOString()
  await anyTable(tx)
    .updateTable(imports)
    .set({ status: 'fail', finishedDate: now })
    .where('status', '=', 'checked')
    .where('createdDate', '<', before)
    .execute()
  await anyTable(tx)
    .deleteFrom(lines)
    .using(imports)
    .whereRef(`${imports}.companyId`, '=', `${lines}.companyId`)
    .whereRef(`${imports}.id`, '=', `${lines}.${key}`)
    .where(`${imports}.finishedDate`, '<', before)
    .execute()
}
