import { memberSummary, type Returned } from '@forecourt/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { ofThese } from '../../platform/execution/by-company.ts'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { task } from '../../platform/jobs/task.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { inScope, scoped } from '../../platform/postgres/name-companies.ts'
import { statisticOf } from './read.ts'

type Summary = Returned<typeof memberSummary>
interface Company {
  readonly id: number
  readonly timeZone: string
  readonly currency: string
}

/**
 * The head of the member centre: how many members there are, when they last bought, what they bring. Read from what is kept and from what
 * waits to be added to it, so that it is right at every moment, whatever their number. @source decisions ME15
 */
export const summary = handle(memberSummary, async ctx => {
  const { companyIds, companyId } = ctx.scope
  const asked = companyId === undefined ? [...companyIds] : [companyId]
  const companies = await ctx.tx.selectFrom('company').where('id', 'in', asked).select(['id', 'timeZone', 'currency']).execute()
  const parts: Pick<Summary, 'scale' | 'activity'>[] = []
  for (const company of companies) parts.push(await figuresOf(ctx, company))
  const [only] = companies
  const mayRead = ctx.actor.permissions.has('card.report.read')
  const contribution = only && companies.length === 1 && mayRead ? await contributionOf(ctx, only) : null
  return { at: ctx.now.toISOString(), ...addedUp(parts), contribution }
})

/** The day that it is in a company. */
const dayIn = (now: Date, zone: string) => Temporal.Instant.from(now.toISOString()).toZonedDateTimeISO(zone).toPlainDate()

interface Figures {
  readonly months: Record<string, number>
  readonly bought30: number
  readonly bought90: number
  readonly asleep: number
}

async function figuresOf({ tx, now }: Ctx, { id, timeZone }: Company): Promise<Pick<Summary, 'scale' | 'activity'>> {
  const today = dayIn(now, timeZone)
  const {
    rows: [row],
  } = await sql<{ figures: Figures }>`select member_figures(${id}::bigint, ${today.toString()}::date) as figures`.execute(ofThese(tx, [id]))
  const { months: counted, bought30, bought90, asleep } = row!.figures
  const members = Object.values(counted).reduce((sum, count) => sum + count, 0)
  const months = Array.from({ length: 12 }, (_, back) => {
    const month = today
      .with({ day: 1 })
      .subtract({ months: 11 - back })
      .toString()
    return { month, added: counted[month] ?? 0 }
  })
  const never = members - bought30 - bought90 - asleep
  return { scale: { members, months }, activity: { today: today.toString(), bought30, bought90, asleep, never } }
}

/** What several companies have together. */
function addedUp([first, ...more]: readonly Pick<Summary, 'scale' | 'activity'>[]): Pick<Summary, 'scale' | 'activity'> {
  return more.reduce((sum, { scale, activity }) => {
    const added = (name: 'bought30' | 'bought90' | 'asleep' | 'never') => sum.activity[name] + activity[name]
    return {
      scale: {
        members: sum.scale.members + scale.members,
        months: sum.scale.months.map(({ month, added: count }) => ({
          month,
          added: count + (scale.months.find(each => each.month === month)?.added ?? 0),
        })),
      },
      activity: {
        today: sum.activity.today,
        bought30: added('bought30'),
        bought90: added('bought90'),
        asleep: added('asleep'),
        never: added('never'),
      },
    }
  }, first!)
}

/** Kinds of cards that belong to members, and to fleets of theirs, by their numbers in the statistics (`card_kind_no`). */
const ofMembers = ['1', '4', '5']
const statusOf = sql`split_part(aggregate_key, ':', 1)`

