import {
  acknowledgeTankAlarm,
  outboxMessages,
  setStationConfig,
  tankAlarmContacts,
  tankAlarmNotices,
  tankAlarms,
  Weekday,
  type TankAlarmKind,
} from '@forecourt/contract'
import { expect, test } from 'vitest'
import { forecourt } from '../../testing/forecourt.ts'
import { noon, owned, setClock, world } from '../../testing/world.ts'
import { callAboutAlarms } from './alarm-call.ts'
import { isOnDuty, nextOnDuty, type Contact } from './alarm-duty.ts'

const person = { mobile: null, email: null, language: 'en' as const, kinds: [], weekdays: [], dutyFrom: null, dutyUntil: null }
const at = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)

/** A station with one tank, and a leader, a manager and the head office to be written to. */
async function watchedStation() {
  setClock(noon)
  const it = await world()
  const stands = forecourt(it)
  const tank = await stands.tank((await stands.product({ code: '95' })).id, { number: 1 })
  const lin = await it.staff({ role: 'station_master', stationIds: [it.station.id] })
  const contact = (name: string, step: number, over: object = {}) =>
    lin.call(tankAlarmContacts.create, { body: { stationId: it.station.id, ...person, step, name, mobile: '13800000001', ...over } })
  const raise = async (kind: TankAlarmKind = 'low', minutes = 0) => {
    const [alarm] = await owned<{ id: number }>(
      `insert into tank_alarm (company_id, station_id, tank_id, kind, state, bound, found, measured_at, raised_at)
       select company_id, station_id, id, $2, 'raised', 15, 9, $3, $3 from tank where id = $1 returning id`,
      [tank.id, kind, at(minutes)],
    )
    return alarm!.id
  }
  const watch = (minutes: number) => callAboutAlarms(it.db, [it.company.id], at(minutes))
  const written = async () =>
    (await lin.call(tankAlarmNotices.list, { query: { sort: ['turn', 'id'], size: 100 } })).content.map(({ turn, name }) => [turn, name])
  return { ...it, tank, lin, contact, raise, watch, written }
}

test('an alarm wakes the one on duty, the manager, head office, and begins anew until somebody acknowledges it', async () => {
  const { lin, contact, raise, watch, written, company, audits } = await watchedStation()
  await contact('Lin', 2)
  await contact('Wu', 1, { mobile: '13800000002', language: 'zh' })
  await contact('Head office', 3, { mobile: null, email: 'duty@example.com' })
  const id = await raise()

  await watch(0)
  await watch(9)
  expect(await written()).toEqual([[1, 'Wu']])
  await watch(10)
  await watch(20)
  await watch(30)
  expect(await written()).toEqual([
    [1, 'Wu'],
    [2, 'Lin'],
    [3, 'Head office'],
    [4, 'Wu'],
  ])
  setClock(at(35))
  await lin.call(acknowledgeTankAlarm, { id, body: { note: 'Tanker ordered' } })
  await watch(60)
  expect(await written()).toHaveLength(4)

  const [first, , third] = (await lin.call(tankAlarmNotices.list, { query: { sort: 'turn', expand: ['message', 'alarm'] } })).content
  expect(first).toMatchObject({ step: 1, channel: 'sms', outcome: 'written', message: { state: 'queued', recipient: '138****0002' } })
  expect(third).toMatchObject({ step: 3, channel: 'mail', message: { recipient: 'd***@example.com' } })
  const texts = await owned<{ text: string }>('select text from outbox_message where company_id = $1 order by id', [company.id])
  expect(texts[0]!.text).toContain('1 号罐（95）低液位：油量 9%，下限 15%。请立即处理并在系统中确认，10 分钟内无人确认将通知下一批人员。')
  expect(texts[1]!.text).toContain('tank 1 (95), low level: 9% full, limit 15%')
  expect((await audits()).filter(({ action }) => action === 'tankAlarm.notify')).toHaveLength(4)
})

