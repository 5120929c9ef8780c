import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { Cents, Centilitres, Ref } from '../units.ts'

/**
 * What a person sold or entered in the state that is running at the chosen station: closed orders were not sales. For people who may
 * not read the list of orders, too.
 */
export const ownSales = endpoint('GET', '/orders/own', {
  permission: 'order.manual',
  returns: z.object({
    /** The running shift or natural day; null before anything has happened in it. */
    dailyStateId: Ref('dailyStates').nullable(),
    orders: z.int(),
    /** Of them entered by hand. */
    manual: z.int(),
    totalCents: Cents,
    volumeCl: Centilitres,
  }),
  summary: 'What the caller sold in the running shift or natural day of the chosen station',
})
