import { foundMost, orders } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { candidates, leastTyped } from '../../platform/search/beginnings.ts'
import { visible } from '../../platform/search/scope.ts'

/** Orders by number, the latest first. Digits alone count within the chosen station: 1234 is its order S01-00001234. */
export async function findOrders(ctx: Ctx, typed: string) {
  const { tx, scope, actor } = ctx
  const text = typed.replaceAll(/\s/g, '')
  if (!/^[0-9A-Za-z-]+$/.test(text) || !actor.permissions.has('order.sale.read')) return []
  const wanted = /^\d{1,8}$/.test(text) ? await numberedHere(ctx, text) : text.length >= leastTyped ? text : undefined
  if (!wanted) return []
  const { rows } = await sql<{ id: number; orderNo: string; status: 'open'; totalCents: number; createdDate: string }>`
    select id, order_no, status, total_cents, created_date from (
      ${candidates('sale_order', 'order_no', wanted, scope.companyIds, true)}
    ) as candidate where ${visible(orders, scope)} order by order_no desc limit ${foundMost}`.execute(tx)
  return rows
}

/** The order number that a few digits stand for in the chosen station. */
async function numberedHere({ tx, scope }: Ctx, digits: string): Promise<string | undefined> {
  if (scope.stationId === undefined) return undefined
  const station = await tx.selectFrom('station').where('id', '=', scope.stationId).select('code').executeTakeFirst()
  return station && `${station.code}-${digits.padStart(8, '0')}`
}
