import { z } from 'zod'
import { resource } from '../kit.ts'
import { Centilitres, Cents, LocalDate, Ref } from '../units.ts'

/**
 * 采购汇总: what stations were sent of a product in a month, from depots and straight from suppliers, and what it was bought for. Of what
 * was signed for, by the day of the signature.
 * @source decisions SU5, SU13
 */
export const purchaseSums = resource('purchaseSums', {
  table: 'fuel_purchase',
  scope: 'company',
  permission: 'supply.transport',
  versioned: false,
  body: z.object({}),
  read: {
    /** Its first day. */
    month: LocalDate,
    stationId: Ref('stations'),
    productId: Ref('products'),
    loads: z.int(),
    /** Bought, and arrived. */
    loadedCl: Centilitres,
    signedCl: Centilitres,
    amountCents: Cents,
    netCents: Cents,
    freightAmountCents: Cents,
    /** With tax, of what was bought: amount ÷ litres, to four places, half up. */
    pricePerLitre: z.number(),
  },
  sort: 'month,desc',
  totals: ['loads', 'loadedCl', 'signedCl', 'amountCents', 'netCents', 'freightAmountCents'],
  acts: ['list'],
})
