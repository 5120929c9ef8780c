import { addMeterEvent, meterEvents, strikeMeterEvent, type Sent } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { stand, type Stand } from '../../testing/settle-cases.ts'
import { at } from '../../testing/settlement.ts'
import { owned, setClock } from '../../testing/world.ts'

type Event = Sent<typeof addMeterEvent>['body']
const enter = ({ lin, nozzle }: Stand, clock: string, event: Omit<Event, 'nozzleControlId' | 'reason'> & { reason?: string }) => {
  setClock(at(clock))
  return lin.call(addMeterEvent, { body: { nozzleControlId: nozzle.id, reason: 'Yearly verification', ...event } })
}
const meterOf = async (it: Stand, id: number) => {
  const [nozzle] = await it.rows<{ begin: string; end: string; metered: string; difference: string }>(
    `select begin_cl as begin, end_cl as end, metered_cl as metered, difference_cl as difference from class_settle_nozzle
     where class_settle_id = $1 and nozzle_control_id = $2`,
    [id, it.nozzle.id],
  )
  return { metered: Number(nozzle!.metered), difference: Number(nozzle!.difference) }
}

test('a test that returned 20 litres to the tank is neither a sale nor a loss', async () => {
  const it = await stand()
  await it.pump('08:10', 30_00)
  it.run(20_00)
  await enter(it, '08:20', { kind: 'test', volumeCl: 20_00, document: 'JD-2026-118' })
  await it.pump('08:30', 25_00)
  const one = await it.end(it.shift.id)
  expect(await meterOf(it, one.id)).toEqual({ metered: 25_00 + 30_00, difference: 0 })
  expect(await it.saysOf(one.id, `meter:${it.nozzle.id}`)).toBeUndefined()
  // The next shift begins where the meter really stands.
  await it.pump('13:00', 10_00)
  const two = await it.end(one.next)
  expect(await meterOf(it, two.id)).toEqual({ metered: 10_00, difference: 0 })
})

test.each([
  ['exchanged for one that begins at 5 litres', { kind: 'exchange', beforeCl: 1_040_00, afterCl: 5_00 }],
  ['rolled over', { kind: 'rollover', beforeCl: 1_040_00, afterCl: 0 }],
] as const)('a meter that was %s in the midst of a shift loses nothing', async (_what, event) => {
  const it = await stand()
  await it.pump('08:10', 40_00)
  await enter(it, '08:20', event)
  it.run(event.afterCl - event.beforeCl)
  await it.pump('08:30', 25_00)
  await it.pump('08:40', 15_00)
  const one = await it.end(it.shift.id)
  expect(await meterOf(it, one.id)).toEqual({ metered: 80_00, difference: 0 })
  await it.pump('13:00', 10_00)
  const two = await it.end(one.next)
  expect(await meterOf(it, two.id)).toEqual({ metered: 10_00, difference: 0 })
})

test.each(['before', 'after'])('what a pump sold by itself %s its meter was exchanged is found between the same two sales', async when => {
  const it = await stand()
  await it.pump('08:10', 40_00)
  await it.pump('08:15', 5_00)
  if (when === 'before') it.run(60_00)
  const beforeCl = 1_045_00 + (when === 'before' ? 60_00 : 0)
  await enter(it, '08:20', { kind: 'exchange', beforeCl, afterCl: 2_00 })
  it.run(2_00 - beforeCl)
  if (when === 'after') it.run(60_00)
  await it.pump('08:30', 25_00)
  await it.pump('08:40', 15_00)
  const one = await it.end(it.shift.id)
  expect(await it.saysOf(one.id, `meter:${it.nozzle.id}`)).toEqual({ standAlone: 60_00 })
})

test('an exchange that nobody entered leaves what ran through the pump unknown', async () => {
  const it = await stand()
  await it.pump('08:10', 40_00)
  it.run(5_00 - 1_040_00)
  await it.pump('08:30', 25_00)
  setClock(at('12:00'))
  const settled = await it.close(it.shift.id, it.cents(65_00), { force: true, startNext: true })
  const [nozzle] = await it.rows<{ metered: string | null }>(
    'select metered_cl as metered from class_settle_nozzle where class_settle_id = $1 and nozzle_control_id = $2',
    [settled.id, it.nozzle.id],
  )
  expect(nozzle!.metered).toBeNull()
})

test('a wrong event is struck out with a reason, stays in sight, and counts no more; a settled shift takes none', async () => {
  const it = await stand()
  const { lin, nozzle } = it
  await it.pump('08:10', 30_00)
  const { id } = await enter(it, '08:20', { kind: 'test', volumeCl: 20_00 })
  await lin.call(strikeMeterEvent, { id, body: { reason: 'Another nozzle' } })
  expect(await lin.refused(strikeMeterEvent, { id, body: { reason: 'Again' } })).toBe('meterEvent.struck')
  const { content } = await lin.call(meterEvents.list, { query: { search: `nozzleControl.id:${nozzle.id}` } })
  expect(content).toMatchObject([{ kind: 'test', volumeCl: 20_00, strikeReason: 'Another nozzle', document: '' }])
  const other = await enter(it, '08:40', { kind: 'test', volumeCl: 10_00 })
  it.run(10_00)
  const one = await it.end(it.shift.id)
  expect(await meterOf(it, one.id)).toEqual({ metered: 30_00, difference: 0 })

  expect(await lin.refused(strikeMeterEvent, { id: other.id, body: { reason: 'Late' } })).toBe('meterEvent.shiftClosed')
  const body = { nozzleControlId: nozzle.id, kind: 'test' as const, volumeCl: 20_00, reason: 'Late', happenedAt: at('09:00').toISOString() }
  expect(await lin.refused(addMeterEvent, { body })).toBe('meterEvent.shiftClosed')
  await expect(owned('update meter_event set volume_cl = 1 where id = $1', [other.id])).rejects.toThrow('never edited')
  expect((await it.audits()).filter(({ action }) => String(action).startsWith('meterEvent.'))).toHaveLength(3)
})

test.each<[string, Partial<Event>, string]>([
  ['an exchange without its readings', { kind: 'exchange', beforeCl: 1_030_00 }, 'meterEvent.readings'],
  ['a rollover that goes up', { kind: 'rollover', beforeCl: 1_030_00, afterCl: 1_030_00 }, 'meterEvent.readings'],
  ['a reading below the last sale', { kind: 'exchange', beforeCl: 1_029_99, afterCl: 0 }, 'meterEvent.belowReading'],
  ['a test without litres', { kind: 'test' }, 'meterEvent.volume'],
  ['a test with readings', { kind: 'test', volumeCl: 1, beforeCl: 1, afterCl: 2 }, 'meterEvent.volume'],
  ['a moment to come', { kind: 'test', volumeCl: 1, happenedAt: at('10:00').toISOString() }, 'meterEvent.later'],
  ['a moment before any shift', { kind: 'test', volumeCl: 1, happenedAt: '2020-01-01T00:00:00Z' }, 'meterEvent.shiftClosed'],
  ['a test of more than a thousand litres', { kind: 'test', volumeCl: 1_000_01 }, 'validation'],
  ['no reason', { kind: 'test', volumeCl: 1, reason: '' }, 'validation'],
])('%s is refused', async (_what, event, code) => {
  const it = await stand()
  await it.pump('08:10', 30_00)
  setClock(at('09:00'))
  expect(await it.lin.refused(addMeterEvent, { body: { nozzleControlId: it.nozzle.id, reason: 'Why', kind: 'test', ...event } })).toBe(code)
  expect((await it.lin.call(meterEvents.list, { query: {} })).content).toEqual([])
})
