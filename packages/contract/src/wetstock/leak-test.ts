import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { Centilitres, Id, Instant } from '../units.ts'

/** So far back readings are looked at: what leaks is to be found within a month. */
export const leakTestDays = 31
/** Centilitres an hour; above zero fuel is lost. */
const Rate = z.number()

const LeakTest = z.object({
  /** The tank, or all tanks that are connected with it: what they lose is lost by all of them. @source decisions WS21 */
  tanks: z.array(z.object({ id: Id, number: z.int() })),
  from: Instant,
  until: Instant,
  verdict: z.enum(['tight', 'leak', 'inconclusive', 'unknown']),
  /** Why nothing is known: too little quiet time, or a gauge whose temperature never moves. */
  reason: z.enum(['tooShort', 'noTemperature']).nullable(),
  /** Quiet time that was used, and what is missing of it. */
  hours: z.number(),
  missingHours: z.number(),
  missingStretches: z.int(),
  /** Whether the density was known; without it the expansion is taken as somewhere between petrol and diesel. */
  byDensity: z.boolean(),
  found: z
    .object({
      rate: Rate,
      standardError: Rate,
      degrees: z.int(),
      /** From this rate on it is called a leak. */
      threshold: Rate,
      /** The smallest rate that is found nearly always. */
      detectable: Rate,
    })
    .nullable(),
  /** How likely a leak of a rate is found, by the figures of this tank. */
  power: z.array(z.object({ rate: Rate, chance: z.number() })),
  stretches: z.array(
    z.object({ from: Instant, until: Instant, readings: z.int(), rate: Rate, standardError: Rate, volumeCl: Centilitres }),
  ),
})
export type TankLeakTest = z.output<typeof LeakTest>

export const tankLeakTest = endpoint('GET', '/tanks/:id/leakTest', {
  permission: 'fuelInventory.read',
  returns: LeakTest,
  summary: 'Whether a tank loses fuel in the hours in which nothing is sold: rate, verdict, the stretches behind it, what it can find',
})
