import { rewards, type BaseRow } from '@forecourt/contract'
import { rewardCouponsMost } from '@forecourt/contract'
import { count } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { ActForm } from '../../kit/form/forms.tsx'
import type { Rules } from '../../kit/form/rules.ts'
import type { Values } from '../../kit/form/values.ts'
import { factsOf, type Reward } from './shelf.tsx'

const fields = ['name', 'categoryId', 'points', 'stock', 'coupons', 'code', 'barcode', 'taxRate', 'weight', 'description', 'pictureId']

/** The form of a reward. Its stock is changed only where a number is entered: meanwhile others redeem. */
export function RewardForm({ record, categoryId, done }: { record: BaseRow | undefined; categoryId?: number; done: () => void }) {
  const reward = record as Reward | undefined
  return (
    <ActForm
      of={reward ? rewards.update : rewards.create}
      {...(reward && { id: reward.id, version: reward.version })}
      words={rewards.name}
      fields={fields}
      defaults={reward ? factsOf(rewards, reward) : { taxRate: 13, stock: -1, ...(categoryId !== undefined && { categoryId }) }}
      rules={rewardRules}
      changes={['rewards', 'rewardCategories', 'auditLogs']}
      submitLabel={t('kit.save')}
      done={t(reward ? 'kit.saved' : 'kit.added')}
      onDone={done}
      onCancel={done}
    />
  )
}

/** At most five coupons come with one piece, each kind in one line. */
export function rewardRules({ coupons }: Values): Rules {
  const lines = (coupons ?? []) as readonly { dealId?: number; count?: number }[]
  const named = lines.flatMap(({ dealId }) => dealId ?? [])
  const pieces = lines.reduce((sum, line) => sum + (line.count ?? 0), 0)
  const wrong =
    pieces > rewardCouponsMost
      ? t('store.couponsMost', { most: count(rewardCouponsMost) })
      : new Set(named).size < named.length
        ? t('store.couponTwice')
        : undefined
  return { wrong: { coupons: wrong } }
}
