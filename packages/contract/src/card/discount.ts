import { z } from 'zod'
import { resource } from '../kit.ts'
import { CentsPerL, Instant, LocalDate, LongText, Name, Pattern, Ref, TaxRate } from '../units.ts'

const timeOfDay = () => Pattern(/^([01]\d|2[0-3]):[0-5]\d$/, 'timeOfDay')

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
    /** By the clock of the station; an end before the start lies on the next day. */
    hours: z
      .array(z.object({ from: timeOfDay(), until: timeOfDay() }))
      .max(10)
      .default([]),
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
