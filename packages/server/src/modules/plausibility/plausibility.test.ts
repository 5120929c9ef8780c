import { fillAlerting, fillAlerts, fillRules, userCards } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { statementsOf } from '../../testing/world.ts'
import { clock, watchedFleet } from '../../testing/plausibility.ts'
import { forgetFills } from './forget.ts'

const off = {
  tank: 'off',
  travel: 'off',
  consumption: 'off',
  odometer: 'off',
  fuel: 'off',
  plate: 'off',
  smallFills: 'off',
  hours: 'off',
} as const
const figures = ({ reckoning }: { reckoning: readonly { name: string; value: unknown }[] }) =>
  Object.fromEntries(reckoning.map(({ name, value }) => [name, value]))

test('fills of a fleet are judged once, soon after the sale: an implausible one is alerted with its reckoning and both fills', async () => {
  const it = await watchedFleet()
  await it.delivered(clock('2026-05-04', '08:00'), 50_00, { odometerKm: 10_000 }, { fuelMethod: 'full' })
  // Half an hour later, 111 km away: nobody drives 222 km/h, and the tank of 60 litres holds 47 of the 50 at least.
  const second = await it.delivered(clock('2026-05-04', '08:30'), 40_00, { place: 'far', odometerKm: 10_020 })
  await it.judge(clock('2026-05-04', '08:31'))
  await it.judge(clock('2026-05-04', '08:32'))
  const found = await it.alerts()
  expect(found.map(({ rule, orderId, status, plate, plateTold }) => [rule, orderId, status, plate, plateTold])).toEqual([
    ['tank', second.id, 'open', '沪A12345', true],
    ['travel', second.id, 'open', '沪A12345', true],
  ])
  expect(figures(found[0]!)).toEqual({ filledCl: 40_00, tankCl: 60_00, inTankCl: 50_00 - 2_16, roomCl: 64_80 - 47_84 })
  expect(figures(found[1]!)).toEqual({ distanceKm: 111.2, apartHours: 0.5, neededKmH: 222, allowedKmH: 120 })
  expect(found[1]!.other).toMatchObject({ stationName: 'Riverside East', clock: '2026-05-04 08:00', volumeCl: 50_00 })
  expect(found[1]!.judged.map(({ rule, verdict }) => [rule, verdict])).toEqual([
    ['tank', 'broken'],
    ['travel', 'broken'],
    ['consumption', 'notJudged'],
    ['odometer', 'kept'],
    ['fuel', 'kept'],
    ['plate', 'kept'],
    ['smallFills', 'kept'],
    ['hours', 'kept'],
  ])
  expect((await it.events()).filter(({ topic }) => topic === 'fill.implausible')).toHaveLength(2)
  const { tally } = await it.leader.call(fillRules.get, { id: it.fleet.id })
  expect(tally.find(({ rule }) => rule === 'consumption')).toMatchObject({ kept: 0, broken: 0, notJudged: 2, lacks: [{ lack: 'before' }] })
})

test('an answer stands, for all that was found in the fill; upon misuse the card is stopped', async () => {
  const it = await watchedFleet()
  await it.delivered(clock('2026-05-04', '08:00'), 70_00, { plate: '沪B99999' })
  await it.judge(clock('2026-05-04', '08:01'))
  const [alert] = await it.alerts()
  expect((await it.alerts()).map(({ rule }) => rule)).toEqual(['plate'])
  const words = { answer: 'Filled a colleague’s van' }
  expect(await it.leader.refused(fillAlerting.answer, { id: alert!.id, body: { status: 'fine', ...words } })).toBe('auth.forbidden')
  expect(await it.boss.refused(fillAlerting.answer, { id: alert!.id, body: { status: 'fine', stopCard: true, ...words } })).toBe(
    'validation',
  )
  const answered = await it.boss.call(fillAlerting.answer, { id: alert!.id, body: { status: 'misuse', stopCard: true, ...words } })
  expect(answered).toMatchObject({ status: 'misuse', cardStopped: true, answeredById: it.boss.actor.id, ...words })
  expect(await it.boss.call(userCards.get, { id: it.sub.id })).toMatchObject({ status: 'disable' })
  expect(await it.boss.refused(fillAlerting.answer, { id: alert!.id, body: { status: 'fine', ...words } })).toBe('fillAlert.answered')
  expect((await it.audits()).map(({ action }) => action)).toEqual(expect.arrayContaining(['plausibility.answer', 'card.disable']))
})

