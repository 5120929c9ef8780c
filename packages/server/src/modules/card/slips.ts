import { cardLife, userCards, type CardSlip } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle } from '../../platform/execution/command.ts'
import { getOf } from '../../platform/search/list.ts'

/** Older top-ups are printed from the list of top-ups. */
const topUpsMax = 20
/** Acts name their actor by kind and number, `user:12`. */
const staffOf = (column: string) =>
  sql`case when ${sql.ref(column)} ~ '^user:[0-9]+$' then substring(${sql.ref(column)} from 6)::bigint end`
type Row = Omit<CardSlip, 'number'> & { number: string | null }

/**
 * What was done to a card at the counter, the newest first, as its holder is given it on paper. Its number is the one that it had then.
 * @throws notFound
 */
const slips = handle(cardLife.slips, async (ctx, { id }) => {
  const card = await getOf(ctx.tx, userCards, id, [], ctx.scope)
  const { companyId } = await ctx.tx.selectFrom('userCard').where('id', '=', id).select('companyId').executeTakeFirstOrThrow()
  const since = ctx.scope.since?.cardDetailDays?.toISOString() ?? null
  const { rows } = await sql<Row>`
    select each.*, place.name as station, staff.name as by
    from (
      select 'issue' as kind, id, issue_time as at, null as before, null as number, null as reason, null::bigint as amount_cents,
        null::bigint as gift_cents, null as pay_type, null as slip_no, null as chip, null::bigint as station_id, null::bigint as by_id,
        '' as remark
      from user_card where company_id = ${companyId} and id = ${id} and issue_time is not null
      union all
      (select 'topUp', id, created_date, null, null, null, amount_cents, null, pay_type, null, null, station_id, operator_id, remark
      from user_card_detail where company_id = ${companyId} and user_card_id = ${id} and type = 'charge' and pay_type is not null
        and (${since}::timestamptz is null or created_date >= ${since}::timestamptz)
      order by created_date desc, id desc limit ${topUpsMax})
      union all
      select 'reissue', id, replaced_at, number, successor, reason, null, null, null, null, null, null, ${staffOf('asked_by')}, remark
      from card_replacement where company_id = ${companyId} and user_card_id = ${id} and replaced_at is not null
      union all
      select 'cardReturn', id, returned_at, null, null, null, principal_cents, gift_cents, pay_type, slip_no, chip, station_id,
        ${staffOf('returned_by')}, remark
      from card_return where company_id = ${companyId} and user_card_id = ${id}
    ) as each
    left join station place on place.company_id = ${companyId} and place.id = each.station_id
    left join user_account staff on staff.company_id = ${companyId} and staff.id = each.by_id
    order by at desc, each.id desc`.execute(ctx.tx)
  return { content: numbered(rows, card.number) }
})

/** From the newest back: before a card was replaced it had the number that was given up. */
function numbered(newestFirst: readonly Row[], inUse: string): CardSlip[] {
  let number = inUse
  return newestFirst.map(slip => {
    const its = { ...slip, number: slip.number ?? number }
    if (slip.before !== null) number = slip.before
    return its
  })
}

export const slipHandlers = [slips]
