import { rewards } from '@forecourt/contract'
import { useState } from 'react'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { CrudPage } from '../../kit/crud-page.tsx'
import { laterDialog } from '../../kit/later.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { Button } from '../../kit/ui.ts'
import { rewardColumns } from './reward-columns.tsx'
import { RewardForm } from './reward-form.tsx'
import { ShelfAct, type Reward } from './shelf.tsx'

const RedeemDialog = laterDialog(() => import('./redeem-dialog.tsx'))

const [name, ...others] = rewardColumns
const columns: readonly ColumnInput<Reward>[] = [name!, { path: 'categoryId', width: 160 }, ...others]
const filters: readonly FilterInput<Reward>[] = ['name', 'categoryId', 'code', 'barcode', 'hidden', 'points']

/** 积分商品, and what is redeemed at the counter. @source requirements PTS-001, PTS-005, PTS-014 */
export default function RewardsPage() {
  const mayRedeem = useMay('redemption.handOut')
  const [redeeming, setRedeeming] = useState<Reward>()
  return (
    <>
      <CrudPage<Reward>
        of={rewards}
        columns={columns}
        filters={filters}
        inline={false}
        form={{ draw: RewardForm }}
        emptyHint={t('store.noRewards')}
        rowActions={row => (
          <>
            {mayRedeem && !row.hidden && row.stock !== 0 && (
              <Button type="link" size="small" onClick={() => setRedeeming(row)}>
                {t('store.redeem')}
              </Button>
            )}
            <ShelfAct of={{ is: 'reward', row }} size="small" />
          </>
        )}
      />
      {redeeming && <RedeemDialog reward={redeeming} onClose={() => setRedeeming(undefined)} />}
    </>
  )
}
