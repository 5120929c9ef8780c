import { pay } from './w2.ts'
import type { Load, Place, Sample } from './workload.ts'

const plate = '京A12345'

/**
 * Every limit that there is, on each card, in both places that may say one: none is reached, and each is asked. Goods are paid for with a
 * plate, too.
 */
const setLimits = `
  with range as (
    select company.id as company_id, jsonb_build_object(
      'validFrom', '2020-01-01T00:00:00', 'validUntil', '2099-12-31T23:59:59',
      'stationIds', (select jsonb_agg(id) from station where company_id = company.id),
      'weekdays', jsonb_build_array(1, 2, 3, 4, 5, 6, 7), 'hours', jsonb_build_array(jsonb_build_object('from', '00:00', 'until', '00:00')),
      'productIds', (select jsonb_agg(id) from (select id from product where company_id = company.id order by id limit 200) as first),
      'itemIds', (select jsonb_agg(distinct goods_id) from bench.till where company_id = company.id),
      'plates', jsonb_build_array('京A12345', '京B12345', '沪C12345'),
      'fillCentsMax', 10000000000, 'fillClMax', 100000000, 'dayCentsMax', 10000000000, 'dayClMax', 100000000, 'dayFillsMax', 10000,
      'monthCentsMax', 10000000000, 'monthClMax', 100000000, 'passwordFromCents', 10000000000) as limits
    from company where code like 'seed%'
  ), profile as (
    insert into card_limit_profile (company_id, name, range_of_use) select company_id, 'Bench', limits from range
    on conflict (company_id, name) do update set range_of_use = excluded.range_of_use returning company_id, id
  )
  update user_card set range_of_use = limits, limit_profile_id = profile.id
  from range join profile using (company_id) where user_card.company_id = range.company_id`
const unsetLimits = 'update user_card set range_of_use = null, limit_profile_id = null where range_of_use is not null'

/** Either way each account was just written anew: what that left behind is not tidied up beside the payments. */
const tidy = 'vacuum analyze user_card'

/** Payments over all cards without any limit, and with each. */
export async function payLimited(place: Place): Promise<Sample> {
  await place.owner.query(unsetLimits)
  await place.owner.query(tidy)
  const free = await pay(place, 'uniform', { plate })
  await place.owner.query(setLimits)
  await place.owner.query(tidy)
  const limited = await pay(place, 'uniform', { plate })
  await place.owner.query(unsetLimits)
  const us = ({ serverUs, databaseUs }: Load) => serverUs + databaseUs
  return {
    freePerSecond: free.perSecond,
    limitedPerSecond: limited.perSecond,
    freeUs: us(free),
    limitedUs: us(limited),
    payOthers: [free, limited].flatMap(load => Object.values(load.others)).reduce((sum, count) => sum + count, 0),
  }
}
