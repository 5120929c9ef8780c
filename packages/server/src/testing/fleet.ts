import { addFleet, employeeActs } from '@forecourt/contract'
import { makeCard } from './card.ts'
import { unique, world } from './world.ts'

export const someMobile = () => `139${String(1e8 + unique()).slice(1)}`

/** A company with two fleets, who keeps them, and the leader of the first. */
export async function twoFleets() {
  const it = await world()
  const master = await it.staff({ role: 'station_master', stationIds: [it.station.id], over: { stationId: it.station.id } })
  const found = async (name: string) => (await master.call(addFleet, { body: { name: `${name} ${unique()}` } })).id
  const [jianghai, oasis] = [await found('Jianghai'), await found('Oasis')]
  const leader = await it.staff({ role: 'group_master', over: { fleetId: jianghai } })
  const add = (id: number, over: object = {}) =>
    master.call(employeeActs.add, { id, body: { mobile: someMobile(), name: 'Ma Haitao', ...over } })
  /** A sub card of the first fleet. */
  const cardFor = async (userId: number | null) => {
    const { id: parentId } = await makeCard(it, { kind: 'master', groupId: jianghai })
    return makeCard(it, { kind: 'sub', parentId, userId })
  }
  return { ...it, master, leader, jianghai, oasis, add, cardFor }
}
