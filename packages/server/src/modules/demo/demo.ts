import { orderPayments } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/postgres/database.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import { everyModule, type DemoAct } from '../../platform/module.ts'
import { assert, refuse } from '../../platform/execution/refusal.ts'
import { act, person, within } from './act.ts'
import { issueCards, type Counter } from './cards.ts'
import { hirePeople, openCompany, type Account } from './company.ts'
import { furnish, stockFuels, type Yard } from './equipment.ts'
import { liveBusyDays } from './busy-days.ts'
import { demoFacts, type DemoFacts } from './facts.ts'
import { dayOf, newPlay, send, unpaid, type Play } from './month.ts'
import { liftedAt, oddities } from './oddities.ts'
import { chanceFrom } from './random.ts'
import { busyRiverside, harbour, riverside, type CompanyScript } from './script.ts'
import { daysOf, shiftsOf, unsettledMs } from './shifts.ts'

/**
 * Two invented companies with a month behind them, up to now. All money moves through the product's own acts.
 * The same moment gives the same demo. Never in production: its passwords are printed.
 * @param size as large as companies are, to be looked at; or small, for tests
 */
export async function seedDemo(db: Database, now: Date, size: 'large' | 'small' = 'small'): Promise<DemoFacts> {
  const scripts = [size === 'large' ? busyRiverside : riverside, harbour]
  return db.connection().execute(async one => {
    // What is lost in a power cut before the first sign-in is made again.
    await sql`set synchronous_commit = off`.execute(one)
    try {
      for (const [turn, script] of scripts.entries()) await stageCompany(one, script, now, turn)
    } finally {
      await sql`reset synchronous_commit`.execute(one)
    }
    return (await demoFacts(one)) ?? refuse('notFound')
  })
}

async function stageCompany(db: Database, script: CompanyScript, now: Date, turn: number): Promise<void> {
  const { busyDays = 0 } = script
  const today = dayAt(now, script.zone)
  const midnight = startOf(today, script.zone)
  const days = daysOfScript(script, today)
  const from = startOf(today.subtract({ days }), script.zone)
  // What is sold at random ends here; from here on the stations are lived in.
  const quietUntil = busyDays > 0 ? startOf(today.subtract({ days: busyDays }), script.zone) : now
  const { stage, stations } = await openCompany(db, script, from)
  const accounts = await hirePeople(stage, script, stations, from)
  const yards = await within(stage, now, async ctx => {
    const fuels = await stockFuels(ctx, script, stage.companyId, stations, midnight)
    const made: Yard[] = []
    for (const station of stations) made.push(await furnish(ctx, script, stage.companyId, station, fuels))
    return made
  })
  const chance = chanceFrom(2026 + turn)
  const counters = yards.map(yard => counterOf(yard, accounts))
  const fleetLeaderId = accounts.find(account => account.role === 'group_master')!.id
  const { issued, acts } = await issueCards(stage, chance, { members: script.members, fleetLeaderId }, counters, from, quietUntil)
  const plays = yards.map((yard, at) =>
    newPlay({
      stage: { ...stage, zone: yard.script.zone ?? stage.zone },
      chance,
      yard,
      counter: counters[at]!,
      cards: issued,
      perDay: script.salesPerDay,
      presets: script.presets,
    }),
  )
  for (const play of plays) {
    const { zone } = play.stage
    const until = busyDays > 0 ? startOf(dayAt(now, zone).subtract({ days: busyDays }), zone) : now
    // Before the busy days every day is settled; of the last ones two are left to the user.
    const settledUntil = busyDays > 0 ? new Date(until.getTime() + unsettledMs) : now
    acts.push(...monthOf(play, dayAt(until, zone), { until, settledUntil }, days - busyDays))
  }

  const posts = counters.map(({ stationId: id, leaderId }, at) => ({ id, leaderId, code: yards[at]!.code }))
  const { companyId, zone } = stage
  const inCompany = <T>(at: Date, run: (ctx: Ctx) => Promise<T>) => within(stage, at, run)
  acts.push(
    ...everyModule().flatMap(({ demo }) => demo?.({ companyId, zone, from, now, stations: posts, cards: issued, within: inCompany }) ?? []),
  )

  await live(db, acts, now)
  if (busyDays > 0) await liveBusyDays(script, plays, accounts, now, () => analyze(db))
  for (const play of plays) await leaveOpen(play, now)
}

/** Of a month that is to be settled a week at least: one who opens it at the end of the next finds what was bought, sold and earned. */
export const daysOfScript = ({ days }: Pick<CompanyScript, 'days'>, today: Temporal.PlainDate) =>
  days < 28 ? days : Math.max(days, today.day + 7)
const dayAt = (at: Date, zone: string) => Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate()
const startOf = (day: Temporal.PlainDate, zone: string) => new Date(day.toZonedDateTime(zone).startOfDay().epochMilliseconds)

function counterOf({ id, code }: Yard, accounts: readonly Account[]): Counter {
  const here = (role: Account['role']) => accounts.filter(account => account.role === role && account.stations.includes(code))
  const leader = here('station_leader')[0]
  assert(leader, `${code} has a leader`)
  const employeeIds = [...here('station_employee'), ...here('station_salesman'), leader].map(account => account.id)
  return { stationId: id, leaderId: leader.id, employeeIds }
}

/**
 * In the order in which it happened; what should happen later than now has not. A month is written faster than the database looks at its
 * tables by itself, and plans for empty ones would read all rows of the company for each of them: the owner has them looked at after 4, 16,
 * 64 … acts.
 */
async function live(db: Database, acts: readonly DemoAct[], now: Date): Promise<void> {
  const past = acts.filter(each => each.at <= now).sort((a, b) => a.at.getTime() - b.at.getTime())
  let next = 4
  for (const [at, each] of past.entries()) {
    if (at === next) {
      await analyze(db)
      next *= 4
    }
    await each.run()
  }
}

/** The application's role may not; the other role ends with the transaction, however that ends. */
const analyze = (db: Database): Promise<unknown> =>
  db.transaction().execute(async tx => {
    await sql`set local role none`.execute(tx)
    await sql`analyze`.execute(tx)
  })

function monthOf(
  play: Play,
  today: Temporal.PlainDate,
  { until: now, settledUntil }: { until: Date; settledUntil: Date },
  days: number,
): DemoAct[] {
  const acts: DemoAct[] = []
  if (play.yard.script.shifts) play.memory.stuckSince = liftedAt(now)
  for (let ago = days - 1; ago >= 0; ago--) acts.push(...dayOf(play, today.subtract({ days: ago }), now, ago < 3))
  if (play.yard.script.shifts)
    acts.push(...shiftsOf(play, today, now, days), ...daysOf(play, today, settledUntil, days), ...oddities(play, today, now))
  return acts
}

/** What is under way at this moment: two unpaid sales, one paid in part, one held by a terminal. */
async function leaveOpen(play: Play, now: Date): Promise<void> {
  const { stage, yard, counter } = play
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const taken = await send(
    play,
    yard.controller,
    [14, 9, 6, 3].map(minutes => unpaid(play, ago(minutes))),
    now,
  )
  const by = person(stage, counter.leaderId, 'station_leader', yard.id)
  const [, , part, held] = taken.map(({ order }) => order!)
  if (part!.totalCents > 50_00) await act(stage, by, now, orderPayments.cash, { id: part!.id, body: { amountCents: 50_00 } })
  await act(stage, by, now, orderPayments.lock, { id: held!.id })
}
