import type { ReactNode } from 'react'
import { tons } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import type { Transport } from './transport-form.tsx'

/** Below zero more was signed for than was delivered. */
export const signedLoss = (lossKg: number | null): ReactNode =>
  lossKg !== null && lossKg < 0 ? (
    <span className="k-bad">
      {tons(lossKg)} <small>{t('transport.over')}</small>
    </span>
  ) : (
    tons(lossKg)
  )

/** Straight from a supplier there is none. */
export const fromDepot = ({ depotId, depot }: Transport): ReactNode => (depotId === null ? t('transport.direct') : (depot?.name ?? '—'))
