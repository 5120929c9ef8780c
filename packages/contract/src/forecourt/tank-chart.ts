import { z } from 'zod'
import { endpoint, resource } from '../kit.ts'
import { Centilitres, Id, Instant, Ref, Text } from '../units.ts'

const length = z.int().min(100).max(100_000)
/** What a lying cylinder is charted from; null where the chart is a list of points. */
const dimensions = {
  diameterMm: z.int().min(100).max(5_000).nullable().default(null),
  lengthMm: length.nullable().default(null),
  heads: z.enum(['flat', 'elliptical']).nullable().default(null),
  tiltMmPerM: z.number().min(-100).max(100).multipleOf(0.1, 'oneDecimal').nullable().default(null),
  gaugeAtMm: z.int().min(0).max(100_000).nullable().default(null),
}
const Point = z.strictObject({ heightMm: z.int().min(0).max(20_000), volumeCl: Centilitres.min(0).max(1_000_000_00) })

/**
 * 罐容表: what a tank holds at a height of its fuel. A tank has versions of it, each in force from its moment until the next; none is
 * edited, and a reading keeps the version that its volume was made by.
 */
export const tankCharts = resource('tankCharts', {
  table: 'tank_chart',
  scope: 'station',
  permission: 'forecourt.tank',
  body: z.object({
    tankId: Ref('tanks'),
    kind: z.enum(['points', 'cylinder', 'learned']),
    ...dimensions,
    description: Text(200).default(''),
  }),
  read: {
    stationId: Ref('stations'),
    fromAt: Instant,
    /** How many points it has, and the last of them. */
    pointCount: z.int(),
    topMm: z.int(),
    topCl: Centilitres,
    createdById: Ref('users').nullable(),
    createdDate: Instant,
  },
  label: ['fromAt'],
  versioned: false,
  sort: 'fromAt,desc',
  acts: ['list'],
})

export const addTankChart = endpoint('POST', '/tankCharts', {
  permission: 'forecourt.tank.write',
  idempotent: true,
  summary: 'A new version of a tank chart: from points that rise strictly, or from the dimensions of a lying cylinder',
  body: tankCharts.body.extend({
    /** What was learned is accepted where it is proposed. */
    kind: z.enum(['points', 'cylinder']),
    /** From when on it is in force; at once, when it is left out. */
    fromAt: Instant.nullable().default(null),
    points: z.array(Point).max(5_001).default([]),
  }),
  returns: z.looseObject(tankCharts.row.shape),
  rows: true,
})
export const tankChartPoints = endpoint('GET', '/tankCharts/:id/points', {
  permission: 'forecourt.tank.read',
  summary: 'The points of a version of a tank chart',
  returns: z.object({ id: Id, points: z.array(Point) }),
})
