import type { TankAlarmKind, Weekday } from '@forecourt/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { asRollUp, workOnCompanies } from '../../platform/jobs/company-work.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { writeTankAlarm } from '../message/index.ts'
import { nextOnDuty, type Contact } from './alarm-duty.ts'
import { limitsOf } from './tank-alarm.ts'

/** So many alarms are written about in one transaction. */
const most = 100
/** After so long nobody is woken by a message that could not leave. */
const staleMs = 3_600_000

/** Of one company; or of all of them, where each row says to which alarm's company it belongs. */
interface Tables {
  readonly notices: RawBuilder<unknown>
  readonly contacts: RawBuilder<unknown>
}
const ofCompany = (tx: Tx): Tables => ({
  notices: sql`${scoped(tx, 'tank_alarm_notice')} notice where`,
  contacts: sql`${scoped(tx, 'tank_alarm_contact')} contact where`,
})
const ofEveryCompany: Tables = {
  notices: sql`tank_alarm_notice notice where notice.company_id = alarm.company_id and`,
  contacts: sql`tank_alarm_contact contact where contact.company_id = alarm.company_id and`,
}

/** Of settings that were kept before these were among them, the usual ones. */
const minutes = sql`coalesce((${limitsOf('tankAlarms')}->>'escalateMinutes')::int, 10)`
const turnsMost = sql`coalesce((${limitsOf('tankAlarms')}->>'turnsMost')::int, 6)`

/**
 * The turn of an alarm that is due: nobody has acknowledged it, somebody is to be written to about it at all, the last turn is long enough
 * ago, and there were not too many of them.
 */
const due = (now: Date, { notices, contacts }: Tables): RawBuilder<unknown> => sql`
  left join lateral (select turn, step, written_at from ${notices} notice.alarm_id = alarm.id
    order by turn desc limit 1) latest on true
  where alarm.state = 'raised' and coalesce(latest.turn, 0) < ${turnsMost}
    and (latest.turn is null or latest.written_at <= ${now}::timestamptz - make_interval(mins => ${minutes}))
    and exists (select from ${contacts} contact.station_id = alarm.station_id
      and (contact.kinds = '[]' or contact.kinds ? alarm.kind))`

interface DueAlarm {
  readonly id: number
  readonly stationId: number
  readonly station: string
  readonly timeZone: string
  readonly tankId: number
  readonly number: number
  readonly fuel: string
  readonly kind: TankAlarmKind
  readonly found: number
  readonly bound: number
  readonly raisedAt: string
  readonly minutes: number
  readonly turnsMost: number
  readonly turn: number | null
  readonly step: number | null
  readonly weekday: Weekday
  readonly clock: string
}

/**
 * Alarms whose next turn is due, locked: no other instance writes about them meanwhile. They are looked for first and judged again once
 * they are locked, so that alarms that nobody ever acknowledged stand before no new one.
 */
async function takeDue({ tx, now }: Ctx, companyId: number): Promise<DueAlarm[]> {
  const { rows: found } = await sql<{ id: number }>`
    select alarm.id from ${scoped(tx, 'tank_alarm')} alarm
    join ${scoped(tx, 'station')} station on station.id = alarm.station_id
    join company on company.id = alarm.company_id
    ${due(now, ofCompany(tx))} and alarm.company_id = ${companyId} order by alarm.id limit ${most}::int`.execute(tx)
  if (found.length === 0) return []
  const { rows: taken } = await sql<{ id: number }>`
    select id from tank_alarm where company_id = ${companyId} and state = 'raised' and id = any(${found.map(({ id }) => id)}::bigint[])
    order by id for update skip locked`.execute(tx)
  if (taken.length === 0) return []
  const { rows } = await sql<DueAlarm>`
    select alarm.id, alarm.station_id, station.name as station, station.time_zone, alarm.tank_id, tank.number, product.name as fuel,
      alarm.kind, alarm.found, alarm.bound, alarm.raised_at, ${minutes} as minutes, ${turnsMost} as turns_most, latest.turn, latest.step,
      rtrim(to_char(${now}::timestamptz at time zone station.time_zone, 'day')) as weekday,
      to_char(${now}::timestamptz at time zone station.time_zone, 'HH24:MI') as clock
    from ${scoped(tx, 'tank_alarm')} alarm
    join ${scoped(tx, 'station')} station on station.id = alarm.station_id
    join company on company.id = alarm.company_id
    join ${scoped(tx, 'tank')} tank on tank.id = alarm.tank_id
    join ${scoped(tx, 'product')} product on product.id = tank.product_id
    ${due(now, ofCompany(tx))} and alarm.company_id = ${companyId}
      and alarm.id = any(${taken.map(({ id }) => id)}::bigint[])
    order by alarm.id`.execute(tx)
  return rows
}

