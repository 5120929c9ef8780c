import { tags } from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'

/** A rule finds members: goods carry tags that are given by hand. @throws notFound, item.tagByRule */
export async function refuseTag(ctx: Ctx, tagId: number | null | undefined): Promise<void> {
  if (tagId === null || tagId === undefined) return
  const { name, kind } = await getOf(ctx.tx, tags, tagId, [], ctx.scope, { named: true })
  if (kind === 'rule') refuse('item.tagByRule', { name })
}
