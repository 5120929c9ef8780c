import type { Invariant } from '../../platform/invariant.ts'

/** Of whom something waits to be added up: what is kept of them is of a moment before. Of two who were merged, both. */
const waiting = `
  select distinct side.company_id, side.id
  from {member_purchase} told cross join lateral unnest(told.members) as who (id)
  join {user_account} named on named.company_id = told.company_id and named.id = who.id
  cross join lateral (values (named.company_id, named.id), (named.company_id, named.merged_into_id)) as side (company_id, id)
  where side.id is not null`

/** What one figure comes to by the movements of cards, on the last day on which what is kept holds. */
const within = (days: number, what: string) => `coalesce(sum(paid.${what}) filter (where paid.use_day > upto.day - ${days}), 0)`
const spans = [30, 90, 365].flatMap(days => [
  { kept: `spent${days}_cents`, is: within(days, 'cents') },
  { kept: `bought${days}_cl`, is: within(days, 'cl') },
  { kept: `fills${days}`, is: within(days, 'fills') },
])

/**
 * A row holds until the day on which a day leaves one of its spans, so it is set against the day before that: no clock is asked. Of who
 * bought nothing within a year there is no such day; then it is today, in the zone of the company.
 */
const figuresReckoned = `
  select kept.company_id, kept.user_id, ${spans.map(({ kept, is }) => `${is} as ${kept}`).join(', ')}
  from {member_figure} kept join company own on own.id = kept.company_id
  cross join lateral (select coalesce(kept.changes_on - 1, (now() at time zone own.time_zone)::date) as day) as upto
  left join (
    select card.company_id, card.user_id, moved.use_day, -sum(moved.amount_cents) as cents, sum(moved.use_cl) as cl,
      sum(moved.use_fills) as fills
    from {user_card_detail} moved join {user_card} card on card.company_id = moved.company_id
      and card.id = coalesce(moved.spent_by_id, moved.user_card_id)
    where moved.use_day is not null and card.user_id is not null
    group by card.company_id, card.user_id, moved.use_day
  ) as paid on paid.company_id = kept.company_id and paid.user_id = kept.user_id
  group by kept.company_id, kept.user_id`

const ownCards = `
  select card.company_id, card.user_id, array_agg(card.level_id) filter (where card.level_id is not null) as levels,
    sum(purse.cents) as cents
  from {user_card} card left join (
    select money.company_id, money.owner_id, sum(money.balance_cents) as cents from {ledger_account} money
    where money.kind in ('principal', 'gift', 'lock') group by money.company_id, money.owner_id
  ) as purse on purse.company_id = card.company_id and purse.owner_id = card.id
  where card.group_id is null and card.closed_time is null and card.user_id is not null
  group by card.company_id, card.user_id`

const isMember = 'not account.is_staff and account.merged_into_id is null and account.former_date is null'

/** What the head of the member centre says. @source decisions ME15 */
export const memberFigureInvariants: readonly Invariant[] = [
  {
    invariant: 'ME15',
    says: 'the kept count of members is the members that there are, by the month in which they were added',
    query: `
      select 'members of ' || company_id || ' since ' || month as subject, coalesce(kept.count, 0) = coalesce(there.count, 0) as holds
      from (select company_id, month, sum(count) as count from {member_count} kept group by company_id, month) as kept
      full join (
        select account.company_id, date_trunc('month', account.created_date at time zone own.time_zone)::date as month, count(*) as count
        from {user_account} account join company own on own.id = account.company_id where ${isMember} group by 1, 2
      ) as there using (company_id, month)`,
  },
  {
    invariant: 'ME15',
    says: 'of every day, as many members are kept as bought last on it',
    query: `
      select 'day ' || day || ' of ' || company_id as subject, coalesce(kept.count, 0) = coalesce(there.count, 0) as holds
      from (select company_id, day, count from {member_last_day} kept) as kept
      full join (select company_id, day, count(*) as count from {member_last_purchase} each_of group by company_id, day) as there
        using (company_id, day)`,
  },
  {
    invariant: 'MK15',
    says: 'what rules ask of a member is what their cards paid within 30, 90 and 365 days, what they hold, and their level',
    query: `
      select 'figures of member ' || kept.user_id as subject,
        ${spans.map(({ kept }) => `kept.${kept} = reckoned.${kept}`).join(' and ')}
        and kept.kept_balance_cents = coalesce(held.cents, 0)
        and coalesce(kept.level_id = any (held.levels), kept.level_id is null and held.levels is null) as holds
      from {member_figure} kept join (${figuresReckoned}) as reckoned using (company_id, user_id)
      left join (${ownCards}) as held using (company_id, user_id)
      left join (${waiting}) as waits on waits.company_id = kept.company_id and waits.id = kept.user_id
      where waits.id is null`,
  },
  {
    invariant: 'MK15',
    says: 'every member has figures, or waits for them, and nobody else has any',
    query: `
      select 'member ' || coalesce(kept.user_id, account.id) as subject, kept.user_id is not null and account.id is not null as holds
      from {member_figure} kept
      full join (
        select account.company_id, account.id from {user_account} account where ${isMember}
      ) as account on account.company_id = kept.company_id and account.id = kept.user_id
      left join (${waiting}) as waits on waits.company_id = coalesce(kept.company_id, account.company_id)
        and waits.id = coalesce(kept.user_id, account.id)
      where waits.id is null`,
  },
  {
    invariant: 'MK15',
    says: 'where and when a member bought which fuel is the last day on which one of their cards paid for it there',
    query: `
      select 'purchases of member ' || kept.user_id || ' at station ' || kept.station_id as subject,
        kept.last_day >= coalesce(paid.by_theirs, kept.last_day) and kept.last_day <= paid.by_any as holds
      from {member_bought} kept
      left join (
        select moved.company_id, coalesce(payer.merged_into_id, payer.id) as user_id, moved.station_id, good.product_id,
          max(moved.use_day) as by_any,
          max(moved.use_day) filter (where card.user_id = coalesce(payer.merged_into_id, payer.id)) as by_theirs
        from {user_card_detail} moved join {user_account} payer on payer.company_id = moved.company_id and payer.id = moved.user_id
        join {user_card} card on card.company_id = moved.company_id and card.id = coalesce(moved.spent_by_id, moved.user_card_id)
        left join {order_line} line on line.company_id = moved.company_id and line.order_id = moved.order_id
        left join {item} good on good.company_id = line.company_id and good.id = line.item_id
        where moved.type = 'consume' and moved.use_day is not null and moved.station_id is not null
        group by moved.company_id, coalesce(payer.merged_into_id, payer.id), moved.station_id, good.product_id
      ) as paid on paid.company_id = kept.company_id and paid.user_id = kept.user_id and paid.station_id = kept.station_id
        and paid.product_id is not distinct from kept.product_id
      left join (${waiting}) as waits on waits.company_id = kept.company_id and waits.id = kept.user_id
      where waits.id is null`,
  },
]
