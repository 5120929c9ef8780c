import { count } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import type { Rules } from '../../kit/form/rules.ts'
import type { Values } from '../../kit/form/values.ts'

interface Priced {
  readonly points: number
  readonly stock: number
}

/** What a redemption leaves: points of the account and pieces of the stock; and what stands against it. */
export function redeemRules(payer: { readonly points: number }, reward: Priced | undefined, { pieces }: Values): Rules {
  const entered = Number.isSafeInteger(pieces) && (pieces as number) > 0 ? (pieces as number) : undefined
  const cost = reward && entered !== undefined ? reward.points * entered : undefined
  const tooDear = cost !== undefined && cost > payer.points
  const tooMany = reward !== undefined && reward.stock !== -1 && entered !== undefined && entered > reward.stock
  const words = tooMany
    ? t('store.leftOnly', { count: count(reward.stock) })
    : tooDear
      ? t('store.pointsLack', { need: count(cost), points: count(payer.points) })
      : undefined
  const counted = reward !== undefined && reward.stock !== -1
  return {
    wrong: { pieces: words },
    figures: [
      {
        label: t('store.balance'),
        unit: 'points',
        before: payer.points,
        after: cost === undefined || words ? undefined : payer.points - cost,
      },
      ...(counted
        ? [
            {
              label: t('rewards.stock'),
              unit: 'points' as const,
              before: reward.stock,
              after: entered === undefined || words ? undefined : reward.stock - entered,
            },
          ]
        : []),
    ],
  }
}
