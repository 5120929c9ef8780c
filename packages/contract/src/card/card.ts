import { z } from 'zod'
import { resource } from '../kit.ts'
import { Instant, LongText, Name } from '../units.ts'

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
  }),
  read: { createdDate: Instant },
  label: ['name', 'type'],
  many: { userCards: ['userCards', 'cardId'] },
  sort: 'createdDate,desc',
})
