import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Worth } from './depot-value.ts'

/** What a depot held of a base fuel when a month was settled, and what that cost. */
export interface DepotClosing extends Worth {
  readonly depotId: number
  readonly baseFuelId: number
}
/** What depots held at the end of a day; without a day, from before their first move. */
export interface Closings {
  readonly until: string | null
  readonly held: readonly DepotClosing[]
}

type Row = Record<'depotId' | 'baseFuelId' | 'weightKg' | 'amountCents' | 'netCents', number> & { readonly until: string }

/** The closing figures of the last month that was settled and over by the end of a day: what is asked of later days begins there. */
export async function closingsBy(tx: Tx, companyId: number, day: string): Promise<Closings> {
  const { rows } = await sql<Row>`
    select (month + interval '1 month' - interval '1 day')::date as until, depot_id, base_fuel_id, weight_kg, amount_cents, net_cents
    from depot_closing where company_id = ${companyId} and month = (
      select max(month) from depot_closing where company_id = ${companyId} and month <= (${day}::date + 1) - interval '1 month')`.execute(
    tx,
  )
  const held = rows.map(({ depotId, baseFuelId, weightKg, amountCents, netCents }) => ({
    depotId,
    baseFuelId,
    weightKg: BigInt(weightKg),
    amountCents: BigInt(amountCents),
    netCents: BigInt(netCents),
  }))
  return { until: rows[0]?.until ?? null, held }
}
