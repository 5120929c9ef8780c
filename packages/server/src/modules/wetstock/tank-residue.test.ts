import { changeTankProduct, setStationConfig, stations } from '@forecourt/contract'
import { afterEach, expect, test } from 'vitest'
import { invariantsOf } from '../../testing/invariants.ts'
import { at } from '../../testing/settlement.ts'
import { bookShop, endShift } from '../../testing/tank-book.ts'
import { noon, setClock } from '../../testing/world.ts'

afterEach(() => setClock(noon))

test('what may stay in an emptied tank is a setting: it is of the next product from then on', async () => {
  const it = await bookShop()
  await it.begin('08:00')
  await it.open(100_00, { clock: '08:05' })
  const { version } = await it.master.call(stations.get, { id: it.station.id })
  const config = { productChange: { residueLitres: 30 } }
  await it.master.call(setStationConfig, { id: it.station.id, body: { version, config } })
  await it.dip(30_01, '08:40')
  expect(await it.master.refused(changeTankProduct, await it.changeBody(it.dieselId))).toBe('tankEntry.notEmptied')
  await it.dip(30_00, '08:45')
  setClock(at('09:00'))
  await it.change(it.dieselId)
  expect([await it.bookAt('08:59'), await it.bookAt()]).toEqual([100_00, 30_00])
  await endShift(it, '12:00')
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
})
