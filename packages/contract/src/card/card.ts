import { z } from 'zod'
import { resource } from '../kit.ts'
import { Instant, LongText, Name, Ref } from '../units.ts'

/** 储值卡, 积分卡, 等级卡. @source spec 1 §3 "Card kind" */
export const CardType = z.enum(['debit', 'score', 'level'])

/** 卡产品: what a company offers its members. The account of one holder is a `userCard`, the plastic a `cardInfo`. */
export const cards = resource('cards', {
  table: 'card',
  scope: 'company',
  permission: 'card.product',
  body: z.object({
    name: Name(40),
    type: CardType,
    description: LongText(500).default(''),
    /** After it the service has expired: no top-up, no payment. Indefinite when null. */
    endTime: Instant.nullable().default(null),
    /** Spending takes the principal first; with this, the gift (decision O14). */
    giftFirst: z.boolean().default(false),
    /** How long a card of it pays from its issue on, where nothing else is said; without end when null. */
    validMonths: z.int().min(1).max(600).nullable().default(null),
    /** @source decisions CD25 */
    discountId: Ref('discounts').nullable().default(null),
  }),
  read: { createdDate: Instant },
  label: ['name', 'type'],
  many: { userCards: ['userCards', 'cardId'] },
  sort: 'createdDate,desc',
})
