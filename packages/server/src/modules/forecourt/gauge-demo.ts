import type { Ctx } from '../../platform/execution/command.ts'
import type { DemoAct, DemoStage } from '../../platform/module.ts'

const minuteMs = 60_000
/** A gauge that told every ten minutes of the last twenty hours, and a tanker nine hours ago of which nobody has found the note. */
const [stepMinutes, toldMinutes, unloadedAgo, unloadingMinutes] = [10, 20 * 60, 9 * 60, 20]
const soldInMinuteCl = 1_80
/** In the last hours nothing is sold: fuel that is gone without a sale would be an alarm. */
const quietMinutes = 4 * 60

/** At the first station one tanker more came than was recorded, and its gauge has seen it. */
export const gaugesOfDemo = ({ now, stations, within }: DemoStage): DemoAct[] =>
  stations.slice(0, 1).map(({ id }) => ({ at: now, run: () => within(now, ctx => unrecorded(ctx, id)) }))

async function unrecorded({ tx, now }: Ctx, stationId: number): Promise<void> {
  const measured = tx.selectFrom('tank').where('stationId', '=', stationId).where('measuredAt', 'is not', null)
  const tank = await measured.selectAll().orderBy('number').limit(1).executeTakeFirst()
  const devices = tx.selectFrom('device').where('stationId', '=', stationId).select('id').orderBy('id').limit(1)
  const device = await devices.executeTakeFirst()
  if (!tank || !device) return
  const last = new Date(tank.measuredAt!).getTime()
  const since = new Date(last - toldMinutes * minuteMs).toISOString()
  const ofTank = tx.selectFrom('tankReading').where('tankId', '=', tank.id).where('source', '=', 'gauge')
  const told = ofTank.where('measuredAt', '>=', since)
  // A station whose equipment is played tells its gauges itself.
  if (await told.select('id').limit(1).executeTakeFirst()) return
  const broughtCl = Math.min(8_000_00, Math.floor(tank.volumeCl / 2))
  const levelAt = (minutesAgo: number) => {
    const poured = Math.min(1, Math.max(0, (unloadedAgo - minutesAgo) / unloadingMinutes)) * broughtCl
    const sold = Math.max(0, minutesAgo - quietMinutes) * soldInMinuteCl
    return Math.round(tank.volumeCl - broughtCl + poured + sold + (((minutesAgo / stepMinutes) * 7) % 5) * 1_00)
  }
  const { companyId, productId, temperature, id: tankId } = tank
  const rows = Array.from({ length: toldMinutes / stepMinutes }, (_, i) => (i + 1) * stepMinutes).map(minutesAgo => ({
    companyId,
    stationId,
    tankId,
    productId,
    temperature,
    source: 'gauge',
    deviceId: device.id,
    createdDate: now,
    measuredAt: new Date(last - minutesAgo * minuteMs),
    volumeCl: levelAt(minutesAgo),
  }))
  await tx.insertInto('tankReading').values(rows).execute()
  await tx.updateTable('tank').set({ gaugeAt: rows[0]!.measuredAt }).where('id', '=', tankId).execute()
}
