import { z } from 'zod'
import { Cents } from '../units.ts'

/** What becomes of coupons whose top-up or sale is given back: unused ones are taken back, used ones stay and have cost so much. */
export const CouponsTakenBack = z.object({ unused: z.int(), used: z.int(), usedCents: Cents })
