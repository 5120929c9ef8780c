import { allows, fleetBillActs, fleetBilling, fleetBills, fleets, type BillFee, type BillFlow, type FleetBill } from '@forecourt/contract'
import { sql, type Selectable } from 'kysely'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { assert, refuse } from '../../platform/execution/refusal.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import type { Tables } from '../../platform/postgres/tables.ts'
import { getOf } from '../../platform/search/list.ts'
import { spendProof } from '../access/index.ts'
import { pursesOf, takeFee } from '../card/index.ts'
import { clear, draw, write, type Drawn } from './draw-up.ts'
import { nextMonth, periodOf, type Period } from './period.ts'

type Bill = Selectable<Tables['fleetBill']>

/** A bill with its fees and what moved its money. @throws notFound */
async function billOf(ctx: Ctx, id: number, expand: string[] = []): Promise<FleetBill> {
  const head = await getOf(ctx.tx, fleetBills, id, expand, ctx.scope)
  const { flows } = await ctx.tx.selectFrom('fleetBill').where('id', '=', id).select('flows').executeTakeFirstOrThrow()
  const fees = await ctx.tx
    .selectFrom('fleetBillFee')
    .where('billId', '=', id)
    .select(['clauseId', 'agreement', 'name', 'kind', 'basis', 'rateCents', 'percent', 'amountCents'])
    .orderBy('id')
    .execute()
  return { ...head, fees: fees as BillFee[], flows: flows as BillFlow[] }
}

const get = handle(fleetBilling.get, (ctx, { id, query }) => billOf(ctx, id, query.expand))

/** A fleet, and a month by the calendar of its company. @throws notFound */
async function fleetAndPeriod(ctx: Ctx, groupId: number, day: string): Promise<{ fleetName: string; period: Period }> {
  const fleet = await ctx.tx
    .selectFrom('fleet')
    .innerJoin('company', 'company.id', 'fleet.companyId')
    .where('fleet.id', '=', groupId)
    .where('fleet.companyId', 'in', [...ctx.scope.companyIds])
    .select(['fleet.name', 'fleet.companyId', 'company.timeZone'])
    .executeTakeFirst()
  if (!fleet) refuse('notFound', { field: 'groupId' })
  return { fleetName: fleet.name, period: periodOf({ companyId: fleet.companyId, zone: fleet.timeZone }, day) }
}

/**
 * Draws up the bill of a fleet for a month that is over, or draws one that is open up anew. @returns its id
 * @throws notFound, bill.monthRunning, bill.issued
 */
export async function prepareBill(ctx: Ctx, groupId: number, day: string): Promise<number> {
  const { fleetName, period } = await fleetAndPeriod(ctx, groupId, day)
  const { companyId, month, from, to } = period
  if (to > ctx.now) refuse('bill.monthRunning')
  if (month < firstMonth) refuse('bill.monthTooEarly')
  await ctx.tx
    .insertInto('fleetBill')
    .values({ companyId, groupId, fleetName, month, fromTime: from, toTime: to, preparedDate: ctx.now })
    .onConflict(on => on.constraint('bill.exists').doNothing())
    .execute()
  const bill = await billForUpdate(ctx, { groupId, month })
  if (bill.status === 'issued') refuse('bill.issued')
  const drawn = await draw(ctx, groupId, period)
  await write(ctx, bill, drawn)

  const { netCents, feeCents, closingCents } = drawn.head
  ctx.audit('bill.prepare', `fleetBills:${bill.id}`, { fleetName, month, netCents, feeCents, closingCents }, companyId)
  return bill.id
}

/** No history that was brought in begins before this month. */
const firstMonth = '1980-01-01'

/** @throws notFound, bill.monthRunning, bill.monthTooEarly, bill.noCards, bill.issued */
const prepare = handle(fleetBilling.prepare, async (ctx, { body: { groupId, month } }) => {
  await getOf(ctx.tx, fleets, groupId, [], ctx.scope, { named: true })
  const id = await prepareBill(ctx, groupId, month)
  const card = await ctx.tx.selectFrom('fleetBillCard').where('billId', '=', id).select('id').limit(1).executeTakeFirst()
  if (!card) refuse('bill.noCards')
  return billOf(ctx, id)
})

async function billForUpdate({ tx, scope }: Ctx, by: { id: number } | { groupId: number; month: string }): Promise<Bill> {
  const rows = tx.selectFrom('fleetBill').where('companyId', 'in', [...scope.companyIds])
  const one = 'id' in by ? rows.where('id', '=', by.id) : rows.where('groupId', '=', by.groupId).where('month', '=', by.month)
  return (await one.selectAll().forUpdate().executeTakeFirst()) ?? refuse('notFound')
}

/** An issued bill is followed by that of the next month. Before the first is issued, the earliest that is open comes first. */
async function refuseOutOfTurn({ tx }: Ctx, { groupId, month }: Bill): Promise<void> {
  const of = tx.selectFrom('fleetBill').where('groupId', '=', groupId)
  const issued = await of.where('status', '=', 'issued').select('month').orderBy('month', 'desc').limit(1).executeTakeFirst()
  const open = await of.where('status', '=', 'open').select('month').orderBy('month').limit(1).executeTakeFirst()
  const next = issued ? nextMonth(issued.month) : (open?.month ?? month)
  if (month !== next) refuse('bill.outOfTurn', { month: next.slice(0, 7) })
}

