import type { Invariant } from '../../platform/invariant.ts'

/** @source invariant I12 */
export const shiftInvariants: readonly Invariant[] = [
  {
    invariant: 'I12',
    says: 'the shifts of a station do not overlap, and one at most is open',
    query: `
      select 'shift ' || id as subject,
        coalesce(start_time >= lag(end_time) over station and (lag(status) over station = 'closed'), true) as holds
      from {daily_state} daily_state window station as (partition by station_id order by start_time, id)`,
  },
  {
    invariant: 'I12',
    says: 'a shift begins at the instant at which what ran before it ended',
    query: `
      select 'shift ' || id as subject, is_nature_day or coalesce(start_time = lag(end_time) over station, true) as holds
      from {daily_state} daily_state window station as (partition by station_id order by start_time, id)`,
  },
]