async function contributionOf(ctx: Ctx, { id, timeZone, currency }: Company): Promise<NonNullable<Summary['contribution']>> {
  const today = dayIn(ctx.now, timeZone)
  const month = today.with({ day: 1 })
  const before = month.subtract({ months: 1 })
  // Of all stations that the caller sees, whichever is selected: members are the company's.
  const { stationId: _chosen, ...scope } = ctx.scope
  const seen = { ...ctx, scope }
  const running = await salesOf(seen, { from: month.toString(), to: today.toString() })
  const last = await salesOf(seen, { from: before.toString(), to: month.subtract({ days: 1 }).toString() })
  const topFifth = scope.stationIds ? undefined : await topFifthOf(ctx, id, before.toString())
  return { currency, running, last, topFifth: topFifth ?? null }
}

async function salesOf(ctx: Ctx, range: { from: string; to: string }) {
  const kind = { things: { all: { dimension: 'status', key: sql`null::text` } }, none: { cents: 0 } }
  const read = async (facts: readonly string[], cents: ReturnType<typeof sql>) => {
    const { content } = await statisticOf(ctx, { ...range, group: ['all'] }, { ...kind, facts, sums: () => sql`${cents} as cents` })
    return content.reduce((sum, line) => sum + line.cents, 0)
  }
  const salesCents = await read(['payment'], sql`coalesce(sum(amount_cents) filter (where ${statusOf} = 'success'), 0)::bigint`)
  const memberCents = await read(
    ['card'],
    sql`coalesce(-sum(amount_cents) filter (where ${statusOf} = 'consume'
      and split_part(aggregate_key, ':', 2) = any(${ofMembers})), 0)::bigint`,
  )
  return { ...range, salesCents, memberCents }
}

const topFifthOf = ({ tx }: Ctx, companyId: number, month: string) =>
  tx
    .selectFrom('memberTopFifth')
    .where('companyId', '=', companyId)
    .where('month', '=', month)
    .select(['members', 'topMembers', 'topCents', 'countedDate'])
    .executeTakeFirst()

/** Reckons who bought the most in a month; once more for the same month writes what holds now. */
export const topFifthTask = task(
  'member.topFifth',
  z.object({ month: z.string() }),
  async ({ tx, now, actor: { companyId } }, { month }) => {
    await sql`insert into member_top_fifth as kept (company_id, month, members, top_members, top_cents, counted_date)
      select ${companyId}::bigint, ${month}::date, members, top_members, top_cents, ${now}::timestamptz
      from member_top_fifth_reckoned(${companyId}::bigint, ${month}::date)
      on conflict (company_id, month) do update set members = excluded.members, top_members = excluded.top_members,
        top_cents = excluded.top_cents, counted_date = excluded.counted_date`.execute(tx)
  },
)

/** From this hour on, a company's night is quiet enough. */
const nightHour = 2

/** Asks for the last full month of each company whose night it is and that was not reckoned today. */
export async function askTopFifths(tx: Tx, now: Date): Promise<void> {
  await sql`insert into job (company_id, task, key, payload, run_date, created_by, created_date)
    select own.id, 'member.topFifth', here.month::text, json_build_object('month', here.month), ${now}, 'system:maintenance', ${now}
    from company own
    cross join lateral (select ${now}::timestamptz at time zone own.time_zone as at) as local
    cross join lateral (select (date_trunc('month', local.at) - interval '1 month')::date as month) as here
    left join ${scoped(tx, 'member_top_fifth')} kept on kept.company_id = own.id and kept.month = here.month
    where ${inScope(tx, 'own.id')} and extract(hour from local.at) >= ${nightHour}
      and (kept.counted_date is null or (kept.counted_date at time zone own.time_zone)::date < local.at::date)
    on conflict do nothing`.execute(tx)
}

/** Adds up rows of the same month, where there are several. */
export async function addMembersUp(tx: Tx): Promise<void> {
  const { rows } = await sql<{ companyId: number }>`
    select company_id from member_count where ${inScope(tx)}
    group by company_id having count(*) > count(distinct month) order by company_id`.execute(tx)
  for (const { companyId } of rows) await sql`select member_count_add_up(${companyId}::bigint)`.execute(tx)
}
