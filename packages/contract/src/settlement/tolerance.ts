import { z } from 'zod'
import { Cents, LongText, Text } from '../units.ts'

/**
 * One figure of a settlement against the tolerance of its station. `about` names it: `tender:cash`, `meters:<product>` (what the pumps
 * measured less what was sold), `tanks:<product>` (what left the tanks less what the pumps measured). What nobody counted, read or
 * measured has no figure. `amount` and `allowed` are cents or centilitres; beyond is |amount| > allowed.
 */
export const JudgedFigure = z.object({
  about: z.string(),
  side: z.enum(['tender', 'meters', 'tanks']),
  /** The pay type, or the name of the product. */
  name: z.string(),
  unit: z.enum(['cents', 'centilitres']),
  amount: z.int(),
  allowed: z.int(),
  beyond: z.boolean(),
})
export type JudgedFigure = z.output<typeof JudgedFigure>

/** What anyone who settles has confirmed: each figure beyond tolerance, typed as it is now, and one reason for them. */
export const acknowledgement = {
  acknowledged: z
    .array(z.strictObject({ about: Text(60), amount: Cents }))
    .max(200)
    .default([]),
  reason: LongText(500).default(''),
}
