import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import type { Judged } from './judge.ts'

const columns = {
  id: 'bigint',
  line: 'int',
  code: 'text',
  name: 'text',
  barcode: 'text',
  category: 'text',
  description: 'text',
  priceCents: 'bigint',
  taxRate: 'numeric',
  inventory: 'bigint',
  weight: 'int',
  lowStock: 'int',
  giftPoints: 'int',
  giftCents: 'bigint',
  giftPercent: 'numeric',
  frozenCents: 'bigint',
  frozenPercent: 'numeric',
  giftCard: 'text',
  giftCoupons: 'text',
  outcome: 'text',
  field: 'text',
  reason: 'text',
  value: 'text',
} as const
type Column = keyof typeof columns
type Row = Readonly<Record<Column, string | number | null>>
const names = Object.keys(columns) as Column[]

/**
 * Keeps lines with their answers. They travel as one list for each column: of a file of tens of thousands, objects take ten times as
 * long on both sides. A column that no line says anything in is not sent. Their ids ascend, and goods take them over.
 */
export async function keepLines(tx: Tx, importId: number, judged: readonly Judged[]): Promise<void> {
  const ids = await nextIds(tx, judged.length)
  const rows = judged.map((each, turn) => rowOf(each, ids[turn]!))
  const said = names.filter(name => rows.some(row => row[name] !== null && row[name] !== ''))
  const empty = names.filter(name => columns[name] === 'text' && name !== 'field' && name !== 'reason' && !said.includes(name))
  const list = (of: readonly Column[]) => sql.join(of.map(name => sql.ref(name)))
  const lists = said.map(name => sql`${rows.map(row => row[name])}::${sql.raw(columns[name])}[]`)
  const values = [...said.map(name => sql.ref(`given.${name}`)), ...empty.map(() => sql`''`)]
  await sql`
    insert into item_import_row (company_id, item_import_id, station_id, ${list([...said, ...empty])})
    select asked.company_id, asked.id, asked.station_id, ${sql.join(values)}
    from ${scoped(tx, 'item_import')} asked cross join unnest(${sql.join(lists)}) as given (${list(said)})
    where asked.id = ${importId}`.execute(tx)
}

function rowOf({ line, outcome, wrong }: Judged, id: number): Row {
  const { wrong: own = wrong, ...said } = line
  return { ...said, id, outcome, field: own?.field ?? null, reason: own?.reason ?? null, value: own?.value ?? '' }
}
