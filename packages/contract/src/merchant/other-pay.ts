import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { PayTypeLine, TenderType } from '../order/pay-type.ts'
import { Id } from '../units.ts'

/** A way to pay, and what a station calls it; an empty name is the usual one. */
const Line = PayTypeLine.extend({ name: z.string().trim().max(20).default('') })
export type OtherPayLine = z.output<typeof Line>

/**
 * 其他支付方式: what a station takes besides cards and points, in which order it is offered, whether its slip is named, and what it is called
 * there. @source requirements PAY-002, PAY-014
 */
export const otherPay = endpoint('PUT', '/stations/:id/payTypes', {
  permission: 'org.stationConfig.write',
  body: z.strictObject({
    /** Of the station. */
    version: z.int(),
    payTypes: z
      .array(Line)
      .min(1)
      .max(TenderType.options.length)
      .refine(lines => new Set(lines.map(({ payType }) => payType)).size === lines.length, 'payTypeTwice'),
  }),
  returns: z.object({ id: Id, version: z.int() }),
  summary: 'Sets which pay types a station takes, in which order, with which names, and whether they need a serial number',
})