async function contactsOf(tx: Tx, alarms: readonly DueAlarm[]): Promise<Map<number, Contact[]>> {
  const stations = [...new Set(alarms.map(({ stationId }) => stationId))]
  const { rows } = await sql<Contact & { stationId: number }>`
    select id, station_id, step, name, mobile, email, language, kinds, weekdays, duty_from, duty_until
    from ${scoped(tx, 'tank_alarm_contact')} contact where station_id = any(${stations}::bigint[]) order by step, id`.execute(tx)
  return Map.groupBy(rows, ({ stationId }) => stationId)
}

/** Writes to the people on duty about the alarms of a company whose turn has come. @returns how many alarms there were */
export async function callContacts(ctx: Ctx, companyId: number): Promise<number> {
  const alarms = await takeDue(ctx, companyId)
  if (alarms.length === 0) return 0
  const contacts = await contactsOf(ctx.tx, alarms)
  for (const alarm of alarms) await callFor(ctx, companyId, alarm, contacts.get(alarm.stationId) ?? [])
  return alarms.length
}

async function callFor(ctx: Ctx, companyId: number, alarm: DueAlarm, contacts: readonly Contact[]): Promise<void> {
  const { id: alarmId, stationId, tankId, number, kind, minutes, turnsMost } = alarm
  const turn = (alarm.turn ?? 0) + 1
  const of = { companyId, stationId, alarmId, turn, writtenAt: ctx.now }
  const people = nextOnDuty(contacts, kind, alarm.step, alarm)
  const written = []
  for (const contact of people) {
    const message = await writeTankAlarm(ctx, {
      contact,
      companyId,
      facts: { ...alarm, minutes: turn < turnsMost ? minutes : null },
      at: new Date(alarm.raisedAt),
      timeZone: alarm.timeZone,
      until: new Date(ctx.now.getTime() + staleMs),
    })
    const { id: messageId, channel } = message!
    written.push({ contactId: contact.id, step: contact.step, name: contact.name, channel, messageId })
  }
  const rows = people.length > 0 ? written.map(one => ({ ...of, ...one, outcome: 'written' })) : [{ ...of, outcome: 'nobody' }]
  await ctx.tx.insertInto('tankAlarmNotice').values(rows).execute()
  const names = written.map(({ name }) => name)
  ctx.audit('tankAlarm.notify', `tanks:${tankId}`, { number, kind, turn, names }, companyId)
}

/** Writes about every alarm that nobody has acknowledged in time. */
export const callAboutAlarms = workOnCompanies({
  name: 'tankAlarms',
  path: '/tankAlarmNotices',
  where: now => sql`exists (
    select from tank_alarm alarm join station on station.company_id = alarm.company_id and station.id = alarm.station_id
    ${due(now, ofEveryCompany)} and alarm.company_id = company.id)`,
  portions: [
    async (ctx, companyId) => {
      await callContacts(ctx, companyId)
      return false
    },
  ],
})

export const alarmCalls = asRollUp(callAboutAlarms)
