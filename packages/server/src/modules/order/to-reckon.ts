import { sql } from 'kysely'
import { planHints } from '../../platform/postgres/client.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { joinOwner } from '../../platform/postgres/name-companies.ts'
import { whichHaveDiscounts } from '../card/index.ts'
import { whichHavePrices } from '../deal/index.ts'
import type { NewOrder } from './intake-write.ts'

/** For so long it is remembered whether anything lowers the prices of a company. */
const rememberedMs = 5000
const remembered = new Map<number, { readonly lowers: boolean; readonly until: number }>()

/** Companies in which something may lower a price; the database is asked of those that were not asked of just now. */
async function whichLower(tx: Tx, companies: readonly number[]): Promise<ReadonlySet<number>> {
  const now = performance.now()
  const unknown = companies.filter(id => (remembered.get(id)?.until ?? 0) <= now)
  if (unknown.length > 0) {
    const lower = new Set([...(await whichHaveDiscounts(tx, unknown)), ...(await whichHavePrices(tx, unknown))])
    for (const id of unknown) remembered.set(id, { lowers: lower.has(id), until: now + rememberedMs })
  }
  return new Set(companies.filter(id => remembered.get(id)!.lowers))
}

/**
 * Notes the sales that a device had finished with a card in hand, where anything lowers prices at all: what our rules come to is reckoned
 * once the sale is through. The note travels with the next statement. @source decisions O15, MK18, MK19
 */
export async function noteToReckon(tx: Tx, orders: readonly NewOrder[], idOf: (order: NewOrder) => number): Promise<void> {
  const finished = orders.filter(({ reckonAt }) => reckonAt !== undefined)
  if (finished.length === 0) return
  const lower = await whichLower(tx, [...new Set(finished.map(({ counter }) => counter.companyId))])
  const rows = finished
    .filter(({ counter }) => lower.has(counter.companyId))
    .map(order => ({ company_id: order.counter.companyId, order_id: idOf(order), at: order.reckonAt! }))
  if (rows.length === 0) return
  await sql`${planHints({ genericPlan: true, deferred: true })}
    insert into sale_to_reckon (company_id, order_id, at)
    select owner.id, order_id, finished.at
    from jsonb_to_recordset(${JSON.stringify(rows)}) as finished (company_id bigint, order_id bigint, at timestamptz)
      ${joinOwner(
        'finished.company_id',
        rows.map(row => row.company_id),
      )}`.execute(tx)
}
