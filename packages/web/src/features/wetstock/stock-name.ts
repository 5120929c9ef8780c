import type { fuelInventories, RowOf } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import type { Stock } from './use-control.ts'

type Row = RowOf<typeof fuelInventories>

/** By tanks, or by connected tanks together. */
export const kinds = ['tank', 'manifold'] as const
export type Kind = (typeof kinds)[number]

/** 1 号罐; of connected tanks the name of their manifold. */
export const whose = ({ number, manifold }: Pick<Row, 'number' | 'manifold'>): string =>
  number === null ? t('reconciliation.manifoldNo', { name: manifold }) : t('reconciliation.tankNo', { number })

export const stockName = ({ last }: Stock): string => t('reconciliation.stockOf', { name: whose(last), fuel: last.product?.name ?? '' })
