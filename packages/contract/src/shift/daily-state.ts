import { z } from 'zod'
import { endpoint, resource } from '../kit.ts'
import { Id, Instant, LocalDate, Ref } from '../units.ts'

export const DailyStateStatus = z.enum(['open', 'closed'])

/**
 * 班次 / 自然日: what a station's litres and money belong to while they are made. A station without shifts, or between two, is in a natural day.
 * @source spec 0 §3 "Shift (daily state)", §4; decisions.md B6, D9
 */
export const dailyStates = resource('dailyStates', {
  table: 'daily_state',
  scope: 'station',
  permission: 'shift.state',
  body: z.object({ stationId: Ref('stations') }),
  read: {
    companyId: Ref('companies'),
    isNatureDay: z.boolean(),
    /** The day of the station on which it began. */
    businessDay: LocalDate,
    /** Counts the states of one business day from 1. */
    number: z.int(),
    startTime: Instant,
    endTime: Instant.nullable(),
    status: DailyStateStatus,
    startedBy: z.string(),
    closedBy: z.string().nullable(),
    /** Closed although orders were unpaid; they were carried over. */
    forced: z.boolean(),
    createdDate: Instant,
  },
  label: ['businessDay', 'number', 'isNatureDay'],
  versioned: false,
  sort: 'id,desc',
  acts: ['list', 'get'],
})

/** Begins a shift now. The natural day that was running ends at this instant. */
export const startShift = endpoint('POST', '/dailyStates', {
  permission: 'shift.start',
  body: z.strictObject({ stationId: Id }),
  returns: dailyStates.row,
  rows: true,
  idempotent: true,
  summary: 'Begins a shift at a station that works in shifts and has none running',
})
