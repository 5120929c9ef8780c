import { z } from 'zod'
import { endpoint, resource } from '../kit.ts'
import { Centilitres, Instant, Ref } from '../units.ts'
import { Tank } from './tank.ts'

const { oilHeightMm, waterHeightMm, temperature } = Tank.shape
/** Some gauges tell volumes alone: what they do not tell stays unknown. @source decisions-breadth.md WS17 */
const measures = {
  volumeCl: Centilitres.min(0).max(1_000_000_00),
  oilHeightMm: oilHeightMm.unwrap().nullable().default(null),
  waterHeightMm: waterHeightMm.unwrap().nullable().default(null),
  temperature,
}

/**
 * 液位记录: what a gauge has measured of a tank, kept as it was told. The latest one stands at the tank itself.
 * @source decisions-breadth.md WS1, WS16
 */
export const tankReadings = resource('tankReadings', {
  table: 'tank_reading',
  scope: 'station',
  permission: 'forecourt.tank',
  body: z.object({ stationId: Ref('stations'), tankId: Ref('tanks'), measuredAt: Instant, ...measures }),
  read: {
    /** What the tank held then. */
    productId: Ref('products'),
    /** Who told it. */
    deviceId: Ref('devices'),
    createdDate: Instant,
  },
  versioned: false,
  sort: 'measuredAt,desc',
  acts: ['list'],
})

export const reportTankReadings = endpoint('POST', '/tankReadings', {
  permission: 'device.self',
  summary: 'A device of the forecourt tells what the gauge has measured. The same tank and moment again is the same reading.',
  body: z.strictObject({
    readings: z
      .array(z.strictObject({ number: z.int(), measuredAt: Instant, ...measures }))
      .min(1)
      .max(1000),
  }),
  /** How many were new, and how many tanks they are the latest of. */
  returns: z.object({ taken: z.int(), changed: z.int() }),
})
