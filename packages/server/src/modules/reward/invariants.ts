import type { Invariant } from '../../platform/invariant.ts'

/** @source the guarantees of the product, invariant I18; requirements PTS-003, PTS-005 */
export const rewardInvariants: readonly Invariant[] = [
  {
    invariant: 'I18',
    says: 'a redemption took the points of its account that it says, from lots of as many, and a cancelled one gave as many back',
    query: `
      select 'redemption ' || coalesce(held.id::text, entry.ref) as subject,
        held.id is not null and entry.id is not null and spent.type = 'spend' and spent.points = -held.points
          and spent.user_card_id = held.user_card_id and spent.ledger_entry_id = entry.id
          and (select sum((lot->>'points')::bigint) from jsonb_array_elements(held.lots) as lot) = held.points
          and (held.cancelled_date is null) = (back.id is null)
          and (back.id is null or back.type = 'spendBack' and back.points = held.points)
          as holds
      from {redemption} held
      full join (
        select one.id, one.company_id, one.ref from {ledger_entry} one where one.kind = 'points.spend' and one.ref like 'redeem:%'
      ) as entry on entry.company_id = held.company_id and entry.ref = 'redeem:' || held.id
      left join {points_detail} spent on spent.company_id = held.company_id and spent.id = held.spent_id
      left join {points_detail} back on back.company_id = held.company_id and back.id = held.back_id`,
  },
  {
    invariant: 'I18',
    says: 'of a reward as many are counted as were redeemed and not cancelled, and its stock is never below nothing',
    query: `
      select 'reward ' || reward.id as subject,
        reward.redeemed = coalesce(taken.pieces, 0) and reward.stock >= -1
          and (reward.stock = -1 or reward.stock = reward.supplied - coalesce(taken.pieces, 0)) as holds
      from {reward} reward left join (
        select company_id, reward_id, sum(pieces) as pieces from {redemption} held where cancelled_date is null
        group by company_id, reward_id
      ) as taken on taken.company_id = reward.company_id and taken.reward_id = reward.id`,
  },
]
