import { sql } from 'kysely'
import type { DryRunResult } from '@forecourt/contract'
import type { Tx } from '../../platform/postgres/database.ts'
import { daysOf } from './calendar.ts'
import type { Run } from './run.ts'

const dayMs = 86_400_000

/** What members bought in the time of a run, and in as many days before it. */
export async function boughtBy(
  tx: Tx,
  { companyId, fromDay, untilDay, zone }: Run,
  users: readonly number[],
): Promise<DryRunResult['bought']> {
  const days = daysOf(fromDay, untilDay, zone)
  const begins = days[0]!.startsAt
  const [from, until] = [new Date(begins), new Date(days.at(-1)!.startsAt + dayMs)]
  const before = new Date(begins - days.length * dayMs)
  const { rows } = await sql<{ during: boolean; litres: number; cents: number }>`
    select sale.created_date >= ${from}::timestamptz as during, sum(fuel.litres)::bigint as litres,
      sum(sale.paid_cents - sale.refunded_cents)::bigint as cents
    from unnest(${[...users]}::bigint[]) as chosen (user_id)
    join user_card card on card.company_id = ${companyId} and card.user_id = chosen.user_id
    join sale_order sale on sale.company_id = ${companyId} and sale.user_card_id = card.id and sale.status = 'success'
      and sale.created_date >= ${before}::timestamptz and sale.created_date < ${until}::timestamptz
      and (sale.refunded_cents < sale.paid_cents or sale.paid_cents = 0)
    cross join lateral (select coalesce(sum(volume_cl), 0) as litres from order_line line
      where line.company_id = ${companyId} and line.order_id = sale.id) as fuel
    group by 1`.execute(tx)
  const of = (during: boolean) => rows.find(row => row.during === during) ?? { litres: 0, cents: 0 }
  const [now, then] = [of(true), of(false)]
  return { customers: users.length, duringCl: now.litres, duringCents: now.cents, beforeCl: then.litres, beforeCents: then.cents }
}