test('the leader reads the alerts of the own fleet and who looked; no alerts where the settings say so', async () => {
  const it = await watchedFleet()
  await it.delivered(clock('2026-05-04', '23:30'), 30_00)
  await it.judge(clock('2026-05-04', '23:31'))
  const [alert] = await it.alerts(it.leader)
  expect(alert).toMatchObject({ rule: 'hours', driver: 'Wang Fang' })
  expect(figures(alert!)).toEqual({ clock: '23:30', usualHours: '06:00–22:00' })
  const stranger = await it.staff({ role: 'group_master', over: { fleetId: it.fleet.id + 1 } })
  expect(await it.alerts(stranger)).toEqual([])
  expect(await stranger.refused(fillAlerting.get, { id: alert!.id })).toBe('notFound')
  await it.leader.call(fillAlerting.get, { id: alert!.id })
  await it.leader.call(fillAlerting.get, { id: alert!.id })
  expect((await it.leader.call(fillRules.looks, { id: it.fleet.id })).content).toMatchObject([{ alertId: alert!.id, rule: 'hours' }])
  expect((await it.audits()).filter(({ action }) => action === 'plausibility.look')).toHaveLength(1)

  await it.set({ leaderSees: false })
  expect(await it.alerts(it.leader)).toEqual([])
  expect(await it.leader.call(fillRules.get, { id: it.fleet.id })).toMatchObject({
    leaderSees: false,
    purpose: expect.stringMatching(/Fuel/),
  })
  expect(await it.leader.refused(fillRules.set, { id: it.fleet.id, body: { version: 2 } })).toBe('auth.forbidden')
})

test('a rule that is off says nothing, without rules no fill waits, and an old alert is purged with who looked', async () => {
  const it = await watchedFleet({ hours: 'off' })
  await it.delivered(clock('2026-05-04', '23:30'), 70_00)
  await it.judge(clock('2026-05-04', '23:31'))
  const [alert] = await it.alerts()
  expect((await it.alerts()).map(({ rule }) => rule)).toEqual(['tank'])
  await it.boss.call(fillAlerting.get, { id: alert!.id })
  await it.set({ ...off, purpose: '', keptDays: 30 })
  await it.delivered(clock('2026-05-05', '23:30'), 70_00)
  expect(await it.rows('select 1 from fill_pending where company_id = $1', [it.company.id])).toEqual([])

  await it.within(ctx => forgetFills(ctx.tx, clock('2026-06-03', '23:00')))
  expect(await it.alerts()).toHaveLength(1)
  await it.within(ctx => forgetFills(ctx.tx, clock('2026-06-03', '23:31')))
  expect((await it.boss.call(fillAlerts.list, {})).content).toEqual([])
  expect((await it.boss.call(fillRules.looks, { id: it.fleet.id })).content).toEqual([])
})

test('before fuel flows a rule refuses, naming both plates and times; what has happened is alerted whatever the rule says', async () => {
  const it = await watchedFleet({ tank: 'refuse', travel: 'refuse', odometer: 'refuse', plate: 'refuse', hours: 'refuse' })
  const day = '2026-05-04'
  await it.delivered(clock(day, '08:00'), 50_00, { odometerKm: 10_000 })
  await it.judge(clock(day, '08:01'))
  expect(await it.refusedTo(clock(day, '08:30'), { plate: '沪B99999' })).toBe('fill.otherPlate')
  expect(await it.refusedTo(clock(day, '08:30'), {}, 'far')).toBe('fill.tooFar')
  expect(await it.refusedTo(clock(day, '10:30'), { odometerKm: 9_990 })).toBe('fill.odometerBack')
  expect(await it.refusedTo(clock(day, '08:30'), { wantedCents: undefined, wantedCl: 40_00 })).toBe('fill.aboveTank')
  expect(await it.refusedTo(clock(day, '23:30'))).toBe('fill.unusualHours')
  expect(await it.refusedTo(clock(day, '12:30'), { odometerKm: 10_200 })).toBe('allowed')
  const refused = (await it.audits()).filter(({ action }) => action === 'plausibility.refuse')
  expect(refused[0]!.detail).toMatchObject({ rule: 'plate', plate: '沪B99999', cardPlates: '沪A12345', clock: '2026-05-04 08:30' })
  expect(refused[1]!.detail).toMatchObject({ rule: 'travel', otherPlate: '沪A12345', otherClock: '2026-05-04 08:00' })
  // The hold asked for a fill of any size; the pump gave more than the tank takes.
  await it.delivered(clock(day, '14:00'), 72_00)
  await it.judge(clock(day, '14:01'))
  expect((await it.alerts()).map(({ rule }) => rule)).toEqual(['tank'])
})

test('judging costs the same however many fills came before; a sale sends nothing more than without rules', async () => {
  const it = await watchedFleet()
  const cost = async (hour: number) => {
    await it.delivered(new Date(clock('2026-05-04', '08:00').getTime() + hour * 3_600_000), 20_00, { odometerKm: 10_000 + hour * 60 })
    return (await statementsOf(() => it.judge(clock('2026-06-04', '08:00')))).length
  }
  await cost(0)
  const early = await cost(4)
  for (let turn = 2; turn < 20; turn++) await cost(turn * 4)
  expect(await cost(80)).toBe(early)
  const [kept] = await it.rows<{ most: number }>('select max(jsonb_array_length(recent)) as most from fill_subject where company_id = $1', [
    it.company.id,
  ])
  expect(kept!.most).toBeLessThanOrEqual(12)
  const sale = async (time: string) => (await statementsOf(() => it.delivered(clock('2026-05-20', time), 20_00))).length
  // The first sale of a day opens its counters.
  await sale('08:00')
  const watched = await sale('10:00')
  await it.set({ ...off, purpose: '' })
  expect(await sale('12:00')).toBe(watched)
})
