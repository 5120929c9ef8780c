import { sql } from 'kysely'
import { byCompany } from '../../platform/execution/batch-rule.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { PriceRule, SoldAt } from '../reckoning/index.ts'

/** Where and when something is sold. */
export interface Sold {
  readonly companyId: number
  readonly stationId: number
  readonly at: Date
}

/**
 * The activities that lower prices for everybody at these moments; nothing of a company without any. One look at few rows for all that is
 * sold at once.
 */
export async function activityPrices<One extends Sold>(
  tx: Tx,
  sold: readonly One[],
): Promise<Map<One, SoldAt & { readonly rules: readonly PriceRule[] }>> {
  const found = new Map<One, SoldAt & { readonly rules: readonly PriceRule[] }>()
  for (const [companyId, its] of byCompany(sold, one => one.companyId)) {
    const asked = its.map(({ stationId, at }, turn) => ({ turn, station: stationId, at }))
    const { rows } = await sql<{ turn: number; moment: string; rules: PriceRule[] }>`
      select asked.turn, to_char(asked.at at time zone place.time_zone, 'YYYY-MM-DD"T"HH24:MI:SS') as moment,
        json_agg(json_build_object('id', task.id, 'version', task.version, 'kind', 'activity', 'name', task.name,
          'centsPerL', task.cents_per_l, 'percent', task.percent, 'products', task.products, 'stations', task.stations,
          'weekdays', task.weekdays, 'hours', task.hours, 'validFrom', null, 'validUntil', null) order by task.id) as rules
      from jsonb_to_recordset(${JSON.stringify(asked)}) as asked (turn int, station bigint, at timestamptz)
      join deal_task task on task.company_id = ${companyId} and task.kind = 'price' and not task.disabled
        and task.start_time <= asked.at and task.end_time > asked.at
      join station place on place.company_id = ${companyId} and place.id = asked.station
      group by asked.turn, asked.at, place.time_zone`.execute(tx)
    for (const { turn, moment, rules } of rows) found.set(its[turn]!, { stationId: its[turn]!.stationId, moment, rules })
  }
  return found
}

/** Those of these companies in which an activity lowers prices now, or may begin to. */
export async function whichHavePrices(tx: Tx, companies: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ companyId: number }>`
    select company_id from deal_task task
    where company_id = any(${[...companies]}::bigint[]) and kind = 'price' and not disabled group by company_id`.execute(tx)
  return rows.map(({ companyId }) => companyId)
}
