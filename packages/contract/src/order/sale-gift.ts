import { z } from 'zod'
import { resource } from '../kit.ts'
import { Cents, Instant, Ref } from '../units.ts'

/**
 * 待付清, 已赠送, 无卡, 卡产品不符, 卡已退, 非储值卡, 超出卡余额上限, 无积分账户: what became of a gift, or why nothing was given.
 * @source decisions GD5, GD6
 */
export const SaleGiftOutcome = z.enum(['open', 'given', 'noCard', 'otherCard', 'ended', 'noMoney', 'ceiling', 'noPoints'])
export type SaleGiftOutcome = z.output<typeof SaleGiftOutcome>

/** 商品赠送: what a line of an order gives, whether it was given, and what of it was taken back with refunds. */
export const saleGifts = resource('saleGifts', {
  table: 'sale_gift',
  scope: 'station',
  permission: 'order.sale',
  recent: 'orderItemDays',
  acts: ['list', 'get'],
  body: z.object({}),
  read: {
    orderId: Ref('orders'),
    stationId: Ref('stations'),
    itemId: Ref('items'),
    giftCardId: Ref('cards').nullable(),
    pieces: z.int(),
    outcome: SaleGiftOutcome,
    /** The card that got it. */
    userCardId: Ref('userCards').nullable(),
    points: z.int(),
    /** None where its holder has no account of points. */
    givenPoints: z.int(),
    giftCents: Cents,
    frozenCents: Cents,
    backPoints: z.int(),
    backGiftCents: Cents,
    backFrozenCents: Cents,
    createdDate: Instant,
    givenDate: Instant.nullable(),
  },
  versioned: false,
  sort: 'createdDate,desc',
})
