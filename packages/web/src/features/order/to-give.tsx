import type { manualOrders, Returned } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { choiceLabel } from '../../kit/label.ts'
import { couponsWords, couponWords } from '../../kit/top-up/coupon-words.ts'
import { giftWords } from './gift-words.ts'

type Preview = Returned<typeof manualOrders.preview>

/** What the card, and the member who holds it, will receive once the sale is paid; and of what it will not, why. */
export function ToGive({ of, coupons }: { of: Preview['gifts']; coupons: Preview['coupons'] }) {
  const given = of.filter(({ outcome }) => outcome === 'given')
  const sum = (field: 'giftCents' | 'frozenCents' | 'points') => given.reduce((all, gift) => all + gift[field], 0)
  const brought = coupons.filter(({ outcome }) => outcome === 'given')
  const all = { giftCents: sum('giftCents'), frozenCents: sum('frozenCents'), points: sum('points') }
  return (
    <>
      {given.length > 0 && <div>{t('manualOrder.gives', { what: giftWords(all) })}</div>}
      {of
        .filter(({ outcome }) => outcome !== 'given')
        .map((gift, at) => {
          const said = { what: giftWords(gift), why: choiceLabel('saleGifts', 'outcome', gift.outcome) }
          return (
            <div key={at} className="k-quiet">
              {gift.outcome === 'otherCard' && gift.giftCard !== null
                ? t('manualOrder.givesFor', { ...said, card: gift.giftCard })
                : t('manualOrder.givesNot', said)}
            </div>
          )
        })}
      {brought.length > 0 && <div>{t('manualOrder.givesCoupons', { coupons: couponsWords(brought) })}</div>}
      {coupons
        .filter(({ outcome }) => outcome !== 'given')
        .map(({ outcome, ...coupon }, at) => (
          <div key={`coupon ${at}`} className="k-quiet">
            {t('manualOrder.givesNot', { what: couponWords(coupon), why: choiceLabel('saleCoupons', 'outcome', outcome) })}
          </div>
        ))}
    </>
  )
}
