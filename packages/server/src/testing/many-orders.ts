import { openPool } from '../platform/postgres/database.ts'
import { ownerUrl } from './world.ts'

/** So many sales of one station, put in past every trigger: for what reads many rows. One a second up to the moment given. */
export async function manyOrders({ company, station }: { company: { id: number }; station: { id: number } }, count: number, until: Date) {
  const pool = openPool(ownerUrl, { max: 1, role: 'none', statementTimeoutMs: 0 })
  const client = await pool.connect()
  await client.query(`set session_replication_role = replica`)
  await client.query(
    `insert into sale_order (company_id, station_id, order_no, type, status, total_cents, paid_cents, pay_type, money_flow,
       created_date, received_date, modified_date)
     select $1, $2, 'N' || lpad(turn::text, 9, '0'), 0, 'success', turn, turn, 'cash', 'till', at, at, at
     from generate_series(1, $3::bigint) turn, lateral (select $4::timestamptz - ($3::bigint - turn) * interval '1 second' as at) moment`,
    [company.id, station.id, count, until],
  )
  await client.query('analyze sale_order')
  client.release()
  await pool.end()
}
