import { dailyStates, startShift } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { noon, setClock, world } from '../../testing/world.ts'
import { currentState, endState, stateAt } from './state.ts'

const inShanghai = (text: string) => new Date(`${text}+08:00`)

// @req ACC-045 ACC-049 SET-002 SET-003 SET-004
test('a station without shifts lives in natural days of its own zone', async () => {
  const { staff, station, addStation, within } = await world()
  const lin = await staff({ role: 'station_leader' })
  setClock(inShanghai('2026-05-01T23:59:00'))
  await within(ctx => currentState(ctx, station.id))
  setClock(inShanghai('2026-05-02T00:01:00'))
  await within(ctx => currentState(ctx, station.id))

  const { content } = await lin.call(dailyStates.list, { query: { search: `station.id:${station.id}`, sort: 'id,desc', size: 2 } })
  expect(content).toMatchObject([
    { isNatureDay: true, businessDay: '2026-05-02', startTime: '2026-05-01T16:00:00.000Z', endTime: null, status: 'open' },
    {
      isNatureDay: true,
      businessDay: '2026-05-01',
      startTime: '2026-04-30T16:00:00.000Z',
      endTime: '2026-05-01T16:00:00.000Z',
      status: 'closed',
    },
  ])
  expect(await lin.refused(startShift, { body: { stationId: station.id } })).toBe('shift.notInUse')

  // Of another station that runs too, and of a day before, the latest two of this one are not.
  const boss = await staff({ role: 'admin' })
  const west = await addStation('Riverside West')
  setClock(inShanghai('2026-05-03T00:01:00'))
  await within(ctx => currentState(ctx, west.id))
  await within(ctx => currentState(ctx, station.id))
  const latest = (stationId: number, page = 0) =>
    boss.call(dailyStates.list, { query: { page, size: 2, sort: 'id,desc', search: `station.id:${stationId}` } })
  const days = async (stationId: number, page?: number) => (await latest(stationId, page)).content.map(({ businessDay }) => businessDay)
  expect(await days(station.id)).toEqual(['2026-05-03', '2026-05-02'])
  expect(await days(station.id, 1)).toEqual(['2026-05-01'])
  expect(await days(west.id)).toEqual(['2026-05-03'])
  expect((await latest(station.id)).totalElements).toBe(3)
  const [reader, other] = [await staff('shift.state.read'), await staff('shift.start')]
  expect([await reader.refused(dailyStates.list, {}), await other.refused(dailyStates.list, {})]).toEqual(['allowed', 'auth.forbidden'])
  setClock(noon)
})

// @req ACC-049 SET-002 SET-005
test('a shift begins where the natural day ends, and only one runs at a time', async () => {
  const { staff, station, within, rows, audits } = await world({ shifts: true })
  const lin = await staff({ role: 'station_leader' })
  await within(ctx => currentState(ctx, station.id))
  const shift = await lin.call(startShift, { body: { stationId: station.id } })

  expect(shift).toMatchObject({ isNatureDay: false, businessDay: '2026-05-01', number: 2, startTime: noon.toISOString(), endTime: null })
  expect(await lin.refused(startShift, { body: { stationId: station.id } })).toBe('shift.alreadyOpen')
  const states = await rows('select start_time, end_time, status from daily_state where station_id = $1 order by start_time', [station.id])
  expect(states.map(state => state.status)).toEqual(['closed', 'open'])
  expect(states[0].end_time).toEqual(states[1].start_time)
  expect(await audits()).toMatchObject([{ action: 'shift.start', subject: `dailyStates:${shift.id}` }])

  // With no shift the station is back in its natural day, out of which the next shift begins.
  await within(async ctx => endState(ctx, await currentState(ctx, station.id), ctx.now, 'test'))
  expect(await within(ctx => currentState(ctx, station.id))).toMatchObject({ isNatureDay: true, businessDay: '2026-05-01' })
  expect(await lin.refused(startShift, { body: { stationId: station.id } })).toBe('allowed')
})

test('a shift runs over midnight and keeps the day on which it began', async () => {
  const { staff, station, within } = await world({ shifts: true })
  const lin = await staff({ role: 'station_leader' })
  setClock(inShanghai('2026-05-01T22:00:00'))
  const shift = await lin.call(startShift, { body: { stationId: station.id } })
  setClock(inShanghai('2026-05-02T06:00:00'))
  expect(await within(ctx => currentState(ctx, station.id))).toMatchObject({ id: shift.id, businessDay: '2026-05-01' })
  setClock(noon)
})

test('what comes late joins its natural day, but never a closed shift: that one is corrected in the running state', async () => {
  const { staff, station, within } = await world({ shifts: true })
  const lin = await staff({ role: 'station_leader' })
  setClock(inShanghai('2026-05-01T08:00:00'))
  const shift = await lin.call(startShift, { body: { stationId: station.id } })
  setClock(inShanghai('2026-05-01T16:00:00'))
  await within(async ctx => endState(ctx, await currentState(ctx, station.id), ctx.now, 'test'))
  const running = await within(ctx => currentState(ctx, station.id))

  const at = (time: string) => within(ctx => stateAt(ctx, station.id, inShanghai(time)))
  expect(await at('2026-05-01T16:00:00')).toEqual({ stateId: running.id, correctsId: null })
  expect(await at('2026-05-01T09:30:00')).toEqual({ stateId: running.id, correctsId: shift.id })
  const morning = await at('2026-05-01T03:00:00')
  expect(morning.correctsId).toBeNull()
  const april = await at('2026-04-03T03:00:00')
  expect(await at('2026-04-03T21:00:00')).toEqual(april)
  setClock(noon)
})

test('whatever is asked in whatever order, the states of a station never overlap', async () => {
  const { station, within, rows } = await world()
  for (const hours of [0, 700, 3, 30, 699, 24, 23, 48, 701, 12]) {
    await within(ctx => stateAt(ctx, station.id, new Date(noon.getTime() - hours * 3_600_000)))
  }
  const overlaps = await rows(
    `select a.id from daily_state a join daily_state b on a.company_id = b.company_id and a.station_id = b.station_id and a.id < b.id
    where a.station_id = $1 and a.start_time < coalesce(b.end_time, 'infinity') and b.start_time < coalesce(a.end_time, 'infinity')`,
    [station.id],
  )
  expect(overlaps).toEqual([])
  expect(await rows('select 1 from daily_state where station_id = $1', [station.id])).not.toHaveLength(0)
})

test('two cashiers who act at midnight together begin one new day', async () => {
  const { station, within, rows } = await world()
  await within(ctx => currentState(ctx, station.id))
  setClock(inShanghai('2026-05-02T00:00:00'))
  await Promise.all(Array.from({ length: 6 }, () => within(ctx => currentState(ctx, station.id))))
  setClock(noon)
  expect(await rows('select 1 from daily_state where station_id = $1', [station.id])).toHaveLength(2)
})

test('the shift of another company, or another station, is not there to begin', async () => {
  const theirs = await world({ shifts: true }),
    mine = await world({ shifts: true })
  const lin = await mine.staff({ role: 'station_leader', stationIds: [mine.station.id] })
  const sister = await mine.addStation('Riverside West')
  expect(await lin.refused(startShift, { body: { stationId: theirs.station.id } })).toBe('notFound')
  expect(await lin.refused(startShift, { body: { stationId: sister.id } })).toBe('notFound')
})
