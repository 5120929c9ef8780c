import type { DemoAct, DemoStage } from '../../platform/module.ts'
import { addEmployee } from './employee.ts'

/** Of each fleet: who drives for it besides those who hold its cards, and what they drive. */
const drivers = [
  [
    { name: '马海涛', department: '长途一队', mobile: '13690000011', plate: '沪A10241', fuelType: 'diesel' },
    { name: '周晓燕', department: '长途一队', mobile: '13690000012', plate: '沪AD10242', fuelType: 'gasoline' },
    { name: '冯立新', department: '市内配送', mobile: '13690000013', plate: '沪BF10243', fuelType: 'diesel' },
  ],
  [{ name: '彭飞', department: '夜班', mobile: '13690000002', plate: '沪BT2201', fuelType: 'gasoline' }],
] as const

/** The fleets of the demo have their employees, with departments and vehicles. */
export const employeesOfDemo = ({ companyId, from, within }: DemoStage): DemoAct[] => {
  const at = new Date(from.getTime() + 3 * 3_600_000)
  const run = () =>
    within(at, async ctx => {
      const fleets = await ctx.tx.selectFrom('fleet').orderBy('id').limit(drivers.length).select('id').execute()
      for (const [turn, { id }] of fleets.entries())
        for (const { plate, fuelType, ...driver } of drivers[turn]!)
          await addEmployee(ctx, { id, companyId }, { ...driver, cars: [{ plate, fuelType }] })
    })
  return [{ at, run }]
}
