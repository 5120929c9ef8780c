import { z } from 'zod'
import { Hours } from '../hours.ts'
import { resource } from '../kit.ts'
import { CentsPerL, Instant, LocalDate, LongText, Name, Ref, TaxRate } from '../units.ts'

/** 卡, 车队, 等级, 活动: whose rule lowers the price of fuel. Of two that lower it as much, the first of these counts. */
export const PriceRuleKind = z.enum(['card', 'fleet', 'level', 'activity'])
export type PriceRuleKind = z.output<typeof PriceRuleKind>

/**
 * 优惠: by how much fuel costs less for the cards that it is bound to, by themselves, by their product or by their fleet. Of all that apply
 * to a line the lowest price counts, never several together. A list that is empty limits nothing. @source decisions CD25
 */
export const discounts = resource('discounts', {
  table: 'discount',
  scope: 'company',
  permission: 'card.discount',
  body: z.object({
    name: Name(40),
    /** One of the two: so much less for a litre, or a share of the amount. */
    centsPerL: CentsPerL.min(1).nullable().default(null),
    percent: TaxRate.nullable().default(null),
    products: z
      .array(z.object({ productId: Ref('products') }))
      .max(50)
      .default([]),
    stations: z
      .array(z.object({ stationId: Ref('stations') }))
      .max(500)
      .default([]),
    hours: Hours,
    /** First and last day, by the calendar of the station of sale. */
    validFrom: LocalDate.nullable().default(null),
    validUntil: LocalDate.nullable().default(null),
    remark: LongText(200).default(''),
  }),
  read: { createdDate: Instant },
  label: ['name'],
  unsearchable: ['products', 'stations', 'hours'],
  many: { cards: ['cards', 'discountId'], userCards: ['userCards', 'discountId'], groups: ['groups', 'discountId'] },
  sort: 'name',
})
