import { unknown } from '../../core/money.ts'
import { useNamed } from '../judgement/use-named.ts'
import { couponsWords } from './coupon-words.ts'

interface CouponNamesProps {
  of: readonly { readonly dealId: number; readonly count: number; readonly perCount: number; readonly intervalDays: number }[]
}

/** The coupons that something brings, by their names. */
export function CouponNames({ of }: CouponNamesProps) {
  const nameOf = useNamed(of.map(({ dealId }) => ({ of: 'deals', id: dealId })))
  return of.length === 0
    ? unknown
    : couponsWords(of.map(({ dealId, ...each }) => ({ ...each, name: nameOf('deals', dealId) ?? String(dealId) })))
}
