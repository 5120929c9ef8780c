import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { Cents, CentsPerL, Centilitres, Id, LocalDate, Ref } from '../units.ts'

/** So many weeks before and after a change are compared, and so far back changes are looked for. */
export const replayDays = 7
export const replayMonths = 12
/** Fewer earlier changes say nothing of the next one. */
export const replayChangesLeast = 3

/** The litres of the week after an earlier change, in hundredths of a percent of the week before. */
const Share = z.int()
const Line = z.object({
  productId: Id,
  productName: z.string(),
  /** What was sold in these weeks, at list price. */
  litresCl: Centilitres,
  soldCents: Cents,
  /** The same litres at the candidate price, and how much more that is. */
  candidateCents: Cents,
  moreCents: Cents,
  /** What the litres earned over their cost, and would earn at the candidate price; null where no cost was entered. */
  marginCents: Cents.nullable(),
  candidateMarginCents: Cents.nullable(),
  /** At so many litres the candidate price earns what was earned; null without a cost, or where it earns nothing at all. */
  breakEvenCl: Centilitres.nullable(),
  /** What the tanks of these stations hold, and by how much the candidate price changes what that is worth. */
  stockCl: Centilitres,
  stockMoreCents: Cents,
  /**
   * Earlier changes in the same direction: how litres went in the week after beside the week before. Four of five lay between `low` and
   * `high`; `inside` is how many of them lay within the band that the others give. Null where there were too few.
   */
  earlier: z.object({ changes: z.int(), low: Share, middle: Share, high: Share, inside: z.int() }).nullable(),
})
export type PriceReplayLine = z.output<typeof Line>

/** 试算: the sales of the last weeks at a candidate price. */
export const priceReplay = endpoint('POST', '/priceChanges/replay', {
  permission: 'forecourt.price.write',
  reads: true,
  summary: 'The last weeks’ own sales at candidate prices: litres, margin, break-even, stock, and how earlier changes went',
  body: z.strictObject({
    stationIds: z.array(Ref('stations')).min(1).max(1000),
    /** Whole weeks that ended yesterday. */
    weeks: z.int().min(1).max(26).default(4),
    prices: z
      .array(
        z.strictObject({
          productId: Ref('products'),
          priceCents: CentsPerL,
          /** What a litre costs to buy. */
          costCents: CentsPerL.nullable().default(null),
        }),
      )
      .min(1)
      .max(50),
  }),
  returns: z.object({ from: LocalDate, to: LocalDate, currency: z.string(), lines: z.array(Line) }),
})
