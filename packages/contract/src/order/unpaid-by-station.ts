import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { Cents, Ref } from '../units.ts'

/** Orders that are not fully paid, whenever they were sold; stations without one are left out. */
export const unpaidByStation = endpoint('GET', '/orders/unpaidByStation', {
  permission: 'order.sale.read',
  returns: z.object({ content: z.array(z.object({ stationId: Ref('stations'), orders: z.int(), unpaidCents: Cents })) }),
  summary: 'Orders that are not fully paid, and what they lack, at the chosen station or at each of them',
})
