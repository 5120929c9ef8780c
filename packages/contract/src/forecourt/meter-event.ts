import { z } from 'zod'
import { endpoint, resource } from '../kit.ts'
import { Centilitres, Instant, Name, Ref, Text } from '../units.ts'

/** 换表, 泵码翻转, 校验回罐. */
export const MeterEventKind = z.enum(['exchange', 'rollover', 'test'])
export type MeterEventKind = z.output<typeof MeterEventKind>
const Totaliser = Centilitres.min(0).max(1_000_000_000_000)

/**
 * 泵码事件: what happened to the meter of a nozzle that was not a sale. It was exchanged, or rolled over at its last figure: then it goes on
 * from another reading. Or it was tested: what ran through it went back into the tank, and is neither sale nor loss. The shift that it
 * happened in counts what ran through its pumps accordingly. Never edited: a wrong one is struck out before the shift is closed.
 */
export const meterEvents = resource('meterEvents', {
  table: 'meter_event',
  scope: 'station',
  permission: 'forecourt.meterEvent',
  versioned: false,
  body: z.object({}),
  read: {
    stationId: Ref('stations'),
    nozzleControlId: Ref('nozzleControls'),
    kind: MeterEventKind,
    happenedAt: Instant,
    /** The last reading before, and the first one after; null for a test. */
    beforeCl: Totaliser.nullable(),
    afterCl: Totaliser.nullable(),
    /** What a test let run and returned to the tank; null for the others. */
    volumeCl: Centilitres.nullable(),
    document: z.string(),
    reason: z.string(),
    enteredById: Ref('users').nullable(),
    createdDate: Instant,
    struckAt: Instant.nullable(),
    struckById: Ref('users').nullable(),
    strikeReason: z.string().nullable(),
  },
  sort: 'happenedAt,desc',
  acts: ['list'],
})

const Event = z.looseObject(meterEvents.row.shape)
export const addMeterEvent = endpoint('POST', '/meterEvents', {
  permission: 'forecourt.meterEvent.write',
  idempotent: true,
  summary: 'Enters that the meter of a nozzle was exchanged, rolled over or tested',
  body: z.strictObject({
    nozzleControlId: Ref('nozzleControls'),
    kind: MeterEventKind,
    /** Now, when it is left out. */
    happenedAt: Instant.nullable().default(null),
    beforeCl: Totaliser.nullable().default(null),
    afterCl: Totaliser.nullable().default(null),
    volumeCl: Centilitres.min(1).max(1_000_00).nullable().default(null),
    /** The number of the certificate or work order. */
    document: Text(60).default(''),
    reason: Name(200),
  }),
  returns: Event,
  rows: true,
})
export const strikeMeterEvent = endpoint('POST', '/meterEvents/:id/strike', {
  permission: 'forecourt.meterEvent.write',
  summary: 'Strikes out a wrong event of a meter, as long as its shift is not closed',
  body: z.strictObject({ reason: Name(200) }),
  returns: Event,
  rows: true,
})
