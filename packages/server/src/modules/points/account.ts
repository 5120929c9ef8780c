import type { PointsMovementType } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import { book, type Account, type Move } from '../ledger/index.ts'
import type { Holding, Lot, Step } from './lots.ts'

/** An account of points that is locked, and what it then holds. */
export interface Held extends Holding {
  readonly id: number
  readonly userId: number | null
}

/** What happens to an account: the step is in its holding already. */
export interface Done {
  readonly account: Held
  readonly type: PointsMovementType
  readonly step: Step
  /** What it holds after it, less what it owes. */
  readonly pointsAfter: number
  readonly orderId?: number | null
  readonly topUpId?: number | null
  /** The movement that this one undoes. */
  readonly revokesId?: number | null
  readonly remark?: string
}

const pointsOf = (id: number): Account => `points:${id}`
const debtOf = (id: number): Account => `pointsDebt:${id}`
const givenBy = (companyId: number): Account => `pointsGiven:${companyId}`
const used: readonly PointsMovementType[] = ['spend', 'spendBack', 'pay', 'payBack']
const otherSide = (type: PointsMovementType, companyId: number): Account =>
  used.includes(type) ? `pointsUsed:${companyId}` : type === 'end' ? `pointsExpired:${companyId}` : givenBy(companyId)

/** What accounts hold and owe, and their lots. Their cards are locked before they are changed. */
export async function holdingsOf({ tx }: Ctx, companyId: number, accounts: readonly { id: number; userId: number | null }[]) {
  const ids = accounts.map(({ id }) => id)
  const { rows: balances } = await sql<{ address: Account; balance: number }>`
    select address, balance_cents as balance from ledger_account
    where company_id = ${companyId} and address = any(${ids.flatMap(id => [pointsOf(id), debtOf(id)])}::text[])`.execute(tx)
  const { rows: lots } = await sql<Lot & { card: number }>`
    select user_card_id as card, ends_on::text as ends_on, amount, points_left as left from points_lot
    where company_id = ${companyId} and user_card_id = any(${ids}::bigint[]) order by ends_on nulls last`.execute(tx)
  const of = new Map(balances.map(({ address, balance }) => [address, balance]))
  const lotsOf = Map.groupBy(lots, ({ card }) => card)
  return new Map<number, Held>(
    accounts.map(({ id, userId }) => [
      id,
      {
        id,
        userId,
        points: of.get(pointsOf(id)) ?? 0,
        owed: -(of.get(debtOf(id)) ?? 0),
        lots: (lotsOf.get(id) ?? []).map(({ endsOn, amount, left }) => ({ endsOn, amount, left })),
      },
    ]),
  )
}

/** The moves of a step: what comes pays a debt apart from what is held, and what is taken beyond it is owed. */
function movesOf({ account: { id }, type, step }: Done, companyId: number): Move[] {
  const other = otherSide(type, companyId)
  const move = (own: Account, count: number): Move[] =>
    count === 0 ? [] : [{ amountCents: Math.abs(count), ...(count > 0 ? { source: other, target: own } : { source: own, target: other }) }]
  return [...move(debtOf(id), step.debt), ...move(pointsOf(id), step.points)]
}

/** Moves of many sales between the same accounts are one: what an entry moves is what all of it comes to. */
function together(moves: readonly Move[]): Move[] {
  const sums = Map.groupBy(moves, ({ source, target }) => `${source} ${target}`)
  return [...sums.values()].map(same => ({ ...same[0]!, amountCents: same.reduce((sum, { amountCents }) => sum + amountCents, 0) }))
}

/** Books what happened to accounts of a company in one entry, and writes their movements and lots. @returns the ids of the movements */
export async function bookPoints(
  ctx: Ctx,
  companyId: number,
  { kind, ref, done, after }: { kind: string; ref: string; done: readonly Done[]; after: readonly Held[] },
): Promise<{ ids: number[]; at: string }> {
  const real = done.filter(({ step }) => step.points !== 0 || step.debt !== 0)
  if (real.length === 0) return { ids: [], at: ctx.now.toISOString() }
  const entry = await book(ctx, { kind, ref, companyId, moves: together(real.flatMap(each => movesOf(each, companyId))) })
  const ids = await nextIds(ctx.tx, real.length)
  await insertRows(
    ctx.tx,
    'pointsDetail',
    real.map(({ account, type, step, pointsAfter, orderId = null, topUpId = null, revokesId = null, remark = '' }, turn) => ({
      companyId,
      id: ids[turn]!,
      userCardId: account.id,
      userId: account.userId,
      type,
      points: step.points + step.debt,
      pointsAfter,
      orderId,
      topUpId,
      revokesId,
      operatorId: ctx.actor.kind === 'user' ? ctx.actor.id : null,
      ledgerEntryId: entry.id,
      remark,
      createdDate: entry.at,
    })),
  )
  await keepLots(ctx, companyId, after)
  return { ids, at: entry.at }
}

async function keepLots({ tx }: Ctx, companyId: number, after: readonly Held[]): Promise<void> {
  const rows = after.flatMap(({ id, lots }) => lots.map(({ endsOn, amount, left }) => ({ card: id, ends: endsOn, amount, left })))
  if (rows.length === 0) return
  await sql`
    insert into points_lot as lot (company_id, user_card_id, ends_on, amount, points_left)
    select owner.id, card, ends, amount, "left"
    from jsonb_to_recordset(${JSON.stringify(rows)}) as given (card bigint, ends date, amount bigint, "left" bigint)
    join company owner on owner.id = ${companyId}
    on conflict (company_id, user_card_id, ends_on) do update set amount = excluded.amount, points_left = excluded.points_left
      where (lot.amount, lot.points_left) <> (excluded.amount, excluded.points_left)`.execute(tx)
}
