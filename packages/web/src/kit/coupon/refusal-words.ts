import { t } from '../../i18n/index.ts'

/** Why a coupon was not given, in few words. */
const words: Readonly<Record<string, () => string>> = {
  'coupon.soldOut': () => t('couponRefusal.soldOut'),
  'coupon.budgetSpent': () => t('couponRefusal.budgetSpent'),
  'coupon.limitReached': () => t('couponRefusal.limitReached'),
  'coupon.tooManyHeld': () => t('couponRefusal.tooManyHeld'),
  'coupon.disabled': () => t('couponRefusal.disabled'),
  'coupon.notStarted': () => t('couponRefusal.notStarted'),
  'coupon.over': () => t('couponRefusal.over'),
  'coupon.nonMembersOnly': () => t('couponRefusal.nonMembersOnly'),
}
export const refusalWords = (code: string): string => words[code]?.() ?? t('couponRefusal.other')
