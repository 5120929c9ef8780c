import { memberNotices } from '@forecourt/contract'
import { sql } from 'kysely'
import { handlerOf, type DemoAct, type DemoStage } from '../../platform/module.ts'

/** Some members agreed at the counter when they got their card. */
export const agreedInDemo = ({ companyId, from, within }: DemoStage): DemoAct[] => {
  const at = new Date(from.getTime() + 8 * 3_600_000)
  const run = () =>
    within(at, async ctx => {
      const { rows } = await sql<{ id: number }>`
        select id from member_state where company_id = ${companyId} and mobile is not null order by created_date, id limit 3`.execute(
        ctx.tx,
      )
      for (const { id } of rows) await handlerOf(memberNotices.set).run(ctx, { id, body: { agreed: true } })
    })
  return [{ at, run }]
}
