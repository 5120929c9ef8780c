import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { verdicts } from '../measure/engine/unloading.ts'
import { Centilitres, Instant } from '../units.ts'

/** One side of an unloading: the level that stood still, by so many readings of the gauge, or by one dip. */
const Side = z.object({ volumeCl: Centilitres, temperature: z.number().nullable(), count: z.int() })
export type CockpitSide = z.output<typeof Side>

/** 短量、溢量、相符: what was received against the note, and how sure that is. */
const Judgement = z.object({
  receivedCl: Centilitres,
  noteCl: Centilitres,
  /** Received − note; below zero is short. */
  differenceCl: Centilitres,
  /** Two standard deviations: of the gauge, of the pumps' meters, of the note, and of temperatures. */
  uncertaintyCl: Centilitres,
  verdict: z.enum(verdicts),
  /** How sure it is that something is missing, or too much, in percent. */
  confidence: z.number(),
})
export type DeliveryJudgement = z.output<typeof Judgement>

const Cockpit = z.object({
  /** What the gauge told from an hour before it began to an hour after it ended; fewer of them where it tells very often. */
  readings: z.array(
    z.object({
      at: Instant,
      volumeCl: Centilitres,
      temperature: z.number().nullable(),
      /** Sold from the tank's nozzles since the first of these readings. */
      soldCl: Centilitres,
    }),
  ),
  /** By the gauge where it measured before it began, else by the dips that were entered. */
  byGauge: z.boolean(),
  before: Side,
  /** Null while the level rises. */
  after: Side.nullable(),
  /** When it stood still again. */
  stillAt: Instant.nullable(),
  /** Sold between the two sides. */
  soldCl: Centilitres,
  /** As observed; null while it unloads, and without a note. */
  observed: Judgement.nullable(),
  /** At the reference temperature, which is the one that counts; null where it is not known. @source decisions WS8 */
  atReference: Judgement.nullable(),
  /** From which confidence on it is called short or over. */
  askedConfidence: z.int(),
})
export type DeliveryCockpit = z.output<typeof Cockpit>

export const deliveryCockpit = endpoint('GET', '/oilInfos/:id/cockpit', {
  permission: 'oilInfo.read',
  returns: Cockpit,
  summary: 'An unloading as the gauge shows it, while it goes on and afterwards: the level, both sides, what is short or over, how surely',
})
