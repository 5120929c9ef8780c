import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { Ref } from '../units.ts'
import { TankAlarmKind } from './tank-alarm.ts'

/** A tank that wants somebody to act: nearly empty, with more water at its bottom than the station allows, or with an alarm. */
const TankToWatch = z.object({
  id: Ref('tanks'),
  number: z.int(),
  stationId: Ref('stations'),
  productName: z.string(),
  /** Of the tank's volume, rounded down. */
  percent: z.int(),
  waterHeightMm: z.int(),
  low: z.boolean(),
  wet: z.boolean(),
  /** What nobody has acknowledged yet. */
  alarms: z.array(TankAlarmKind),
})

/** The limits are the setting `tanks` of each station. A tank that nobody has measured is not judged. */
export const tankWatch = endpoint('GET', '/tanks/watch', {
  permission: 'forecourt.tank.read',
  returns: z.object({ content: z.array(TankToWatch) }),
  summary: 'Measured tanks of the chosen station, or of all of them, that are nearly empty, hold too much water or have an alarm',
})