test('a station says how long it waits and how often it writes; the last message promises nobody else', async () => {
  const { lin, contact, raise, watch, written, station, company } = await watchedStation()
  await lin.call(setStationConfig, {
    id: station.id,
    body: { version: 1, config: { tankAlarms: { highPercent: 90, stopPercent: 95, silentMinutes: 0, escalateMinutes: 3, turnsMost: 2 } } },
  })
  await contact('Wu', 1)
  await raise()
  for (const minute of [0, 2, 3, 6, 9, 60]) await watch(minute)
  expect(await written()).toEqual([
    [1, 'Wu'],
    [2, 'Wu'],
  ])
  const texts = await owned<{ text: string }>('select text from outbox_message where company_id = $1 order by id', [company.id])
  expect(texts.map(({ text }) => text.includes('in 3 minutes'))).toEqual([true, false])
})

test('nobody is written to where nobody is set up or nobody wants this alarm; that nobody is on duty is kept', async () => {
  const { contact, raise, watch, written, lin } = await watchedStation()
  await raise()
  await watch(0)
  expect(await written()).toEqual([])
  await contact('Wu', 1, { kinds: ['silent'] })
  await watch(1)
  expect(await written()).toEqual([])
  await contact('Lin', 1, { dutyFrom: '00:00', dutyUntil: '00:01' })
  await watch(2)
  const [notice] = (await lin.call(tankAlarmNotices.list, { query: {} })).content
  expect(notice).toMatchObject({ turn: 1, outcome: 'nobody', step: null, name: '', messageId: null })
})

test('two instances that look at the same moment write once to each person of a step', async () => {
  const { contact, raise, watch, written } = await watchedStation()
  await contact('Wu', 1)
  await contact('Lin', 1, { mobile: '13800000003' })
  await raise()
  await raise('water')
  await Promise.all([watch(0), watch(0), watch(0), watch(1)])
  expect((await written()).map(([turn]) => turn)).toEqual([1, 1, 1, 1])
  expect(new Set((await written()).map(([, name]) => name)).size).toBe(2)
})

test('many old alarms that nobody acknowledged keep no new one from being written about', async () => {
  const { contact, raise, watch, lin, tank, company } = await watchedStation()
  await contact('Wu', 1)
  await owned(
    `with tanks as (
       insert into tank (company_id, station_id, product_id, number, max_volume_cl, volume_cl)
       select company_id, station_id, product_id, 100 + nth, max_volume_cl, 0 from tank, generate_series(1, 30) nth where id = $1
       returning company_id, station_id, id
     ), alarms as (
       insert into tank_alarm (company_id, station_id, tank_id, kind, state, bound, found, measured_at, raised_at)
       select company_id, station_id, id, kind, 'raised', 15, 9, $2, $2 from tanks, unnest('{high,stop,low,water,silent}'::text[]) kind
       returning company_id, station_id, id
     )
     insert into tank_alarm_notice (company_id, station_id, alarm_id, turn, outcome, written_at)
     select company_id, station_id, id, 6, 'nobody', $2 from alarms`,
    [tank.id, at(-600)],
  )
  await raise('stop')
  await watch(0)
  const [notice] = (await lin.call(tankAlarmNotices.list, { query: { search: 'outcome:written' } })).content
  expect(notice).toMatchObject({ turn: 1, name: 'Wu' })
  const [messages] = await owned<{ count: number }>('select count(*)::int as count from outbox_message where company_id = $1', [company.id])
  expect(messages!.count).toBe(1)
})

test('a message that could not leave within the hour wakes nobody later', async () => {
  const { contact, raise, watch, lin } = await watchedStation()
  await contact('Wu', 1)
  await raise()
  await watch(0)
  const message = (await lin.call(tankAlarmNotices.list, { query: {} })).content[0]!.messageId!
  const office = await lin.refused(outboxMessages.get, { id: message })
  expect(office).toBe('auth.forbidden')
  const [row] = await owned<{ expires: string }>('select expires_date as expires from outbox_message where id = $1', [message])
  expect(row!.expires).toBe(at(60).toISOString())
})

