import type { Invariant } from '../../platform/invariant.ts'

/** @source decision GD5 */
export const goodsPointsInvariants: readonly Invariant[] = [
  {
    invariant: 'GD5',
    says: 'points that the goods of an order gave, less those that were taken back, are movements of one member',
    query: `
      select 'order ' || coalesce(given.order_id, told.order_id) as subject, coalesce(given.points, 0) = coalesce(told.points, 0) as holds
      from (
        select company_id, order_id, sum(given_points - back_points) as points
        from {sale_gift} gift where outcome = 'given' group by company_id, order_id
      ) as given full join (
        select company_id, order_id, sum(points) as points from {points_detail} detail
        where type in ('saleGift', 'saleGiftBack') group by company_id, order_id
      ) as told on told.company_id = given.company_id and told.order_id = given.order_id`,
  },
]
