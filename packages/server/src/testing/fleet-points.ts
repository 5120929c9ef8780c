import { addFleet, fleets, points, type FleetValueMode } from '@forecourt/contract'
import { makeCard } from './card.ts'
import { loyal } from './points.ts'

/** A fleet that earns points and growth, with a driver who has accounts of both themselves. */
export async function earningFleet(valueMode: FleetValueMode = 'assign', flags: object = {}) {
  const it = await loyal()
  const earns = { earnsPoints: true, levelUpgrade: true, ...flags }
  const { id: groupId } = await it.boss.call(addFleet, { body: { name: 'Jianghai', valueMode, ...earns } })
  const money = { principalCents: 2_000_00 }
  const master = await makeCard(it, { kind: 'master', groupId, ...money })
  const driver = it.card.userId!
  const sub = await makeCard(it, { kind: 'sub', parentId: master.id, userId: driver, ...(valueMode === 'assign' && money) })
  const ofFleet = () => it.boss.call(points.ofFleet, { id: groupId })
  const edit = async (body: object) => {
    const { version, name, invoiceType } = await it.boss.call(fleets.get, { id: groupId })
    return it.boss.refused(fleets.update, { id: groupId, body: { version, name, invoiceType, ...body } })
  }
  /** What the fleet holds, and what its driver does. */
  const both = async () => {
    await it.earn()
    const [fleet, person] = [await ofFleet(), await it.held()]
    return [fleet.score!.points, fleet.level!.growth, person.score!.points, person.level!.growth]
  }
  return { ...it, groupId, master, driver, sub, ofFleet, edit, both }
}
