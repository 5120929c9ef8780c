import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { heldWith, noteStopped, takeHeldBack, tasksForUpdate } from '../deal/index.ts'
import { givesFor, newMembers, purchases, takePending, topUps, type Fact } from './facts.ts'
import { giveGifts, type Gift } from './give.ts'

/** So much that happened is looked at together. */
const most = 500
const kindOf = { member: 'newMember', topUp: 'topUp', order: 'purchase' } as const
const readers = { member: newMembers, topUp: topUps, order: purchases } as const

/**
 * Gives what activities of a company give for what happened, and takes back what was given for top-ups and sales that were given back
 * since. Each is looked at once: what waited is gone with the transaction that gives. @returns how much there was
 */
export async function givePending(ctx: Ctx, companyId: number): Promise<number> {
  const waiting = await takePending(ctx, companyId, most)
  let looked = 0
  for (const fact of ['member', 'topUp', 'order'] as const) {
    const ids = waiting.get(fact)
    if (!ids) continue
    looked += ids.length
    await lookAt(ctx, companyId, fact, await readers[fact](ctx, companyId, ids))
  }
  return looked
}

async function lookAt(ctx: Ctx, companyId: number, fact: keyof typeof kindOf, facts: readonly Fact[]): Promise<void> {
  if (facts.length === 0) return
  const earliest = new Date(Math.min(...facts.map(({ at }) => Date.parse(at))))
  const tasks = await tasksForUpdate(ctx, companyId, [kindOf[fact]], earliest)
  const gifts = tasks.flatMap(task =>
    facts.filter(one => givesFor(task, one)).map((one): Gift => ({ task, userId: one.userId, fact, factId: one.id })),
  )
  const { stopped } = await giveGifts(ctx, companyId, gifts, false)
  const gave = tasks.filter(task => gifts.some(gift => gift.task === task))
  await noteStopped(
    ctx,
    companyId,
    gave.map(({ id }) => ({ id, code: stopped.get(id) ?? null })),
  )
  if (fact !== 'member') await takeBack(ctx, companyId, fact, facts)
}

/** Why coupons are recalled whose reason was given back: the product says so itself. */
const reason = '所赠业务已退款 Given back'

interface GivenBefore {
  readonly id: number
  readonly factId: number
  readonly fromCents: number | null
  readonly fromCl: number | null
  readonly products: readonly { readonly productId: number }[]
}

/** What was given for these, and would not be given for what is left of them. @source decisions MK10 */
async function takeBack(ctx: Ctx, companyId: number, fact: 'topUp' | 'order', facts: readonly Fact[]): Promise<void> {
  const lessened = facts.filter(({ share }) => share < 1)
  if (lessened.length === 0) return
  const { rows } = await sql<GivenBefore>`
    select gift.id, gift.fact_id, task.from_cents, task.from_cl, task.products from deal_task_gift gift
    join deal_task task on task.company_id = ${companyId} and task.id = gift.deal_task_id
    where gift.company_id = ${companyId} and gift.fact = ${fact} and gift.fact_id = any(${lessened.map(({ id }) => id)}::bigint[])
      and gift.taken_back_date is null and gift.coupon_count > 0
    order by gift.id for update of gift`.execute(ctx.tx)
  const anywhen = { stations: [], startTime: '1970-01-01T00:00:00Z', endTime: '9999-01-01T00:00:00Z' }
  const over = rows.filter(row => !givesFor({ ...row, ...anywhen }, lessened.find(({ id }) => id === row.factId)!))
  if (over.length === 0) return
  const ids = over.map(({ id }) => id)
  const held = await heldWith(ctx, companyId, 'activity', ids, true)
  const { unused } = await takeHeldBack(ctx, companyId, held, reason)
  const back = ids.map(id => {
    const its = held.filter(({ sourceId }) => sourceId === id)
    return {
      id,
      back: its.filter(({ isUsed, isOver }) => !isUsed && !isOver).length,
      kept: its.filter(({ isUsed }) => isUsed).length,
    }
  })
  assert(unused === back.reduce((sum, one) => sum + one.back, 0), 'each coupon is counted with its gift')
  await sql`
    update deal_task_gift gift set taken_back_date = ${ctx.now}::timestamptz, taken_back_count = given.back, kept_count = given.kept
    from jsonb_to_recordset(${JSON.stringify(back)}) as given (id bigint, back int, kept int)
    where gift.company_id = ${companyId} and gift.id = given.id`.execute(ctx.tx)
}
