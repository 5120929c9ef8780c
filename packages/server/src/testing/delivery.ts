import { oilInfos } from '@forecourt/contract'
import { shiftShop, at } from './settlement.ts'
import { setClock } from './world.ts'

/** A station that works in shifts and gets fuel: its nozzle's tank holds 30,000 L at most, and 28,500 L are its stop level. */
export async function filledShop() {
  const it = await shiftShop()
  const { tankId } = it.nozzle
  /** A delivery as the form sends it: 1,000 L before, 6,000 L after, from 09:00 to 09:30; the note says 5,000 L. */
  const facts = (over: object = {}) => ({
    stationId: it.station.id,
    tankId,
    docNo: 'BL-1',
    deliveryVolumeCl: 5_000_00,
    beginTime: at('09:00').toISOString(),
    endTime: at('09:30').toISOString(),
    beforeVolumeCl: 1_000_00,
    afterVolumeCl: 6_000_00,
    ...over,
  })
  const record = (over: object = {}, clock = '10:00') => {
    setClock(at(clock))
    return it.lin.call(oilInfos.create, { body: facts(over) })
  }
  const refused = (over: object = {}, clock = '10:00') => {
    setClock(at(clock))
    return it.lin.refused(oilInfos.create, { body: facts(over) })
  }
  const shown = (id: number) => it.lin.call(oilInfos.get, { id })
  /** Changes some of its facts, as the form does that shows them all. */
  const edit = async (id: number, over: object) => {
    const { version } = await shown(id)
    return it.lin.call(oilInfos.update, { id, body: { ...facts(), ...over, version } })
  }
  return { ...it, tankId, facts, record, refused, shown, edit }
}
