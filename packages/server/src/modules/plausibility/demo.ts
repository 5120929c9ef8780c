import type { Ctx } from '../../platform/execution/command.ts'
import type { DemoAct, DemoStage } from '../../platform/module.ts'
import { addCars } from '../fleet/index.ts'
import { judgeWaiting } from './judge.ts'
import { keepRules } from './settings.ts'

/** The vehicles of those who hold the first cards of the fleet whose leader signs in. */
const vehicles = [
  { plate: '沪A10233', fuelType: 'gasoline', tankCl: 45_00, litresPer100Km: 7.5, usualHours: [{ from: '06:00', until: '13:00' }] },
  { plate: '沪A10234', fuelType: 'diesel', tankCl: 70_00, litresPer100Km: 10.5, usualHours: [{ from: '05:00', until: '21:00' }] },
  { plate: '沪A10235', fuelType: 'gasoline', tankCl: 60_00, litresPer100Km: 9, usualHours: [] },
  { plate: '沪A10236', fuelType: 'gasoline', tankCl: null, litresPer100Km: null, usualHours: [] },
] as const
const settings = {
  tank: 'alert',
  travel: 'alert',
  consumption: 'alert',
  odometer: 'alert',
  fuel: 'refuse',
  plate: 'refuse',
  smallFills: 'alert',
  hours: 'alert',
  purpose: '核对车队用油，防止盗油 · To check that fuel goes into vehicles of the fleet',
  keptDays: 365,
  leaderSees: true,
} as const
const answered = { status: 'explained', answer: '临时调用备用车，已与调度核实 · A spare vehicle, checked with the dispatcher' } as const

/** A fleet has its fills judged, and one of the alerts is answered. */
export const fillsOfDemo = ({ companyId, from, now, within }: DemoStage): DemoAct[] => {
  const at = new Date(from.getTime() + 3.5 * 3_600_000)
  const set = () =>
    within(at, async ctx => {
      const groupId = await ledFleet(ctx)
      if (groupId === undefined) return
      const held = ctx.tx.selectFrom('userCard').where('groupId', '=', groupId).where('userId', 'is not', null)
      const holders = await held.select('userId').orderBy('id').limit(vehicles.length).execute()
      const cars = holders.map(({ userId }, turn) => ({ ...vehicles[turn]!, groupId, userId: userId! }))
      await addCars(ctx, companyId, cars)
      await keepRules(ctx, { companyId, groupId, version: 0 }, settings)
    })
  const judge = async () => {
    for (let count = 1; count > 0; ) await within(now, async ctx => void (count = await judgeWaiting(ctx, companyId)))
    await within(now, async ctx => {
      const oldest = ctx.tx.selectFrom('fillAlert').where('status', '=', 'open').select('id').orderBy('soldAt').limit(1)
      const alert = await oldest.executeTakeFirst()
      if (!alert) return
      await ctx.tx
        .updateTable('fillAlert')
        .set({ ...answered, answeredDate: ctx.now })
        .where('id', '=', alert.id)
        .execute()
    })
  }
  return [
    { at, run: set },
    { at: now, run: judge },
  ]
}

/** The fleet whose leader signs in. */
const ledFleet = async ({ tx }: Ctx): Promise<number | undefined> =>
  (await tx.selectFrom('fleet').where('userId', 'is not', null).select('id').orderBy('id').limit(1).executeTakeFirst())?.id