/** What somebody saw of a bill before they issued it. */
type Seen = Readonly<Record<'netCents' | 'feeCents' | 'closingCents', number>>

/**
 * Issues a bill for good: what the books say now, which must be what was seen. Its fees are taken from the fleet's master card.
 * @param seen null where nobody looks: then it is issued as it stands
 * @throws bill.issued, bill.outOfTurn, bill.changed, bill.noMaster, bill.feeUncovered, pin.proof
 */
async function issueBill(ctx: Ctx, bill: Bill, seen: Seen | null, pinProof?: string): Promise<void> {
  if (!allows(fleetBillActs.issue, bill.status)) refuse('bill.issued')
  await refuseOutOfTurn(ctx, bill)
  const { period, fleetName } = await fleetAndPeriod(ctx, bill.groupId, bill.month)
  const { companyId } = period
  // Nothing moves on these cards until the transaction ends.
  await sql`select id from user_card where company_id = ${companyId} and group_id = ${bill.groupId} order by id for no key update`.execute(
    ctx.tx,
  )
  const drawn = await draw(ctx, bill.groupId, period)
  const { head } = drawn
  if (seen && Object.entries(seen).some(([figure, cents]) => head[figure as keyof Seen] !== cents)) refuse('bill.changed')
  const masterId = head.feeCents > 0 ? await masterToPay(ctx, drawn) : undefined
  const subject = `fleetBills:${bill.id}`
  if (masterId !== undefined && seen) await spendProof(ctx, pinProof ?? '', { action: 'bill.issue', subject, amountCents: head.feeCents })

  await write(ctx, bill, drawn)
  await insertRows(
    ctx.tx,
    'fleetBillMovement',
    drawn.movements.map(({ id: userCardDetailId }) => ({ companyId, userCardDetailId, billId: bill.id })),
  )
  if (masterId !== undefined) await takeFees(ctx, bill, masterId)
  const [issuedBefore] = await nextIds(ctx.tx, 1)
  await ctx.tx
    .updateTable('fleetBill')
    .set({ status: 'issued', fleetName, issuedDate: ctx.now, issuedById: ctx.actor.kind === 'user' ? ctx.actor.id : null, issuedBefore })
    .where('id', '=', bill.id)
    .execute()

  const { netCents, feeCents, closingCents } = head
  ctx.audit('bill.issue', `fleetBills:${bill.id}`, { fleetName, month: bill.month, netCents, feeCents, closingCents }, companyId)
  ctx.emit('bill.issued', { fleetBillId: bill.id, groupId: bill.groupId, month: bill.month, netCents, feeCents }, { companyId })
}

/** The master card that pays the fees. @throws bill.noMaster, bill.feeUncovered */
async function masterToPay(ctx: Ctx, { cards, head }: Drawn): Promise<number> {
  const open = await ctx.tx
    .selectFrom('userCard')
    .where('id', 'in', [0, ...cards.filter(({ kind }) => kind === 'master').map(({ id }) => id)])
    .where('closedTime', 'is', null)
    .where('issueTime', 'is not', null)
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!open) refuse('bill.noMaster')
  const { number, principalCents } = await pursesOf(ctx, open.id)
  if (principalCents < head.feeCents) refuse('bill.feeUncovered', { number, missingCents: head.feeCents - principalCents })
  return open.id
}

/** Each fee is an entry of its own, which bears the number of the fee: the database wants its clause. @source decisions FL18 */
async function takeFees(ctx: Ctx, { id, companyId, month }: Bill, masterId: number): Promise<void> {
  const fees = await ctx.tx.selectFrom('fleetBillFee').where('billId', '=', id).selectAll().orderBy('id').execute()
  for (const fee of fees) {
    const remark = `${fee.agreement} ${fee.name} ${month.slice(0, 7)}`
    const what = { userCardId: masterId, amountCents: fee.amountCents, kind: 'fleet.fee', ref: `fleetFee:${fee.id}` }
    const entry = await takeFee(ctx, { ...what, to: `fee:${companyId}`, remark })
    await ctx.tx.updateTable('fleetBillFee').set({ ledgerEntryId: entry.id }).where('id', '=', fee.id).execute()
  }
}

const issue = handle(fleetBilling.issue, async (ctx, { id, body: { pinProof, ...seen } }) => {
  await issueBill(ctx, await billForUpdate(ctx, { id }), seen, pinProof)
  return billOf(ctx, id)
})

/** Issues an open bill without a person, as its agreement says. @throws as issueBill */
export async function issueUnseen(ctx: Ctx, id: number): Promise<void> {
  assert(ctx.actor.kind === 'system', 'a person says what they saw')
  await issueBill(ctx, await billForUpdate(ctx, { id }), null)
}

/** @throws notFound, bill.issued */
const discard = handle(fleetBilling.discard, async (ctx, { id }) => {
  const bill = await billForUpdate(ctx, { id })
  if (!allows(fleetBillActs.discard, bill.status)) refuse('bill.issued')
  await clear(ctx, id)
  await ctx.tx.deleteFrom('fleetBill').where('id', '=', id).execute()
  ctx.audit('bill.discard', `fleetBills:${id}`, { fleetName: bill.fleetName, month: bill.month }, bill.companyId)
  return { id }
})

export const billHandlers = [get, prepare, issue, discard]
