import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Tried } from './tried.ts'

type Activity = Extract<Tried, { kind: 'gifts' }>['activity']
/** Something that an activity gives for, at a moment in milliseconds since 1970. */
export interface GivenFor {
  readonly at: number
  readonly userId: number
}
interface Span {
  readonly companyId: number
  readonly from: Date
  readonly until: Date
}

/** What happened in a span of time that an activity gives for, besides sales. */
export async function factsBetween(tx: Tx, activity: Activity, span: Span): Promise<GivenFor[]> {
  switch (activity.kind) {
    case 'newMember':
      return newMembers(tx, span)
    case 'topUp':
      return topUps(tx, activity, span)
    default:
      return []
  }
}

async function newMembers(tx: Tx, { companyId, from, until }: Span): Promise<GivenFor[]> {
  const { rows } = await sql<GivenFor>`
    select id as user_id, (extract(epoch from created_date) * 1000)::bigint as at from member_state
    where company_id = ${companyId} and created_date >= ${from}::timestamptz and created_date < ${until}::timestamptz
    order by created_date, id`.execute(tx)
  return rows
}

/** Top-ups of members' own cards that were not given back. */
async function topUps(tx: Tx, { fromCents, stations }: Activity, { companyId, from, until }: Span): Promise<GivenFor[]> {
  const ids = stations.map(({ stationId }) => stationId)
  const { rows } = await sql<GivenFor>`
    select own.user_id, (extract(epoch from paid.created_date) * 1000)::bigint as at
    from user_card_detail paid
    join user_card own on own.company_id = ${companyId} and own.id = paid.user_card_id and own.group_id is null and own.user_id is not null
    where paid.company_id = ${companyId} and paid.type = 'charge' and paid.amount_cents >= ${fromCents}
      and paid.created_date >= ${from}::timestamptz and paid.created_date < ${until}::timestamptz
      and (${ids.length === 0} or paid.station_id = any(${ids}::bigint[]))
      and not exists (select from user_card_detail back where back.company_id = ${companyId} and back.reverses_id = paid.id
        and back.type = 'refundCharge')
    order by paid.created_date, paid.id`.execute(tx)
  return rows
}

/** Members whose birthday is in a month, from 1 to 12. */
export async function bornIn(tx: Tx, companyId: number, month: number): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    select user_id from member_profile where company_id = ${companyId} and birth_month = ${month} order by user_id`.execute(tx)
  return rows.map(({ userId }) => userId)
}

/** Members who carry a tag now. */
export async function carriersOf(tx: Tx, companyId: number, tagId: number): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    select user_id from tag_member where company_id = ${companyId} and tag_id = ${tagId} order by user_id`.execute(tx)
  return rows.map(({ userId }) => userId)
}

/** Which of these tags each member carries now. */
export async function tagsOfMembers(tx: Tx, companyId: number, tags: readonly number[]): Promise<Map<number, number[]>> {
  if (tags.length === 0) return new Map()
  const { rows } = await sql<{ userId: number; tags: number[] }>`
    select user_id, array_agg(tag_id) as tags from tag_member
    where company_id = ${companyId} and tag_id = any(${[...tags]}::bigint[]) group by user_id`.execute(tx)
  return new Map(rows.map(({ userId, tags: carried }) => [userId, carried.map(Number)]))
}

/** When each member with a card of their own bought last before a moment, in milliseconds since 1970. */
export async function boughtBefore(tx: Tx, companyId: number, before: Date): Promise<Map<number, number>> {
  const { rows } = await sql<GivenFor>`
    select card.user_id, max((extract(epoch from last.created_date) * 1000)::bigint) as at from user_card card
    cross join lateral (select created_date from sale_order sale where sale.company_id = ${companyId} and sale.user_card_id = card.id
      and sale.created_date < ${before}::timestamptz and sale.paid_cents > 0 order by sale.created_date desc limit 1) as last
    where card.company_id = ${companyId} and card.group_id is null and card.user_id is not null group by card.user_id`.execute(tx)
  return new Map(rows.map(({ userId, at }) => [userId, at]))
}
