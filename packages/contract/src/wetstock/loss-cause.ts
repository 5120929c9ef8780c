import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { Centilitres, Id, Instant, LocalDate, Ref } from '../units.ts'
import { InventoryPeriod } from './fuel-inventory.ts'

/**
 * Why a tank holds less, or more, than its book. Exact: a stand-alone sale (the totaliser ran and no sale says so), an adjustment of the
 * book, what was booked in another shift than it happened in. Estimated from the readings: a short load, the drift of a meter, a leak, a
 * test whose fuel did not come back (calibration), an unrecorded delivery. Measured: temperature; water that came with a load.
 * @source docs/adr/0096
 */
export const LossCause = z.enum([
  'shortLoad',
  'meterDrift',
  'standAlone',
  'temperature',
  'water',
  'calibration',
  'leak',
  'otherShift',
  'adjustment',
  'unrecordedLoad',
])
export type LossCause = z.output<typeof LossCause>

/** A row that shows it. */
const LossEvidence = z.object({
  of: z.enum(['orders', 'oilInfos', 'classSettles', 'meterEvents', 'tankReadings', 'tankEntries', 'foundDeliveries']),
  id: Id,
  label: z.string(),
  at: Instant.nullable(),
  volumeCl: Centilitres.nullable(),
})
export type LossEvidence = z.output<typeof LossEvidence>

const LossLine = z.object({
  cause: LossCause,
  nozzleControlId: Ref('nozzleControls').nullable(),
  /** The number of the nozzle. */
  nozzle: z.int().nullable(),
  /** With the sign of the variance: minus is lost. */
  volumeCl: Centilitres,
  /** At the sales price of the moment, for that is what the litres would have brought. */
  amountCents: z.int(),
  /** Percent; 100 for what is exact. */
  confidence: z.number(),
  /** Of an estimate: two standard deviations of its litres. */
  uncertaintyCl: Centilitres.nullable(),
  /** How many rows show it; the first of them are the evidence. */
  count: z.int(),
  evidence: z.array(LossEvidence),
})
export type LossLine = z.output<typeof LossLine>

const Sums = z.object({
  /** Measured − book, what the time added to it; null where it was not measured at both ends. */
  varianceCl: Centilitres.nullable(),
  varianceCents: z.int().nullable(),
  causes: z.array(LossLine),
  /** The rest: variance = causes + unexplained, to the centilitre. Null where the variance is not known. */
  unexplainedCl: Centilitres.nullable(),
  unexplainedCents: z.int().nullable(),
  /** False where densities or temperatures are not known: then what warmth does stays among the unexplained. */
  temperatureKnown: z.boolean(),
})

const Losses = z.object({
  ...Sums.shape,
  stationId: Ref('stations'),
  tankIds: z.array(Ref('tanks')),
  manifold: z.string(),
  productId: Ref('products'),
  currency: z.string(),
  startTime: Instant,
  endTime: Instant,
  /** The weeks whose readings are behind the estimates, how many hours of them were measured, and what one reading is off by. */
  studiedFrom: Instant,
  studiedUntil: Instant,
  hours: z.int(),
  noiseCl: Centilitres.nullable(),
  /** Between which readings the level moved at once and the books know of nothing: part of what is unexplained. Minus is lost. */
  atOnce: z.array(z.object({ from: Instant, until: Instant, volumeCl: Centilitres })),
  /** Each shift of the time, with the same causes; they add up to those above. */
  shifts: z.array(
    z.object({
      classSettleId: Ref('classSettles'),
      businessDay: LocalDate,
      shiftNumber: z.int(),
      ...Sums.shape,
      causes: z.array(LossLine.pick({ cause: true, nozzleControlId: true, nozzle: true, volumeCl: true, amountCents: true })),
    }),
  ),
})
export type Losses = z.output<typeof Losses>

/** 损耗原因: of one row of the fuel inventory, with whatever tanks are connected to its own. */
export const lossCauses = endpoint('GET', '/fuelInventories/:id/causes', {
  permission: 'fuelInventory.read',
  query: z.strictObject({ period: InventoryPeriod.default('shift') }),
  returns: Losses,
  summary: 'Why a tank or manifold holds less or more than its book, by shift, nozzle and cause: litres, money, confidence, evidence',
})
