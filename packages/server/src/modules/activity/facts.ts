import type { GiftFact } from '@forecourt/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../platform/execution/command.ts'
import { lastsAt, type GivingTask } from '../deal/index.ts'

/** Something that happened, with the member who gets what is given for it. What was given back of it counts no more. */
export interface Fact {
  readonly fact: z.output<typeof GiftFact>
  readonly id: number
  readonly userId: number
  readonly at: string
  readonly stationId: number | null
  /** What is left of it after what was given back. */
  readonly cents: number
  readonly lines: readonly { readonly productId: number | null; readonly volumeCl: number; readonly netCents: number }[]
  /** Of what was paid so much is left. */
  readonly share: number
}

/** Takes what happened off the list of what waits. It is on it again should the transaction not be committed. */
export async function takePending({ tx }: Ctx, companyId: number, most: number): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ fact: string; factId: number }>`
    with waiting as materialized (
      select id from deal_task_pending where company_id = ${companyId} order by id limit ${most}::int for update skip locked
    )
    delete from deal_task_pending using waiting where company_id = ${companyId} and deal_task_pending.id = waiting.id
    returning fact, fact_id`.execute(tx)
  return new Map([...Map.groupBy(rows, ({ fact }) => fact)].map(([fact, its]) => [fact, [...new Set(its.map(({ factId }) => factId))]]))
}

/** New members, those who are members still. */
export async function newMembers({ tx }: Ctx, companyId: number, ids: readonly number[]): Promise<Fact[]> {
  const { rows } = await sql<Pick<Fact, 'id' | 'at'>>`
    select id, created_date as at from member_state
    where company_id = ${companyId} and id = any(${[...ids]}::bigint[]) order by id`.execute(tx)
  return rows.map(({ id, at }) => ({ fact: 'member', id, userId: id, at, stationId: null, cents: 0, lines: [], share: 1 }))
}

/** Top-ups of members' own cards; those of fleets are the fleet's. */
export async function topUps({ tx }: Ctx, companyId: number, ids: readonly number[]): Promise<Fact[]> {
  const { rows } = await sql<Pick<Fact, 'id' | 'userId' | 'at' | 'stationId' | 'cents'>>`
    select paid.id, own.user_id, paid.created_date as at, paid.station_id,
      case when exists (
        select from user_card_detail back where back.company_id = ${companyId} and back.reverses_id = paid.id and back.type = 'refundCharge'
      ) then 0 else paid.amount_cents end as cents
    from user_card_detail paid
    join user_card own on own.company_id = ${companyId} and own.id = paid.user_card_id and own.group_id is null and own.user_id is not null
    where paid.company_id = ${companyId} and paid.id = any(${[...ids]}::bigint[]) and paid.type = 'charge' order by paid.id`.execute(tx)
  return rows.map(row => ({ fact: 'topUp', lines: [], share: row.cents > 0 ? 1 : 0, ...row }))
}

/** Paid sales by members' own cards; those of fleets are the fleet's, and what went for nothing was not bought. */
export async function purchases({ tx }: Ctx, companyId: number, ids: readonly number[]): Promise<Fact[]> {
  const { rows } = await sql<Pick<Fact, 'id' | 'userId' | 'at' | 'stationId' | 'cents' | 'lines'> & { paidCents: number }>`
    select sale.id, payer.user_id, sale.created_date as at, sale.station_id, sale.paid_cents,
      case when sale.status in ('success', 'close') then sale.paid_cents - sale.refunded_cents else 0 end as cents,
      coalesce((select json_agg(json_build_object('productId', item.product_id, 'volumeCl', line.volume_cl,
          'netCents', line.amount_cents - line.discount_cents))
        from order_line line left join item on item.company_id = ${companyId} and item.id = line.item_id
        where line.company_id = ${companyId} and line.order_id = sale.id), '[]') as lines
    from sale_order sale
    join user_card payer on payer.company_id = ${companyId} and payer.id = sale.user_card_id and payer.group_id is null
      and payer.user_id is not null
    where sale.company_id = ${companyId} and sale.id = any(${[...ids]}::bigint[]) and sale.paid_cents > 0
      and sale.pay_type is distinct from 'free'
    order by sale.id`.execute(tx)
  return rows.map(({ paidCents, ...sale }) => ({ fact: 'order', share: sale.cents / paidCents, ...sale }))
}

type Conditions = Pick<GivingTask, 'products' | 'stations' | 'fromCents' | 'fromCl' | 'startTime' | 'endTime'>

/** Whether an activity gives for it: it lasts then, there, and enough was paid or bought of what it asks for and is not given back. */
export function givesFor(task: Conditions, { at, stationId, cents, lines, share }: Fact): boolean {
  const { products, stations, fromCents, fromCl } = task
  if (!lastsAt(task, at) || share <= 0) return false
  if (stations.length > 0 && !stations.some(each => each.stationId === stationId)) return false
  const covered = products.length === 0 ? lines : lines.filter(line => products.some(each => each.productId === line.productId))
  const left = (sum: number) => Math.floor(sum * share)
  if (fromCl !== null) return left(covered.reduce((sum, { volumeCl }) => sum + volumeCl, 0)) >= fromCl
  if (fromCents === null) return true
  return (products.length === 0 ? cents : left(covered.reduce((sum, { netCents }) => sum + netCents, 0))) >= fromCents
}
