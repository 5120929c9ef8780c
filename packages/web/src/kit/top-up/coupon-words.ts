import { count as counted } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'

interface Coupon {
  readonly name: string
  readonly count: number
  readonly perCount?: number
  readonly intervalDays?: number
}

/** How many of a coupon are given; where they begin one after the other, how. */
export function couponWords({ name, count, perCount = count, intervalDays = 0 }: Coupon): string {
  const words = { name, count: counted(count) }
  if (intervalDays === 0 || perCount >= count) return t('topUpGift.coupon', words)
  return t('topUpGift.couponSpaced', { ...words, per: counted(perCount), days: counted(intervalDays) })
}
export const couponsWords = (coupons: readonly Coupon[]): string => coupons.map(each => couponWords(each)).join(t('kit.comma'))

/** The same for a file, where the server puts the parts in. */
export const couponSaying = {
  coupon: t('topUpGift.coupon', { name: '{name}', count: '{count}' }),
  couponSpaced: t('topUpGift.couponSpaced', { name: '{name}', count: '{count}', per: '{per}', days: '{days}' }),
}
