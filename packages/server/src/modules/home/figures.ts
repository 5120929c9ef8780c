import { dailyStates, orders, ownSales, salesByHour, users, type bootstrap, type Returned } from '@forecourt/contract'
import { unlessRefused, type OtherCall } from '../../platform/execution/other-calls.ts'
import { dayOf, nextDay, startOf } from '../shift/index.ts'

type Figures = NonNullable<Returned<typeof bootstrap>['home']>
type Profile = Returned<typeof bootstrap>['profile']

interface Where {
  readonly now: Date
  readonly zone: string
  readonly station: number
  readonly profile: Profile
}

/** What home begins with, as far as the user may read it; what is refused is left to the page, which then says why. */
export async function figuresAt(ask: OtherCall, { now, zone, station, profile }: Where): Promise<Figures> {
  const day = dayOf(now, zone)
  return {
    stationId: station,
    day,
    at: now.toISOString(),
    sales: await unlessRefused(salesOf(ask, day, now, zone)),
    shift: await unlessRefused(shiftOf(ask, station, profile)),
    own: await unlessRefused(ask(ownSales, {})),
  }
}

/** By the clock of the station: where clocks change, a week is not always as long. */
async function salesOf(ask: OtherCall, day: string, now: Date, zone: string): Promise<Figures['sales']> {
  const hours = (from: Date, to: Date) => ask(salesByHour, { query: { from: from.toISOString(), to: to.toISOString() } })
  const before = Temporal.PlainDate.from(day).subtract({ days: 7 }).toString()
  const weekAgo = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).subtract({ days: 7 })
  const start = startOf(before, zone)
  return {
    today: await hours(startOf(day, zone), startOf(nextDay(day), zone)),
    lastWeek: await hours(start, startOf(nextDay(before), zone)),
    // At midnight itself nothing lies between.
    lastWeekUntilNow: await hours(start, new Date(Math.max(weekAgo.epochMilliseconds, start.getTime() + 1))),
  }
}

async function shiftOf(ask: OtherCall, station: number, profile: Profile): Promise<Figures['shift']> {
  const states = await ask(dailyStates.list, { query: { page: 0, size: 2, sort: 'id,desc', search: `station.id:${station}` } })
  const running = states.content.find(({ status }) => status === 'open')
  const sold = running && (await unlessRefused(ask(orders.totals, { query: { search: `shift.id:${running.id}` } })))
  return { states, sold: sold ?? null, starter: running ? await nameOf(ask, running.startedBy, profile) : null }
}

/** Who began it, if it was a person whom the user may know. */
async function nameOf(ask: OtherCall, key: string, profile: Profile): Promise<string | null> {
  const id = Number(/^user:(\d+)$/.exec(key)?.[1])
  if (!id || id === profile.id) return id ? profile.name : null
  return (await unlessRefused(ask(users.get, { id })))?.name ?? null
}
