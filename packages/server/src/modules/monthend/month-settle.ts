import { createHash } from 'node:crypto'
import { monthProof, monthSettlement, type MonthLine, type MonthPreview } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { companyOf } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { spendProof } from '../access/index.ts'
import { dayOf } from '../shift/index.ts'
import { lockSettledMonth, settleMonth } from '../stock/index.ts'
import { behind } from './behind.ts'
import { closingsOf } from './closings.ts'
import type { MonthFacts, MonthOf } from './facts.ts'
import { figuresOf, type MonthFigures } from './figures.ts'
import { namesOf, type PlaceNames } from './names.ts'
import { obstaclesOf, openLoads, type OpenLoad } from './obstacles.ts'
import { readFacts } from './read-facts.ts'

export const first = (day: string, months = 0): string => Temporal.PlainDate.from(day).with({ day: 1 }).add({ months }).toString()

export interface Company {
  readonly companyId: number
  readonly zone: string
  readonly currency: string
}
export async function company({ tx, ...ctx }: Ctx): Promise<Company> {
  const companyId = companyOf({ tx, ...ctx })
  const of = tx.selectFrom('company').where('id', '=', companyId).select(['timeZone as zone', 'currency'])
  return { companyId, ...(await of.executeTakeFirstOrThrow()) }
}

const lastSettled = ({ tx }: Ctx, companyId: number) =>
  tx
    .selectFrom('monthSettle')
    .where('companyId', '=', companyId)
    .select(['id', 'month', 'createdDate'])
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * The month after the last that was settled; before the first, that of the first move of fuel which was not taken back: a day that was
 * typed wrongly and put right leaves no months behind. Null where there is neither. What a history brought straight to stations was settled
 * elsewhere, and begins no month.
 */
export async function nextMonth(ctx: Ctx, companyId: number): Promise<string | null> {
  const last = await lastSettled(ctx, companyId)
  if (last) return first(last.month, 1)
  const {
    rows: [moved],
  } = await sql<{ day: string | null }>`
    select min(day) as day from stock_move moved where moved.company_id = ${companyId} and item_id is null and reverses_id is null
      and (from_place <> 'supplier' or to_place <> 'station')
      and not exists (select from stock_move mirror where mirror.company_id = ${companyId} and mirror.reverses_id = moved.id)`.execute(
    ctx.tx,
  )
  return moved?.day ? first(moved.day) : null
}

/** The month that is next, over or still running. @throws monthSettle.settled, monthSettle.outOfTurn, monthSettle.notBegun */
export async function monthToSettle(ctx: Ctx, { companyId, zone }: Pick<Company, 'companyId' | 'zone'>, day: string): Promise<MonthOf> {
  const [month, next] = [first(day), first(day, 1)]
  const due = await nextMonth(ctx, companyId)
  const before = await lastSettled(ctx, companyId)
  if (before && month <= before.month) refuse('monthSettle.settled')
  if (due !== null && month !== due) refuse('monthSettle.outOfTurn', { month: due.slice(0, 7) })
  if (month > dayOf(ctx.now, zone)) refuse('monthSettle.notBegun', { month: month.slice(0, 7) })
  return { companyId, month, next, before: before ? { id: before.id, createdDate: before.createdDate } : null }
}

const isOver = ({ now }: Ctx, { zone }: Company, { next }: MonthOf): boolean => next <= dayOf(now, zone)

interface Reckoned {
  readonly of: MonthOf
  readonly facts: MonthFacts
  readonly figures: MonthFigures
  readonly lines: MonthLine[]
  readonly open: readonly OpenLoad[]
  readonly carried: readonly OpenLoad[]
  readonly names: PlaceNames
  readonly fingerprint: string
}

/** What a month comes to now. @throws monthSettle.notOnRoad */
export async function reckon(ctx: Ctx, of: MonthOf, carriedOver: readonly number[]): Promise<Reckoned> {
  const facts = await readFacts(ctx, of)
  const figures = figuresOf(facts)
  const names = await namesOf(ctx, of.companyId)
  const open = await openLoads(ctx, of)
  const carried = open.filter(({ transportId }) => carriedOver.includes(transportId))
  if (carried.length !== new Set(carriedOver).size) refuse('monthSettle.notOnRoad')
  const lines = figures.lines.map(line => ({ ...line, ...names.ofLine(line) }))
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([of.month, lines, figures.loads, carried.map(({ transportId }) => transportId)]))
    .digest('hex')
  return { of, facts, figures, lines, open, carried, names, fingerprint }
}

const carriedOf = (carried: readonly OpenLoad[]) => carried.map(({ transportId, billNo, weightKg }) => ({ transportId, billNo, weightKg }))

const following = handle(monthSettlement.next, async ctx => {
  const { companyId, zone } = await company(ctx)
  const today = dayOf(ctx.now, zone)
  const month = (await nextMonth(ctx, companyId)) ?? first(today, -1)
  return { month, over: first(month, 1) <= today }
})

