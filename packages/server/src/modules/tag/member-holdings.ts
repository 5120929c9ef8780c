import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import type { MemberHoldings } from '../../platform/module.ts'

type Holder = Parameters<MemberHoldings['of']>[1]

/** Takes all tags from a member, and counts them less by one each. */
async function takeAll({ tx }: Ctx, { id, companyId }: Holder): Promise<void> {
  const gone = await tx.deleteFrom('tagMember').where('companyId', '=', companyId).where('userId', '=', id).returning('tagId').execute()
  if (gone.length === 0) return
  await tx
    .updateTable('tag')
    .set(of => ({ memberCount: of('memberCount', '-', 1) }))
    .where('companyId', '=', companyId)
    .where(
      'id',
      'in',
      gone.map(({ tagId }) => tagId),
    )
    .execute()
}

/** Of two who are merged, the one who stays carries what either was given by hand; what the rules say of them is found anew. */
async function unite(ctx: Ctx, member: Holder, into: number): Promise<void> {
  const { companyId } = member
  const { rows } = await sql<{ tagId: number }>`
    insert into tag_member (company_id, tag_id, user_id, created_by_id, created_date)
    select owner.id, carried.tag_id, ${into}::bigint, carried.created_by_id, carried.created_date
    from company owner join tag_member carried on carried.company_id = ${companyId} and carried.user_id = ${member.id}
    join tag on tag.company_id = ${companyId} and tag.id = carried.tag_id and tag.kind = 'hand'
    where owner.id = ${companyId}
    on conflict (company_id, tag_id, user_id) do nothing returning tag_id`.execute(ctx.tx)
  if (rows.length > 0)
    await ctx.tx
      .updateTable('tag')
      .set(of => ({ memberCount: of('memberCount', '+', 1) }))
      .where('companyId', '=', companyId)
      .where(
        'id',
        'in',
        rows.map(({ tagId }) => tagId),
      )
      .execute()
  await takeAll(ctx, member)
}

/** A tag is worth nothing: it stands against no farewell, and goes over without being counted. */
export const memberHoldings: MemberHoldings = {
  unite,
  of: async () => [],
  move: async () => 0,
  open: async () => [],
  end: async (ctx, member) => takeAll(ctx, member),
}
