import type { Invariant } from '../../platform/invariant.ts'

/** Coupons against what was issued of them. */
export const couponInvariants: readonly Invariant[] = [
  {
    invariant: 'I16',
    says: 'of a coupon as many are counted as were issued, handed out, used and given, and no more than planned',
    query: `
      select 'coupon ' || deal.id as subject,
        deal.claim_count = coalesce(held.issued, 0) and deal.promoted_count = coalesce(held.promoted, 0)
          and deal.used_count + coalesce(waiting.used, 0) = coalesce(held.used, 0)
          and deal.discount_cents + coalesce(waiting.discount_cents, 0) = coalesce(held.discount_cents, 0)
          and deal.committed_cents + coalesce(waiting.committed_cents, 0) = coalesce(held.committed_cents, 0)
          and (deal.max_count = 0 or deal.claim_count <= deal.max_count) as holds
      from {deal} deal
      left join (
        select company_id, deal_id, count(*) as issued, count(promoter_id) as promoted,
          count(*) filter (where used_date is not null) as used,
          sum(discount_cents) as discount_cents,
          sum(case when used_date is not null then discount_cents when recalled_date is null then coalesce(worst_cents, 0) else 0 end)
            as committed_cents
        from {user_deal} one group by company_id, deal_id
      ) as held on held.company_id = deal.company_id and held.deal_id = deal.id
      left join (
        select company_id, deal_id, sum(used) as used, sum(discount_cents) as discount_cents, sum(committed_cents) as committed_cents
        from {deal_delta} one group by company_id, deal_id
      ) as waiting on waiting.company_id = deal.company_id and waiting.deal_id = deal.id`,
  },
]
