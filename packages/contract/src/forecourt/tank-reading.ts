import { z } from 'zod'
import { endpoint, resource } from '../kit.ts'
import { Centilitres, Instant, Name, Ref } from '../units.ts'
import { Tank } from './tank.ts'

const { oilHeightMm, waterHeightMm, temperature } = Tank.shape
const Volume = Centilitres.min(0).max(1_000_000_00)
/** Some gauges tell volumes alone: what they do not tell stays unknown. @source decisions-breadth.md WS17 */
const heights = {
  oilHeightMm: oilHeightMm.unwrap().nullable().default(null),
  waterHeightMm: waterHeightMm.unwrap().nullable().default(null),
  temperature,
}
const measures = { volumeCl: Volume, ...heights }

/** 液位仪, 人工量油. */
export const ReadingSource = z.enum(['gauge', 'dip'])

/**
 * 液位记录: what was measured of a tank, by its gauge or by a person with a dipstick. It is never edited: a wrong one is struck out and
 * stays in sight. The latest that is not struck out stands at the tank itself.
 * @source decisions-breadth.md WS1, WS16
 */
export const tankReadings = resource('tankReadings', {
  table: 'tank_reading',
  scope: 'station',
  permission: 'forecourt.tank',
  body: z.object({ stationId: Ref('stations'), tankId: Ref('tanks'), measuredAt: Instant, ...measures }),
  read: {
    source: ReadingSource,
    /** What the tank held then. */
    productId: Ref('products'),
    /** The device that told it, or the person who dipped. */
    deviceId: Ref('devices').nullable(),
    enteredById: Ref('users').nullable(),
    /** The number that the device has given it. */
    sequence: z.int().nullable(),
    /** The tank chart that made the volume out of the heights; null where the volume is as it was told. */
    chartId: Ref('tankCharts').nullable(),
    /** The volume that was told besides heights, where the chart made another. */
    toldVolumeCl: Volume.nullable(),
    struckAt: Instant.nullable(),
    struckById: Ref('users').nullable(),
    strikeReason: z.string().nullable(),
    createdDate: Instant,
  },
  versioned: false,
  sort: 'measuredAt,desc',
  acts: ['list'],
})

export const reportTankReadings = endpoint('POST', '/tankReadings', {
  permission: 'device.self',
  summary:
    'A device of the forecourt tells what the gauge has measured. The same tank and moment, or the same number, is the same reading.',
  body: z.strictObject({
    readings: z
      .array(z.strictObject({ number: z.int(), measuredAt: Instant, sequence: z.int().min(0).nullable().default(null), ...measures }))
      .min(1)
      .max(5000),
  }),
  /** How many were new, and how many tanks they are the latest of. */
  returns: z.object({ taken: z.int(), changed: z.int() }),
})

const Reading = z.looseObject(tankReadings.row.shape)
export const enterDip = endpoint('POST', '/tankReadings/dips', {
  permission: 'forecourt.dip.write',
  idempotent: true,
  summary: 'Somebody has dipped a tank: the volume follows from the heights where the tank has a chart',
  body: z.strictObject({
    tankId: Ref('tanks'),
    /** Now, when it is left out. */
    measuredAt: Instant.nullable().default(null),
    ...heights,
    volumeCl: Volume.nullable().default(null),
  }),
  returns: Reading,
  rows: true,
})
export const strikeReading = endpoint('POST', '/tankReadings/:id/strike', {
  permission: 'forecourt.dip.write',
  summary: 'Strikes out a wrong reading. The tank then shows the latest one before it',
  body: z.strictObject({ reason: Name(200) }),
  returns: Reading,
  rows: true,
})
