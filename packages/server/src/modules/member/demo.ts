import type { DemoAct, DemoStage } from '../../platform/module.ts'
import { keepProfile, type Profile } from './profile.ts'

/** What some members have said of themselves. Their ID numbers hold, and name a region that there is none of: 990101. */
const said: readonly Profile[] = [
  { idNumber: '990101198504120012' },
  { idNumber: '990101199003071288', invoiceTitle: '个人' },
  { invoiceTitle: '滨河物流有限公司', taxId: '91990101MA0000001Y', contactPhone: '021-62345678' },
  { idNumber: '990102197811192042' },
  { invoiceTitle: '江湾快运有限公司', taxId: '91990101MA00000022', contactPhone: '0571-87654321-802' },
  { idNumber: '990103199508230064', invoiceTitle: '个人' },
  // As it was copied from a stamp: its check fails.
  { invoiceTitle: '北塘汽修店', taxId: '91990102MA00000A3A' },
  { idNumber: '990101196201013376' },
]

/** Some members have entered what their invoices need, some an ID number; of the others no more is known than a name and a number. */
export const profilesOfDemo = ({ companyId, from, within }: DemoStage): DemoAct[] => {
  const at = new Date(from.getTime() + 3 * 3_600_000)
  const run = () =>
    within(at, async ctx => {
      const members = ctx.tx.selectFrom('userAccount').where('companyId', '=', companyId).where('isStaff', '=', false)
      const newest = await members.orderBy('createdDate', 'desc').orderBy('id', 'desc').select('id').limit(said.length).execute()
      for (const [turn, { id: userId }] of newest.entries()) await keepProfile(ctx, { companyId, userId }, said[turn]!)
    })
  return [{ at, run }]
}
