import { sql } from 'kysely'
import { z } from 'zod'
import { productClock } from '../../platform/execution/clock.ts'
import { execute, setTenantScope, systemActor, type Ctx } from '../../platform/execution/command.ts'
import type { RollUp } from '../../platform/module.ts'
import { allCompanies } from '../../platform/postgres/name-companies.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { noteSeen, openNozzles, whereNozzlesAreOpen } from '../forecourt/index.ts'

/** The product's own work: of each company in one transaction. */
const endpoint = { method: 'POST', path: '/priceChanges', permission: 'public', returns: z.unknown(), rows: true } as const
const facts = { requestId: 'priceChanges', language: 'zh', ip: '', userAgent: 'priceChanges', secure: false } as const

interface Shown {
  readonly id: number
  readonly orderId: number
  readonly cents: number
}

/**
 * The next sale of a nozzle shows what it charges: the price of its change, less a discount, or another one. A sale that began before the
 * change has the old price by right and shows nothing; one that was entered by hand shows what somebody typed. @source decisions O15, WS3
 */
export async function seeBySales(ctx: Ctx, companyId: number): Promise<void> {
  const open = await openNozzles(ctx, companyId)
  if (open.length === 0) return
  const asked = open.map(({ id, nozzleControlId, priceCents, fromAt }) => ({ id, nozzle: nozzleControlId, price: priceCents, at: fromAt }))
  const { rows } = await sql<Shown>`
    select asked.id, sale.id as order_id, case when sale.price_difference then sale.price_cents else asked.price end as cents
    from jsonb_to_recordset(${JSON.stringify(asked)}) as asked (id bigint, nozzle bigint, price bigint, at timestamptz)
    cross join lateral (
      select own.id, own.price_difference, line.price_cents from sale_order own
      join order_line line on line.company_id = ${companyId} and line.order_id = own.id and line.category_type = 'fuel'
      where own.company_id = ${companyId} and own.nozzle_control_id = asked.nozzle and own.created_date >= asked.at
        and own.device_id is not null and line.list_price_cents = asked.price and line.price_cents is not null
      order by own.created_date, own.id limit 1
    ) as sale`.execute(ctx.tx)
  const byId = new Map(open.map(nozzle => [nozzle.id, nozzle]))
  const seen = rows.map(({ id, orderId, cents }) => ({ ...byId.get(id)!, orderId, seenCents: cents }))
  await noteSeen(ctx, companyId, seen)
}

/** Companies whose nozzles are to confirm a price. What fails of one leaves the others alone. */
export const seePrices: RollUp = async (db: Database, companies) => {
  const failed: unknown[] = []
  for (const { companyId, zone } of await withWork(db, companies)) {
    const run = (ctx: Ctx) => seeBySales(ctx, companyId)
    const actor = systemActor(companyId, 'priceChanges', zone)
    await execute(db, { endpoint, run }, actor, facts, productClock().now(), {}).catch(error => failed.push(error))
  }
  if (failed.length > 0) throw failed[0]
}

async function withWork(db: Database, companies: readonly number[]): Promise<{ companyId: number; zone: string }[]> {
  return db.transaction().execute(async begun => {
    const tx = await setTenantScope(begun, companies)
    const { rows } = await sql<{ companyId: number; zone: string }>`${sql.raw(allCompanies)}
      select id as company_id, time_zone as zone from company where ${whereNozzlesAreOpen} order by id`.execute(tx)
    return rows
  })
}
