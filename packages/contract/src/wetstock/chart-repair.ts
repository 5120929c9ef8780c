import { z } from 'zod'
import { tankCharts } from '../forecourt/tank-chart.ts'
import { endpoint } from '../kit.ts'
import { repairLacks } from '../measure/engine/chart-repair.ts'
import { Centilitres, Id, Instant, Name } from '../units.ts'

/** So far back levels and sales are compared. */
export const repairDays = 28

const MapPoint = z.object({
  heightMm: z.int(),
  /** True less what the chart says. */
  errorCl: Centilitres,
  /** Two standard deviations. */
  uncertaintyCl: Centilitres,
  /** How many levels stood near this height. */
  levels: z.int(),
})

const Repair = z.object({
  /** The version in force that is looked at; null where there is none. */
  chartId: Id.nullable(),
  from: Instant,
  until: Instant,
  state: z.enum(['tooLittle', 'fine', 'proposed']),
  /** What is missing where nothing is said. */
  lack: z.enum(repairLacks).nullable(),
  /** A shape (tilt, diameter), which says where the bottom is; or a curve, taken to be right at the lowest height seen. */
  kind: z.enum(['shape', 'curve']).nullable(),
  /** Of a shape: how much higher the fuel stands at the gauge, and how much wider the tank is than its chart. */
  shiftMm: z.number().nullable(),
  widerPercent: z.number().nullable(),
  days: z.number(),
  soldCl: Centilitres,
  levels: z.int(),
  pairs: z.int(),
  fromMm: z.int().nullable(),
  untilMm: z.int().nullable(),
  /** Only where heights were seen. */
  map: z.array(MapPoint),
  worst: MapPoint.nullable(),
  /** The chart in force and what is proposed, thinned out for a drawing. */
  curve: z.array(z.object({ heightMm: z.int(), presentCl: Centilitres, proposedCl: Centilitres })),
  /** By how much the measured stock changes at the level of now, once the proposal is in force. */
  stockChangeCl: Centilitres.nullable(),
  /** Says what is proposed: who accepts it names it, so that nothing is accepted that was not seen. */
  fingerprint: z.string().nullable(),
})
export type TankChartRepair = z.output<typeof Repair>

export const tankChartRepair = endpoint('GET', '/tanks/:id/chartRepair', {
  permission: 'forecourt.tank.read',
  returns: Repair,
  summary: 'What a tank chart is off by at each height, by levels and metered sales, and the chart that is proposed',
})

export const acceptChartRepair = endpoint('POST', '/tanks/:id/chartRepair', {
  permission: 'forecourt.tank.write',
  idempotent: true,
  summary: 'Takes the proposed chart as a new version, in force from now on. Earlier readings keep theirs',
  body: z.strictObject({ until: Instant, fingerprint: Name(100), description: Name(200) }),
  returns: z.looseObject(tankCharts.row.shape),
  rows: true,
})
