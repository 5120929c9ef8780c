import { daySettles, differences as wire, type ClassSettle, type Difference, type Differences } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { meterDifferences, type LateSale } from './meter-causes.ts'
import { paymentDifference, priceDifferences, tenderDifferences } from './money-causes.ts'
import { settlementOf } from './reads.ts'
import { tankDifferences, type Estimates } from './tank-causes.ts'
import { estimatesOf } from './loss-estimates.ts'
import { LossStudies } from './loss-studies.ts'

/**
 * Why the sides of a settled shift differ, as far as rows show it today. What is reported later adds causes; the settlement stays as it is.
 * @throws notFound
 */
async function differencesOf(ctx: Ctx, classSettleId: number, studies = new LossStudies(ctx)): Promise<Differences> {
  const { tx } = ctx
  const settle = await settlementOf(ctx, classSettleId)
  const late = await lateSales(tx, settle.dailyStateId)
  const explanations = await tx
    .selectFrom('settleExplanation')
    .where('classSettleId', '=', classSettleId)
    .select(['id', 'about', 'said', 'userName', 'createdDate'])
    .orderBy('id')
    .execute()
  return {
    classSettleId,
    differences: await betweenSides(tx, settle, late, tankId => estimatesOf(ctx, studies, { classSettleId, tankId })),
    later: [...late.map(laterOf), ...(await laterRefunds(tx, settle.dailyStateId))],
    explanations,
    missing: await missingNumbers(tx, settle),
  }
}

/** Its five sides against each other, from the tank to the till; of a shift that still runs, what they would be. */
export async function betweenSides(
  tx: Tx,
  settle: ClassSettle,
  late: readonly LateSale[] = [],
  estimates?: Estimates,
): Promise<Difference[]> {
  return [
    ...(await tankDifferences(tx, settle, estimates)),
    ...(await meterDifferences(tx, settle, late)),
    ...(await priceDifferences(tx, settle)),
    ...(await paymentDifference(tx, settle)),
    ...(await tenderDifferences(tx, settle)),
  ]
}

async function lateSales(tx: Tx, shift: number): Promise<LateSale[]> {
  const { rows } = await sql<LateSale>`
    select id, order_no as "orderNo", type, nozzle_control_id as "nozzleControlId", created_date as "createdDate",
      received_date as "receivedDate", shift_id as "shiftId", total_cents as "totalCents",
      (select coalesce(sum(volume_cl), 0)::bigint from ${scoped(tx, 'order_line')} order_line where order_id = sale.id) as "volumeCl"
    from ${scoped(tx, 'sale_order')} sale where belongs_shift_id = ${shift} order by created_date, id`.execute(tx)
  return rows.map(row => ({ ...row, createdDate: iso(row.createdDate), receivedDate: iso(row.receivedDate) }))
}
const iso = (at: string) => new Date(at).toISOString()

const laterOf = ({ id, orderNo: label, createdDate: at, receivedDate: toldAt, ...sale }: LateSale) => {
  const { shiftId, volumeCl, totalCents: amountCents } = sale
  return { of: 'orders', id, orderId: id, label, at, toldAt, shiftId, volumeCl, amountCents } as const
}

/** What other shifts gave back of the money that this one took. */
async function laterRefunds(tx: Tx, shift: number): Promise<Differences['later']> {
  const { rows } = await sql<Differences['later'][number]>`
    select 'refunds' as of, refund.id, txn.order_id as "orderId", refund.serial as label, txn.created_date as at,
      refund.created_date as "toldAt",
      refund.shift_id as "shiftId", 0 as "volumeCl", -paid_out_cents as "amountCents"
    from ${scoped(tx, 'refund')} refund join ${scoped(tx, 'pay_transaction')} txn on txn.id = transaction_id
    where txn.shift_id = ${shift} and refund.shift_id <> ${shift} order by refund.id`.execute(tx)
  return rows.map(row => ({ ...row, at: iso(row.at), toldAt: iso(row.toldAt) }))
}

export async function missingNumbers(tx: Tx, { stationId, startTime, endTime }: { stationId: number; startTime: string; endTime: string }) {
  return tx
    .selectFrom('deviceGap')
    .innerJoin('device', 'device.id', 'deviceGap.deviceId')
    .where('deviceGap.stationId', '=', stationId)
    .where('deviceGap.createdDate', '>=', startTime)
    .where('deviceGap.createdDate', '<=', endTime)
    .select(['deviceId', 'device.name as deviceName', 'fromSequence', 'toSequence', 'missing'])
    .orderBy('deviceGap.id')
    .execute()
}

const ofShift = handle(wire.ofShift, (ctx, { id }) => differencesOf(ctx, id))

const ofDay = handle(wire.ofDay, async (ctx, { id }) => {
  await getOf(ctx.tx, daySettles, id, [], ctx.scope)
  const chain = await ctx.tx
    .selectFrom('daySettleShift')
    .innerJoin('classSettle', 'classSettle.id', 'classSettleId')
    .where('daySettleId', '=', id)
    .select('classSettleId')
    .orderBy('startTime')
    .execute()
  const [content, studies]: [Differences[], LossStudies] = [[], new LossStudies(ctx)]
  for (const { classSettleId } of chain) content.push(await differencesOf(ctx, classSettleId, studies))
  return { content }
})

/** Notes on a difference: who looked into it, when, and what they found. @throws notFound, settlement.aboutUnknown */
const explain = handle(wire.explain, async (ctx, { id, body: { about, said } }) => {
  const { differences } = await differencesOf(ctx, id)
  if (about !== '' && !differences.some(difference => difference.about === about)) refuse('settlement.aboutUnknown')
  const { tx, actor, now } = ctx
  const { companyId } = await tx.selectFrom('classSettle').where('id', '=', id).select('companyId').executeTakeFirstOrThrow()
  const user =
    actor.kind === 'user' ? await tx.selectFrom('userAccount').where('id', '=', actor.id).select('name').executeTakeFirst() : undefined

  const explanation = await tx
    .insertInto('settleExplanation')
    .values({
      companyId,
      classSettleId: id,
      about,
      said,
      userId: actor.kind === 'user' ? actor.id : null,
      userName: user?.name ?? actor.key,
      createdDate: now,
    })
    .returning(['id', 'about', 'said', 'userName', 'createdDate'])
    .executeTakeFirstOrThrow()

  ctx.audit('settlement.explain', `classSettles:${id}`, { about, said }, companyId)
  return explanation
})

export const differenceHandlers = [ofShift, ofDay, explain]