/** @throws monthSettle.settled, monthSettle.outOfTurn, monthSettle.notBegun, monthSettle.notOnRoad @source requirement SUP-014 */
const preview = handle(monthSettlement.preview, async (ctx, { body: { month, carriedOver } }): Promise<MonthPreview> => {
  const mine = await company(ctx)
  const of = await monthToSettle(ctx, mine, month)
  const { figures, lines, open, carried, names, fingerprint } = await reckon(ctx, of, carriedOver)
  const left = open.filter(load => !carried.includes(load))
  const { against, blocking } = await obstaclesOf(ctx, of, figures, names, left)
  const over = isOver(ctx, mine, of)
  const shown = { month: of.month, lines, sums: figures.sums, carriedOver: carriedOf(carried), against, blocking, over }
  return { ...shown, fingerprint, currency: mine.currency }
})

/**
 * 确认月结: exactly what was previewed, once, for good. Moves of fuel and the settlement wait for each other; sales go on.
 * @throws monthSettle.settled, monthSettle.outOfTurn, monthSettle.notOver, monthSettle.notOnRoad, monthSettle.blocked, monthSettle.typed
 * @throws monthSettle.changed where something is not as it was previewed, pin.proof
 * @source requirement SUP-013; decision SU11
 */
const confirm = handle(monthSettlement.confirm, async (ctx, { body: { month, carriedOver, typed, fingerprint, pinProof } }) => {
  const of = await company(ctx)
  await lockSettledMonth(ctx.tx, of.companyId)
  const due = await monthToSettle(ctx, of, month)
  if (!isOver(ctx, of, due)) refuse('monthSettle.notOver', { month: due.month.slice(0, 7) })
  const reckoned = await reckon(ctx, due, carriedOver)
  if (typed !== reckoned.of.month.slice(0, 7)) refuse('monthSettle.typed')
  if (reckoned.fingerprint !== fingerprint) refuse('monthSettle.changed')
  const { figures, open, carried, names } = reckoned
  const left = open.filter(load => !carried.includes(load))
  const { blocking } = await obstaclesOf(ctx, reckoned.of, figures, names, left)
  if (blocking > 0) refuse('monthSettle.blocked', { count: blocking })
  await spendProof(ctx, pinProof, monthProof(reckoned.of.month, figures.sums.closingCents))

  return { id: await write(ctx, reckoned) }
})

/** Writes a month down. */
export async function write(ctx: Ctx, { of, facts, figures, lines, carried, fingerprint }: Reckoned): Promise<number> {
  const { companyId, month } = of
  const confirmedById = ctx.actor.kind === 'user' ? ctx.actor.id : null
  const { id } = await ctx.tx
    .insertInto('monthSettle')
    .values({ companyId, month, ...figures.sums, fingerprint, confirmedById, createdDate: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertRows(
    ctx.tx,
    'monthSettleLine',
    lines.map(line => ({ companyId, monthSettleId: id, ...line })),
  )
  const over = new Set(carried.map(({ transportId }) => transportId))
  await insertRows(
    ctx.tx,
    'monthSettleLoad',
    figures.loads.map(({ transportId, weightKg, cents }) => ({
      companyId,
      monthSettleId: id,
      transportId,
      weightKg,
      valueCents: cents,
      carriedOver: over.has(transportId),
    })),
  )
  await settleMonth(ctx.tx, companyId, month, await closingsOf(ctx, of, facts, figures))
  ctx.audit('month.settle', `monthSettles:${id}`, { month: month.slice(0, 7), ...figures.sums }, companyId)
  ctx.emit('month.settled', { monthSettleId: id, month }, { companyId })
  return id
}

const get = handle(monthSettlement.get, async (ctx, { id }) => {
  const head = await ctx.tx.selectFrom('monthSettle').where('id', '=', id).selectAll().executeTakeFirst()
  if (!head) refuse('notFound')
  const lines = await ctx.tx.selectFrom('monthSettleLine').where('monthSettleId', '=', id).selectAll().orderBy('id').execute()
  const { rows: carriedOver } = await sql<{ transportId: number; billNo: string; weightKg: number | null }>`
    select transport.id as "transportId", coalesce(nullif(bill_no, ''), '#' || transport.id) as "billNo", load.weight_kg as "weightKg"
    from month_settle_load load
    join transport on transport.company_id = ${head.companyId} and transport.id = load.transport_id
    where load.company_id = ${head.companyId} and load.month_settle_id = ${id} and load.carried_over order by transport.id`.execute(ctx.tx)
  const by = head.confirmedById === null ? undefined : await nameOfUser(ctx, head.confirmedById)
  const { month, createdDate } = head
  return { id, month, lines: lines as MonthLine[], sums: head, carriedOver, confirmedBy: by ?? '', createdDate }
})

async function nameOfUser({ tx }: Ctx, id: number): Promise<string | undefined> {
  return (await tx.selectFrom('userAccount').where('id', '=', id).select('name').executeTakeFirst())?.name
}

export const monthSettleHandlers: Handler[] = [following, preview, behind, confirm, get]
