import { z } from 'zod'
import { endpoint, resource } from '../kit.ts'
import { actsBy } from '../status-acts.ts'
import { Instant, Ref, Text } from '../units.ts'

/** 高液位, 超高液位（停止卸油）, 低液位, 水位过高, 液位仪无数据, 渗漏, 油量突减. */
export const TankAlarmKind = z.enum(['high', 'stop', 'low', 'water', 'silent', 'leak', 'loss'])
export type TankAlarmKind = z.output<typeof TankAlarmKind>
export const TankAlarmState = z.enum(['raised', 'acknowledged', 'cleared'])

/**
 * 油罐报警: a limit that a tank has passed. One is open for each tank and limit, from the reading that passed it to the first one within it.
 * The limits are the settings `tanks` and `tankAlarms` of the station.
 */
export const tankAlarms = resource('tankAlarms', {
  table: 'tank_alarm',
  scope: 'station',
  permission: 'forecourt.tank',
  versioned: false,
  body: z.object({}),
  read: {
    stationId: Ref('stations'),
    tankId: Ref('tanks'),
    kind: TankAlarmKind,
    state: TankAlarmState,
    /** The limit, and what was found: percent of the tank, millimetres of water, minutes without a reading, millilitres an hour, litres. */
    bound: z.int(),
    found: z.int(),
    /** The moment of the reading that raised it; of a silent gauge that of its last one. */
    measuredAt: Instant,
    raisedAt: Instant,
    acknowledgedAt: Instant.nullable(),
    acknowledgedById: Ref('users').nullable(),
    note: z.string(),
    clearedAt: Instant.nullable(),
  },
  sort: 'raisedAt,desc',
  acts: ['list'],
})

export const acknowledgeTankAlarm = endpoint('POST', '/tankAlarms/:id/acknowledge', {
  permission: 'forecourt.tankAlarm.acknowledge',
  summary: 'Somebody sees to it. The alarm stays open until a reading is within the limit',
  body: z.strictObject({ note: Text(200).default('') }),
  returns: z.looseObject(tankAlarms.row.shape),
  rows: true,
})

export const tankAlarmActs = actsBy('tankAlarms.state', TankAlarmState, {
  acknowledge: { call: acknowledgeTankAlarm, in: ['raised'] },
})
