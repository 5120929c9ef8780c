import { deals, dealTasks, discounts } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { termsOf, type ActivityBody, type DealBody } from '../deal/index.ts'
import type { Given } from './replaying.ts'
import { triedDeal, triedDiscount, triedPrice, type GiftTerms, type Tried } from './tried.ts'

/** What was asked for, ready to be gone through. */
export interface Run {
  readonly id: number
  readonly companyId: number
  readonly zone: string
  readonly currency: string
  readonly stationIds: readonly number[]
  readonly fromDay: string
  readonly untilDay: string
  readonly tried: Tried
  readonly given: Given | undefined
  readonly isReal: boolean
}
interface Row {
  readonly id: number
  readonly companyId: number
  readonly timeZone: string
  readonly currency: string
  readonly tried: 'deal' | 'dealTask' | 'discount'
  readonly dealId: number | null
  readonly dealTaskId: number | null
  readonly discountId: number | null
  readonly offer: object
  readonly stations: readonly { readonly stationId: number }[]
  readonly fromDay: string
  readonly untilDay: string
  readonly holders: 'assumed' | 'real'
}

export async function readRun(ctx: Ctx, id: number): Promise<Run> {
  const companyId = ctx.actor.companyId
  const { rows } = await sql<Row>`
    select run.id, run.company_id, own.time_zone, own.currency, tried, deal_id, deal_task_id, discount_id, offer, stations,
      from_day::text as from_day, until_day::text as until_day, holders
    from dry_run run join company own on own.id = run.company_id
    where run.company_id = ${companyId} and run.id = ${id}`.execute(ctx.tx)
  const row = rows[0]!
  const { timeZone: zone, currency, fromDay, untilDay, stations } = row
  const tried = await triedOf(ctx, row)
  const given = await givenBy(ctx, row, tried)
  const stationIds = stations.map(({ stationId }) => stationId)
  return { id, companyId, zone, currency, stationIds, fromDay, untilDay, tried, given, isReal: row.holders === 'real' }
}

async function triedOf(ctx: Ctx, { companyId, tried, offer, dealId, dealTaskId, discountId }: Row): Promise<Tried> {
  if (tried === 'deal') return triedDeal(deals.body.parse(offer), dealId, 1)
  if (tried === 'discount') return triedDiscount(discounts.body.parse(offer), discountId)
  const activity = dealTasks.body.parse(offer)
  if (activity.kind === 'price') return triedPrice(activity, dealTaskId)
  return { kind: 'gifts', activity, coupons: await giftsOf(ctx, companyId, activity) }
}

/** The coupons of an activity, as they are issued now. @throws notFound */
async function giftsOf({ tx }: Ctx, companyId: number, { coupons }: ActivityBody): Promise<GiftTerms[]> {
  const { rows } = await sql<DealBody & { id: number; terms: number }>`
    select deal.* from deal where company_id = ${companyId} and id = any(${coupons.map(({ dealId }) => dealId)}::bigint[])`.execute(tx)
  return coupons.map(({ dealId }) => {
    const found = rows.find(({ id }) => id === dealId) ?? refuse('notFound', { resource: 'deals' })
    const { terms: version, perUser, validDays } = found
    const terms = termsOf({ ...found, percent: found.percent === null ? null : Number(found.percent) })
    return { dealId, version, terms, perUser, validDays }
  })
}

/** What a record gave so far. */
async function givenBy({ tx }: Ctx, { companyId, dealId, dealTaskId, discountId }: Row, tried: Tried): Promise<Given | undefined> {
  const id = dealId ?? dealTaskId ?? discountId
  if (id === null) return undefined
  if (tried.kind === 'price') return { sourceId: id, isCoupon: () => false }
  if (tried.kind === 'coupon') return { sourceId: undefined, isCoupon: coupon => coupon.dealId === id }
  const { rows } = await sql<{ id: number }>`
    select held.id from deal_task_gift gift
    join user_deal held on held.company_id = ${companyId} and held.source = 'activity' and held.source_id = gift.id
    where gift.company_id = ${companyId} and gift.deal_task_id = ${id} and held.used_date is not null`.execute(tx)
  const ids = new Set(rows.map(row => row.id))
  return { sourceId: undefined, isCoupon: coupon => ids.has(coupon.id) }
}
