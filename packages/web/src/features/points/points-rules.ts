import { count } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import type { Rules } from '../../kit/form/rules.ts'
import type { Values } from '../../kit/form/values.ts'

/** What giving (1) or deducting (−1) points does: what is owed is paid first, and no more is taken than there is. */
export function pointsRules(held: { points: number; owedPoints: number }, sign: 1 | -1, { points }: Values): Rules {
  const entered = Number.isSafeInteger(points) && (points as number) > 0 ? (points as number) : undefined
  const paid = sign === 1 && entered !== undefined ? Math.min(held.owedPoints, entered) : 0
  const words = t('memberPoints.atMost', { points: count(held.points) })
  const isMore = sign === -1 && entered !== undefined && entered > held.points
  const figure = (label: string, before: number, by: number) => ({
    label,
    unit: 'points' as const,
    before,
    after: entered === undefined || isMore ? undefined : before + by,
  })
  return {
    ...(sign === -1 && { limits: { points: words } }),
    wrong: { points: isMore ? words : undefined },
    figures: [
      figure(t('memberPoints.balance'), held.points, sign * (entered ?? 0) - paid),
      ...(held.owedPoints > 0 ? [figure(t('memberPoints.owed'), held.owedPoints, -paid)] : []),
    ],
  }
}