test.each([
  ['no address at all', { mobile: null }, 'alarmContact.noAddress'],
  ['half a duty', { dutyFrom: '22:00' }, 'alarmContact.halfDuty'],
  ['a duty of no length', { dutyFrom: '22:00', dutyUntil: '22:00' }, 'alarmContact.halfDuty'],
  ['a step beyond nine', { step: 10 }, 'validation'],
  ['a time that no clock shows', { dutyFrom: '25:00', dutyUntil: '06:00' }, 'validation'],
  ['a tenth of a number', { mobile: '12' }, 'validation'],
])('a contact with %s is refused', async (_what, over, code) => {
  const { lin, station } = await watchedStation()
  const body = { stationId: station.id, ...person, step: 1, name: 'Wu', mobile: '13800000001', ...over }
  expect(await lin.refused(tankAlarmContacts.create, { body })).toBe(code)
})

test('a cashier sees no contacts, and what was written is never changed', async () => {
  const { contact, raise, watch, staff, station } = await watchedStation()
  const { id } = await contact('Wu', 1)
  const cashier = await staff({ role: 'station_employee', stationIds: [station.id] })
  expect(await cashier.refused(tankAlarmContacts.list, { query: {} })).toBe('auth.forbidden')
  expect(await cashier.refused(tankAlarmContacts.delete, { id })).toBe('auth.forbidden')
  await raise()
  await watch(0)
  await expect(owned(`update tank_alarm_notice set name = 'Lin'`)).rejects.toThrow()
  expect((await cashier.call(tankAlarms.list, { query: {} })).content).toHaveLength(1)
})

const duty = (over: Partial<Contact>): Contact => ({ id: 1, step: 1, name: 'Wu', ...person, ...over })
const moment = (weekday: Weekday, clock: string) => ({ weekday, clock })

test.each<[string, Partial<Contact>, Weekday, string, boolean]>([
  ['always', {}, 'sunday', '03:00', true],
  ['on a day that is not theirs', { weekdays: ['monday'] }, 'sunday', '03:00', false],
  ['at the first minute', { dutyFrom: '08:00', dutyUntil: '20:00' }, 'sunday', '08:00', true],
  ['at the end', { dutyFrom: '08:00', dutyUntil: '20:00' }, 'sunday', '20:00', false],
  ['in the night that began yesterday', { weekdays: ['sunday'], dutyFrom: '22:00', dutyUntil: '06:00' }, 'monday', '03:00', true],
  ['before the night of today', { weekdays: ['monday'], dutyFrom: '22:00', dutyUntil: '06:00' }, 'monday', '03:00', false],
  ['in the night that begins', { weekdays: ['monday'], dutyFrom: '22:00', dutyUntil: '06:00' }, 'monday', '22:30', true],
  ['in daytime', { dutyFrom: '22:00', dutyUntil: '06:00' }, 'monday', '12:00', false],
])('on duty %s', (_what, over, weekday, clock, is) => {
  expect(isOnDuty(duty(over), moment(weekday, clock))).toBe(is)
})

test('a step without anybody on duty takes no time, and after the last comes the first', () => {
  const people = [
    duty({ id: 1, step: 1 }),
    duty({ id: 2, step: 3, weekdays: ['monday'] }),
    duty({ id: 3, step: 5 }),
    duty({ id: 4, step: 5 }),
  ]
  const next = (last: number | null, weekday: Weekday) => nextOnDuty(people, 'low', last, moment(weekday, '12:00')).map(({ id }) => id)
  expect(next(null, 'tuesday')).toEqual([1])
  expect(next(1, 'tuesday')).toEqual([3, 4])
  expect(next(1, 'monday')).toEqual([2])
  expect(next(5, 'monday')).toEqual([1])
})
