import { couponReasonWords, type CouponReason } from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { inUnits } from '../org/index.ts'
import { localTime } from './local-time.ts'

interface Named {
  readonly name: string
  readonly endTime: string | Date
  readonly heldUntil?: string | null
  readonly timeZone: string
}
interface Why {
  readonly reason: CouponReason
  readonly haveCents?: number | null
  readonly needCents?: number | null
}

/** Why a coupon that was to be used cannot be: in the words of the caller, with its figures. */
export function couponRefusal(
  { meta }: Ctx,
  { name, endTime, heldUntil, timeZone }: Named,
  { reason, haveCents, needCents }: Why,
): Refusal {
  switch (reason) {
    case 'over':
      return new Refusal('coupon.expired', { name, end: localTime(endTime, timeZone) })
    case 'used':
    case 'recalled':
    case 'disabled':
    case 'notCombinable':
      return new Refusal(`coupon.${reason}`, { name })
    case 'heldElsewhere':
      return new Refusal('coupon.heldElsewhere', { name, until: heldUntil ? localTime(heldUntil, timeZone) : '' })
    case 'minimumNotReached':
      return new Refusal('coupon.minimumNotReached', { name, have: inUnits(haveCents ?? 0), need: inUnits(needCents ?? 0) })
    default:
      return new Refusal('coupon.notHere', { name, reason, why: couponReasonWords[reason][meta.language] })
  }
}
