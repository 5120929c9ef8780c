import { activityScripts, dealScripts, scripts, type DealKind, type Script } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { companyOf } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'

const all = [
  ...dealScripts.map(of => ({ ...of, kind: 'deal' as const, activity: null })),
  ...activityScripts.map(of => ({ ...of, kind: 'dealTask' as const, gives: null })),
]
const said = ({ meta: { language } }: Ctx, { id, kind, gives, activity, fields, ...words }: (typeof all)[number]): Script => {
  const [name, description] = words[language]
  return { id, kind, gives, activity, name, description, fields: [...fields] }
}

const list = handle(scripts.list, async (ctx, { query: { kind } }) => ({
  content: all.filter(each => kind === undefined || each.kind === kind).map(each => said(ctx, each)),
}))

/** @throws notFound */
const get = handle(scripts.get, async (ctx, { id }) =>
  said(ctx, all.find(each => each.id === id) ?? refuse('notFound', { resource: 'scripts', id })),
)

/** How far back the days go, and how far ahead an end is soon. */
const [days, soonDays] = [30, 7]
interface Kind {
  readonly kind: DealKind
  readonly deals: number
  readonly inEffect: number
  readonly issued: number
  readonly used: number
  readonly discountCents: number
  readonly committedCents: number
  readonly budgetCents: number
}
interface Ending {
  readonly id: number
  readonly name: string
  readonly kind: DealKind
  readonly endTime: string
  readonly unused: number
}

/** Of each kind and of each day, from what is kept of coupons: it costs the same after years. */
const overview = handle(scripts.overview, async ctx => {
  const { tx, now } = ctx
  const companyId = companyOf(ctx)
  const { rows: kinds } = await sql<Kind>`
    select kind, count(*)::int as deals,
      (count(*) filter (where not disabled and start_time <= ${now}::timestamptz and end_time > ${now}::timestamptz
        and (max_count = 0 or claim_count < max_count)))::int as in_effect,
      sum(claim_count)::int as issued, sum(used_count)::int as used, sum(discount_cents)::bigint as discount_cents,
      coalesce(sum(committed_cents) filter (where budget_cents is not null), 0)::bigint as committed_cents,
      coalesce(sum(budget_cents), 0)::bigint as budget_cents
    from ${scoped(tx, 'deal')} one where company_id = ${companyId} group by kind`.execute(tx)
  const { rows: byDay } = await sql<{ day: string; issued: number; used: number; discountCents: number }>`
    select each_day::date::text as day, coalesce(sum(kept.issued), 0)::int as issued, coalesce(sum(kept.used), 0)::int as used,
      coalesce(sum(kept.discount_cents), 0)::bigint as discount_cents
    from company owner
    cross join generate_series((${now}::timestamptz at time zone owner.time_zone)::date - ${days - 1}::int,
      (${now}::timestamptz at time zone owner.time_zone)::date, interval '1 day') as each_day
    left join deal_day kept on kept.company_id = ${companyId} and kept.day = each_day::date
    where owner.id = ${companyId} group by each_day order by each_day`.execute(tx)
  const soon = new Date(now.getTime() + soonDays * 86_400_000)
  const { rows: ending } = await sql<Ending>`
    select one.id, one.name, one.kind, one.end_time,
      (select count(*)::int from user_deal held where held.company_id = ${companyId} and held.deal_id = one.id and held.used_date is null
        and held.recalled_date is null and held.end_time > ${now}::timestamptz) as unused
    from ${scoped(tx, 'deal')} one
    where one.company_id = ${companyId} and not disabled and end_time > ${now}::timestamptz and end_time <= ${soon}::timestamptz
    order by end_time, id limit 20`.execute(tx)
  const promoters = await promotersOf(ctx, companyId)
  const none = { deals: 0, inEffect: 0, issued: 0, used: 0, discountCents: 0, committedCents: 0, budgetCents: 0 }
  const { currency } = await tx.selectFrom('company').where('id', '=', companyId).select('currency').executeTakeFirstOrThrow()
  return {
    currency,
    kinds: dealScripts.map(({ id, gives }) => {
      const { kind: _kind, ...sums } = kinds.find(({ kind }) => kind === gives) ?? { kind: gives, ...none }
      return { scriptId: id, ...sums }
    }),
    days: byDay,
    promoters,
    ending: ending.map(({ kind, endTime, ...one }) => ({
      ...one,
      scriptId: dealScripts.find(({ gives }) => gives === kind)!.id,
      endTime: new Date(endTime).toISOString(),
    })),
  }
})

interface Promoter {
  readonly id: number
  readonly name: string
  readonly issued: number
  readonly used: number
  readonly discountCents: number
}
/** Who handed out most in the same days, and what became of it until now. */
async function promotersOf({ tx, now }: Ctx, companyId: number): Promise<Promoter[]> {
  const { rows } = await sql<Promoter>`
    select promoter.id, promoter.name, counted.issued, counted.used, counted.discount_cents
    from (
      select held.promoter_id, count(*)::int as issued, count(held.used_date)::int as used,
        sum(held.discount_cents)::bigint as discount_cents
      from company owner
      join user_deal held on held.company_id = ${companyId} and held.promoter_id is not null
        and held.issued_date >= (((${now}::timestamptz at time zone owner.time_zone)::date - ${days - 1}::int)::timestamp)
          at time zone owner.time_zone
      where owner.id = ${companyId} group by held.promoter_id
    ) as counted
    join user_account promoter on promoter.company_id = ${companyId} and promoter.id = counted.promoter_id
    order by counted.issued desc, promoter.id limit 20`.execute(tx)
  return rows
}

export const scriptHandlers = [list, overview, get]
