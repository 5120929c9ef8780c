import { t } from '../../i18n/index.ts'

/** Why a coupon of an activity was not given, in few words. */
const words: Readonly<Record<string, () => string>> = {
  'coupon.soldOut': () => t('activityRefusal.soldOut'),
  'coupon.budgetSpent': () => t('activityRefusal.budgetSpent'),
  'coupon.limitReached': () => t('activityRefusal.limitReached'),
  'coupon.tooManyHeld': () => t('activityRefusal.tooManyHeld'),
  'coupon.disabled': () => t('activityRefusal.disabled'),
  'coupon.notStarted': () => t('activityRefusal.notStarted'),
  'coupon.over': () => t('activityRefusal.over'),
  'coupon.nonMembersOnly': () => t('activityRefusal.nonMembersOnly'),
}
export const refusalWords = (code: string): string => words[code]?.() ?? t('activityRefusal.other')
