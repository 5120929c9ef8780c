import type { CouponOutcome, CouponReason } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { everyModule } from '../../platform/module.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import type { AtHand, Coupon, SoldAt } from '../reckoning/index.ts'
import type { Terms } from './terms.ts'

/** Whose coupons may be used on a sale: those of the holder of a card, and those whose codes were told. */
export interface Bearer {
  readonly companyId: number
  readonly stationId: number
  readonly at: Date
  readonly userCardId?: number | undefined
  readonly cardNumber?: string | undefined
  readonly codes: readonly string[]
  /** What asks, where a device does. */
  readonly deviceId?: number | undefined
  /** Of the holder's, looked at whatever became of them: who chose one that was used meanwhile is told that. */
  readonly chosen?: readonly number[] | undefined
  /** The order that keeps them already. */
  readonly orderId?: number
}
/** A coupon as it lies there, with what stands against it whatever is bought. */
export interface Lying extends Coupon {
  readonly code: string | null
  readonly endTime: string
  readonly against: CouponReason | undefined
  readonly heldUntil: string | null
  readonly timeZone: string
  /** What it may cost at most; null where nothing limits that. */
  readonly worstCents: number | null
}
export interface Hand extends Omit<AtHand, 'held' | 'chosen' | 'payType'> {
  readonly userId: number | null
  readonly place: SoldAt
  readonly lying: readonly Lying[]
}

/** So many of one holder are looked at, those that end first. */
const most = 100

export interface LyingRow {
  readonly id: number
  readonly dealId: number
  readonly terms: number
  readonly code: string | null
  readonly startTime: string
  readonly endTime: string
  readonly document: Terms
  readonly against: CouponReason | null
  readonly heldUntil: string | null
  readonly worstCents: number | null
}

/** What a customer has at hand at a station. @param lock keeps them as they are until the transaction ends */
export async function couponsAtHand(ctx: Ctx, bearer: Bearer, lock: boolean): Promise<Hand> {
  const { companyId, stationId, at, userCardId, cardNumber, codes, deviceId = null, chosen = [], orderId = null } = bearer
  const { rows } = await sql<{ moment: string; timeZone: string; userId: number | null; deviceType: string | null }>`
    select to_char(${at}::timestamptz at time zone station.time_zone, 'YYYY-MM-DD"T"HH24:MI:SS') as moment, station.time_zone, held.user_id,
      (select type from device where device.company_id = ${companyId} and device.id = ${deviceId}::bigint) as device_type
    from ${scoped(ctx.tx, 'station')} station
    left join lateral (
      select user_id from user_card card where card.company_id = ${companyId} and card.closed_time is null
        and (card.id = ${userCardId ?? null}::bigint or card.number = ${cardNumber ?? null}::text) limit 1
    ) as held on true
    where station.id = ${stationId}`.execute(ctx.tx)
  const { moment, timeZone, userId, deviceType } = rows[0]!
  const tags = userId === null ? [] : await tagsOfHolder(ctx, companyId, userId)
  const lying = await lyingWith(ctx, { companyId, userId, codes, chosen, orderId }, lock)
  return {
    at: at.getTime(),
    isMember: userId !== null,
    tags,
    userId,
    deviceType,
    place: { stationId, moment },
    lying: lying.map(row => lyingOf(row, timeZone)),
  }
}

/** Tags are kept by a module of their own. */
export const tagsOfHolder = (ctx: Ctx, companyId: number, userId: number): Promise<number[]> =>
  everyModule().find(each => each.tagsOfMember)!.tagsOfMember!(ctx, companyId, userId)

/** Locked in the order of their ids. */
async function lyingWith(
  { tx, now }: Ctx,
  of: { companyId: number; userId: number | null; codes: readonly string[]; chosen: readonly number[]; orderId: number | null },
  lock: boolean,
): Promise<LyingRow[]> {
  const upper = of.codes.map(code => code.toUpperCase())
  const { rows } = await sql<LyingRow>`
    select held.id, held.deal_id, held.terms, held.code, held.start_time, held.end_time, kept.document,
      case when held.recalled_date is not null then 'recalled' when held.used_date is not null then 'used'
        when deal.disabled then 'disabled'
        when held.held_until > ${now}::timestamptz and held.held_order_id is distinct from ${of.orderId}::bigint then 'heldElsewhere'
      end as against, held.held_until, held.worst_cents
    from user_deal held
    join deal on deal.company_id = ${of.companyId} and deal.id = held.deal_id
    join deal_terms kept on kept.company_id = ${of.companyId} and kept.deal_id = held.deal_id and kept.terms = held.terms
    where held.company_id = ${of.companyId} and held.id in (
      select own.id from (
        select id from user_deal where company_id = ${of.companyId} and user_id = ${of.userId}::bigint and used_date is null
          and recalled_date is null and end_time > ${now}::timestamptz order by end_time, id limit ${most}
      ) as own
      union all
      select id from user_deal where company_id = ${of.companyId} and code = any(${upper}::text[])
      union all
      select id from user_deal where company_id = ${of.companyId} and id = any(${[...of.chosen]}::bigint[])
        and user_id = ${of.userId}::bigint
    )
    order by held.id ${lock ? sql`for update of held` : sql``}`.execute(tx)
  return rows
}

/** A coupon as the reckoning takes it. */
export const lyingOf = (row: LyingRow, timeZone: string): Lying => ({
  ...row.document,
  id: row.id,
  dealId: row.dealId,
  version: row.terms,
  startsAt: Date.parse(row.startTime),
  endsAt: Date.parse(row.endTime),
  code: row.code,
  endTime: row.endTime,
  against: row.against ?? undefined,
  heldUntil: row.heldUntil,
  timeZone,
  worstCents: row.worstCents,
})

/** What a coupon comes to on a sale, as it is shown. */
export const outcomeOf = (
  { id, dealId, version: terms, name, gives: { kind }, code, endTime }: Lying,
  found: { cents: number } | { reason: CouponReason; haveCents: number | null; needCents: number | null },
): CouponOutcome => {
  const own = { id, dealId, terms, name, kind, code, endTime: new Date(endTime).toISOString() }
  return 'cents' in found
    ? { ...own, isUsed: true, cents: found.cents, reason: null, haveCents: null, needCents: null }
    : { ...own, isUsed: false, cents: 0, ...found }
}
