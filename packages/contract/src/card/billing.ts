import { z } from 'zod'

/**
 * 不开票, 消费开票, 充值开票: which movements of a card are billed. A fleet's stands for all of its cards; a change counts from the next
 * movement. @source requirements CRD-004, INV-009; decisions CD23
 */
export const BillingType = z.enum(['forbidden', 'consume', 'charge'])
export type BillingType = z.output<typeof BillingType>
