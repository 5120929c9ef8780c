import type { UserCardStatus } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { assert, refuse } from '../../platform/execution/refusal.ts'
import type { PointsPayer, PointsPayments, PointsPurse } from '../../platform/points-payments.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { cardStoppedBy } from '../card/index.ts'
import { dayOf } from '../shift/index.ts'
import { accountForUpdate, bookEnded, change } from './give.ts'
import { take, takenFrom, type Part } from './lots.ts'
import { isOpen, servicesOf } from './service.ts'
import { returnTo } from './spend.ts'

/** @throws card.returned, card.lost, card.disabled, card.locked, card.overspent, card.notIssued */
function refuseStopped({ number, status, isOut }: { number: string; status: UserCardStatus; isOut: boolean }): void {
  const code = isOut ? 'card.returned' : cardStoppedBy[status]
  if (code) refuse(code, { number })
}

/** @throws points.notOpened, points.payNothing */
async function terms(ctx: Ctx, companyId: number): Promise<{ pointCents: number; percent: number }> {
  const { score } = await servicesOf(ctx, companyId)
  if (!score || !isOpen(score, ctx.now)) refuse('points.notOpened')
  const { payCents, payPercent } = score.pays
  if (payCents === null) refuse('points.payNothing')
  return { pointCents: payCents, percent: payPercent }
}

interface Found {
  readonly id: number
  readonly number: string
  readonly status: UserCardStatus
  readonly isOut: boolean
  readonly groupId: number | null
  readonly userId: number | null
  /** The member, where they are disabled. */
  readonly disabled: string | null
  readonly accountId: number | null
}

async function payerOf({ tx }: Ctx, companyId: number, { cardNumber, userCardId }: Parameters<PointsPayments['payerOf']>[2]) {
  if (cardNumber === undefined && (userCardId ?? null) === null) refuse('points.noHolder')
  const { rows } = await sql<Found>`
    select payer.id, payer.number, payer.status, payer.closed_time is not null as is_out, payer.group_id, payer.user_id,
      case when holder.disabled then holder.name end as disabled, (
        select own.id from ${scoped(tx, 'user_card')} own join ${scoped(tx, 'card')} service on service.id = own.card_id
        where own.user_id = payer.user_id and own.group_id is null and own.closed_time is null and service.type = 'score'
        order by own.id limit 1
      ) as account_id
    from ${scoped(tx, 'user_card')} payer left join ${scoped(tx, 'user_account')} holder on holder.id = payer.user_id
    where payer.company_id = ${companyId}
      and (payer.number = ${cardNumber ?? null}::text or payer.id = ${userCardId ?? null}::bigint)`.execute(tx)
  const found = rows[0] ?? refuse('order.cardUnknown')
  const { id, number, groupId, userId, disabled, accountId } = found
  if (groupId !== null) refuse('points.ofFleet', { number })
  if (userId === null) refuse('points.noHolder')
  refuseStopped(found)
  if (disabled !== null) refuse('member.disabled', { name: disabled })
  if (accountId === null) refuse('points.noAccount', { number })
  return { userCardId: id, number, accountId } satisfies PointsPayer
}

async function purseOf(ctx: Ctx, companyId: number, accountId: number): Promise<PointsPurse> {
  const { locked, account } = await accountForUpdate(ctx, accountId)
  const { number, status, closedTime } = locked.card
  refuseStopped({ number, status, isOut: closedTime !== null })
  return { number, points: account.points, owedPoints: account.owed, ...(await terms(ctx, companyId)) }
}

const takePoints: PointsPayments['take'] = async (ctx, companyId, accountId, { orderId, serial, points, pointCents }) => {
  const { account, ended } = await accountForUpdate(ctx, accountId)
  await bookEnded(ctx, companyId, account, ended)
  assert(points <= account.points, 'an account that is locked holds what it was said to hold')
  const to = take(account, points)
  const said = { type: 'pay', kind: 'points.pay', ref: `pointsPay:${serial}`, orderId } as const
  const spent = await change(ctx, companyId, account, said, to)
  const lots = JSON.stringify(takenFrom(account, to))
  const row = { companyId, serial, orderId, userCardId: accountId, points, pointCents, lots, spentId: spent.id, createdDate: ctx.now }
  await ctx.tx.insertInto('pointsPayment').values(row).execute()
}

interface Payment {
  readonly id: number
  readonly orderId: number
  /** The account that has its points now; null where that is closed. */
  readonly accountId: number | null
  readonly points: number
  readonly pointCents: number
  readonly lots: readonly Part[]
  readonly backPoints: number
}

/** A payment by points. It is changed with its order locked. */
async function paymentOf({ tx }: Ctx, companyId: number, serial: string): Promise<Payment | undefined> {
  const { rows } = await sql<Payment>`
    select paid.id, paid.order_id, paid.points, paid.point_cents, paid.lots, paid.back_points, (
      select own.id from ${scoped(tx, 'user_card')} payer
      join ${scoped(tx, 'user_card')} own on own.closed_time is null and (own.id = payer.id or own.user_id = payer.user_id)
      join ${scoped(tx, 'card')} service on service.id = own.card_id and service.type = 'score'
      where payer.id = paid.user_card_id order by own.id <> payer.id, own.id limit 1
    ) as account_id
    from ${scoped(tx, 'points_payment')} paid where paid.company_id = ${companyId} and paid.serial = ${serial}`.execute(tx)
  return rows[0]
}

const toGiveBack: PointsPayments['toGiveBack'] = async (ctx, companyId, serial, amountCents) => {
  const paid = await paymentOf(ctx, companyId, serial)
  if (!paid) return undefined
  if (amountCents % paid.pointCents !== 0) refuse('points.notWhole', { pointCents: paid.pointCents })
  if (paid.accountId === null) refuse('points.accountGone')
  return amountCents / paid.pointCents
}

/** So many of what was taken, laid end to end in the order in which it was taken, after those that went back before. */
export function partsBack(lots: readonly Part[], skip: number, points: number): Part[] {
  let at = 0
  return lots.flatMap(lot => {
    const from = Math.max(at, skip)
    at += lot.points
    const own = Math.min(at, skip + points) - from
    return own > 0 ? [{ endsOn: lot.endsOn, points: own }] : []
  })
}

const giveBack: PointsPayments['giveBack'] = async (ctx, companyId, { serial, points }) => {
  const paid = await paymentOf(ctx, companyId, serial)
  assert(paid !== undefined && paid.accountId !== null, `${serial} was paid by points`)
  const { account, ended } = await accountForUpdate(ctx, paid.accountId)
  await bookEnded(ctx, companyId, account, ended)
  const to = returnTo(account, partsBack(paid.lots, paid.backPoints, points), dayOf(ctx.now, ctx.actor.zone))
  const said = {
    type: 'payBack',
    kind: 'points.payBack',
    ref: `pointsPayBack:${serial}:${paid.backPoints}`,
    orderId: paid.orderId,
  } as const
  await change(ctx, companyId, account, said, to)
  await ctx.tx
    .updateTable('pointsPayment')
    .set({ backPoints: paid.backPoints + points })
    .where('companyId', '=', companyId)
    .where('id', '=', paid.id)
    .execute()
}

export const pointsPayments: PointsPayments = { terms, payerOf, purseOf, take: takePoints, toGiveBack, giveBack }
