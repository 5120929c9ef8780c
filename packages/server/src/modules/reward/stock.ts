import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'

export interface Reward {
  readonly id: number
  readonly name: string
  readonly points: number
  readonly stock: number
  readonly redeemed: number
  readonly coupons: readonly { readonly dealId: number; readonly count: number }[]
  /** It is off the shelf, or its category is. */
  readonly isOff: boolean
}

/** A reward of a company as it is now, not locked. @throws notFound */
export async function rewardNow({ tx }: Ctx, companyId: number, id: number, locking = false): Promise<Reward> {
  const { rows } = await sql<Reward>`
    select reward.id, reward.name, points, stock, redeemed, coupons, reward.hidden or shelf.hidden as is_off
    from reward join reward_category shelf on shelf.company_id = reward.company_id and shelf.id = reward.category_id
    where reward.company_id = ${companyId} and reward.id = ${id} ${locking ? sql`for update of reward` : sql``}`.execute(tx)
  return rows[0] ?? refuse('notFound', { field: 'rewardId' })
}

/** The same, locked: who redeems it next waits. @throws notFound */
export const rewardForUpdate = (ctx: Ctx, companyId: number, id: number): Promise<Reward> => rewardNow(ctx, companyId, id, true)

/** Takes pieces out of the stock; below nothing they come back. What is unlimited stays so, and is counted as redeemed. */
export async function takePieces({ tx }: Ctx, companyId: number, id: number, pieces: number): Promise<void> {
  await sql`
    update reward set redeemed = redeemed + ${pieces}::int, stock = case when stock = -1 then -1 else stock - ${pieces}::int end
    where company_id = ${companyId} and id = ${id}`.execute(tx)
}

/** What was counted is there from now on; -1 is unlimited. */
export async function setStock({ tx }: Ctx, companyId: number, id: number, stock: number): Promise<void> {
  await sql`
    update reward set stock = ${stock}::int, supplied = case when ${stock}::int = -1 then null else ${stock}::int + redeemed end
    where company_id = ${companyId} and id = ${id}`.execute(tx)
}
