import type { orderPayments, Returned } from '@forecourt/contract'
import { count, inCurrency, percent } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import type { Rules } from '../../kit/form/rules.ts'
import type { Values } from '../../kit/form/values.ts'

export type PointsAnswer = Returned<typeof orderPayments.pointsPreview>

/** A payment by points: how many there are and may be used, what they are worth, and what is then left of them and of the order. */
export function pointsPaymentRules(
  order: { totalCents: number; paidCents: number },
  values: Values,
  answer: PointsAnswer | undefined,
): Rules {
  const restCents = order.totalCents - order.paidCents
  const rest = { label: t('sales.rest'), unit: 'money' as const, before: restCents }
  if (answer === undefined) return { figures: [{ ...rest, after: undefined }] }
  const { points, pointCents, percent: share, mostPoints, mostCents, refusal } = answer
  const worth = pointCents ?? 0
  const asked = values['points'] ?? mostPoints
  const isWhole = Number.isSafeInteger(asked) && (asked as number) > 0
  const tooMany = isWhole && !refusal && (asked as number) > mostPoints
  const most = t('sales.pointsMost', { points: count(mostPoints), amount: inCurrency(mostCents) })
  const used = isWhole && !refusal && !tooMany ? (asked as number) : undefined
  return {
    limits: {
      points: refusal ? undefined : `${most} ${t('sales.pointsTerms', { worth: inCurrency(worth), percent: percent(share) })}`,
    },
    wrong: { ...(refusal && { [refusal.field ?? 'cardNumber']: refusal.message }), ...(tooMany && { points: most }) },
    figures: [
      { label: t('sales.pointsHeld'), unit: 'points', before: points, after: used === undefined ? undefined : points - used },
      { ...rest, after: used === undefined ? undefined : restCents - used * worth },
    ],
  }
}
