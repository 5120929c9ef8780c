import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { Centilitres, Instant } from '../units.ts'

/** A year and a day, so that a curve reaches from a day to the same day a year before. */
const longestMs = 367 * 86_400_000
/** A curve has about so many buckets, and of each of them four readings at most. */
export const levelBuckets = 300

const Height = z.int().nullable()
const Level = z.object({ at: Instant, volumeCl: Centilitres })

/**
 * 液位曲线: what the gauge of a tank has told, thinned out for a drawing. Time is cut into buckets; of each the first, the lowest, the highest
 * and the last reading are kept, so that no delivery, dry tank or sudden loss disappears. Dips are told one by one. What was struck out is
 * in neither.
 */
export const tankLevels = endpoint('GET', '/tanks/:id/levels', {
  permission: 'forecourt.tank.read',
  summary: 'The level of a tank over a time, thinned out without losing the lowest and the highest readings',
  query: z.strictObject({ startTime: Instant, endTime: Instant }).refine(
    ({ startTime, endTime }) => {
      const lengthMs = Date.parse(endTime) - Date.parse(startTime)
      return lengthMs >= 0 && lengthMs <= longestMs
    },
    { path: ['endTime'], message: 'statisticsRange' },
  ),
  returns: z.object({
    bucketSeconds: z.int(),
    /** By the settings of the station. */
    limits: z.object({ lowCl: Centilitres, highCl: Centilitres, stopCl: Centilitres, waterMaxMm: z.int() }),
    /** How many readings of the gauge it is drawn from. */
    readings: z.int(),
    /** In the order of time. From an hour a bucket on, the first and the last bucket are whole. */
    levels: z.array(Level),
    /** Of each bucket the highest water, with its first moment; only where the gauge tells water. */
    water: z.array(z.object({ at: Instant, heightMm: z.int() })),
    /** The newest ones, where there are very many. */
    dips: z.array(Level.extend({ oilHeightMm: Height, waterHeightMm: Height })),
  }),
})
