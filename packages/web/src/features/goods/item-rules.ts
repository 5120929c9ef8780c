import { isEan } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import type { Rules } from '../../kit/form/rules.ts'
import type { Values } from '../../kit/form/values.ts'

/** What follows from the entries with every key; a wrong check digit of a barcode is said and allowed. @source decisions GD7, GD8 */
export function itemRules({ barcode, startTime, endTime, giftCents, giftPercent, frozenCents, frozenPercent }: Values): Rules {
  const ends = typeof startTime === 'string' && typeof endTime === 'string' && Date.parse(endTime) <= Date.parse(startTime)
  return {
    required: ['priceCents'],
    wrong: {
      ...(ends && { endTime: t('shop.endNotAfterStart') }),
      ...(typeof giftCents === 'number' && typeof giftPercent === 'number' && { giftPercent: t('shop.eitherOr') }),
      ...(typeof frozenCents === 'number' && typeof frozenPercent === 'number' && { frozenPercent: t('shop.eitherOr') }),
    },
    limits: typeof barcode === 'string' && /^\d{8,14}$/.test(barcode) && !isEan(barcode) ? { barcode: t('shop.eanWarns') } : {},
  }
}
