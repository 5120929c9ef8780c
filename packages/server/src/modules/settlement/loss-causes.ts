import { lossCauses, type LossEvidence, type Losses } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { atOnceOf } from './loss-at-once.ts'
import { systemOf, type TankSystem } from './loss-books.ts'
import { linesOf, partsOf, shiftsOf, worth, type Shown } from './loss-lines.ts'
import { LossStudies } from './loss-studies.ts'

/** Why a tank, or connected tanks, hold less or more than their book: of a shift, a day or a month. @throws notFound */
async function lossesOf(ctx: Ctx, system: TankSystem): Promise<Losses> {
  const { facts, study } = await new LossStudies(ctx).of(system)
  const parts = partsOf(system, facts, study)
  const { curve } = study
  const shifts = shiftsOf(system, parts, facts.numbers, curve.isAtReference)
  const causes = linesOf(parts, shifts, facts, await shownOf(ctx, system))
  const { shifts: studied, first, count, companyId: _company, ...place } = system
  return {
    ...place,
    ...sumsOf(system, shifts, causes),
    temperatureKnown: curve.isAtReference,
    startTime: iso(studied[first]!.startAt),
    endTime: iso(studied[first + count - 1]!.endAt),
    studiedFrom: iso(studied[0]!.startAt),
    studiedUntil: iso(studied.at(-1)!.endAt),
    hours: curve.points.length,
    noiseCl: curve.points.length === 0 ? null : Math.round(curve.noiseCl),
    atOnce: atOnceOf(system, facts, study),
    causes,
    shifts,
  }
}
const iso = (at: number) => new Date(at).toISOString()

/** Of several shifts what one that was measured at both ends of them comes to, also where one in between was not measured. */
function sumsOf({ shifts: studied, first, count }: TankSystem, shifts: Losses['shifts'], causes: Losses['causes']) {
  const sum = (of: readonly (number | null)[]) =>
    of.reduce<number | null>((all, each) => (all === null || each === null ? null : all + each), 0)
  const [{ beginCl }, { endCl, priceCents }] = [studied[first]!, studied[first + count - 1]!]
  const varianceCl = beginCl === null || endCl === null ? null : endCl - beginCl
  const causesCl = causes.reduce((all, { volumeCl }) => all + volumeCl, 0)
  const causesCents = causes.reduce((all, { amountCents }) => all + amountCents, 0)
  const unexplainedCl = varianceCl === null ? null : varianceCl - causesCl
  const byShift = sum(shifts.map(({ unexplainedCents }) => unexplainedCents))
  const unexplainedCents = unexplainedCl === null ? null : (byShift ?? worth(unexplainedCl, priceCents))
  const varianceCents = unexplainedCents === null ? null : causesCents + unexplainedCents
  return { varianceCl, varianceCents, unexplainedCl, unexplainedCents }
}

/** The first and last readings of the row's time, and the adjustments of its shifts. */
async function shownOf({ tx }: Ctx, { tankIds, shifts, first, count }: TankSystem): Promise<Shown> {
  const own = shifts.slice(first, first + count)
  const [from, until] = [new Date(own[0]!.startAt), new Date(own.at(-1)!.endAt)]
  const end = (last: boolean) => sql`
    (select id, measured_at as at, volume_cl from ${scoped(tx, 'tank_reading')} reading
    where reading.tank_id = seen.tank_id and reading.struck_at is null and reading.measured_at >= ${from}::timestamptz
      and reading.measured_at <= ${until}::timestamptz
    order by measured_at ${last ? sql`desc` : sql`asc`} limit 1)`
  const { rows: readings } = await sql<{ id: number; at: string; volumeCl: number; number: number }>`
    select found.id, found.at, found.volume_cl, tank.number
    from unnest(${tankIds}::bigint[]) as seen (tank_id)
    join ${scoped(tx, 'tank')} tank on tank.id = seen.tank_id
    cross join lateral (${end(false)} union all ${end(true)}) as found order by found.at, tank.number`.execute(tx)
  const { rows: entries } = await sql<{ id: number; at: string; volumeCl: number; reason: string }>`
    select id, at, volume_cl, reason from ${scoped(tx, 'tank_entry')} entry
    where entry.tank_id = any(${tankIds}::bigint[]) and entry.kind = 'adjustment'
      and entry.daily_state_id = any(${own.map(({ dailyStateId }) => dailyStateId)}::bigint[])
    order by entry.at, entry.id`.execute(tx)
  const row = (
    of: LossEvidence['of'],
    { id, at, volumeCl }: { id: number; at: string; volumeCl: number },
    label: string,
  ): LossEvidence => ({
    of,
    id,
    label,
    at: new Date(at).toISOString(),
    volumeCl,
  })
  return {
    readings: readings.map(reading => row('tankReadings', reading, String(reading.number))),
    entries: entries.map(entry => row('tankEntries', entry, entry.reason)),
  }
}

const read = handle(lossCauses, async (ctx, { id, query: { period } }) => {
  return lossesOf(ctx, (await systemOf(ctx, id, period)) ?? refuse('notFound', { resource: 'fuelInventories', id }))
})

export const lossHandlers = [read]
