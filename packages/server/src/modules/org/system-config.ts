import { systemConfigs, type CompanyConfig } from '@forecourt/contract'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'

const read = ({ tx }: Ctx) => tx.selectFrom('systemConfig').select(['id', 'version', 'config', 'modifiedDate'])

/** What holds for every company that sets nothing else. */
export async function systemConfig(ctx: Ctx): Promise<CompanyConfig> {
  const { config } = await read(ctx).executeTakeFirstOrThrow()
  return config as CompanyConfig
}

const list = handle(systemConfigs.list, async ctx => {
  const content = await read(ctx).execute()
  return { content, totalElements: content.length }
})

/** @throws notFound, stale */
const update = handle(systemConfigs.update, async (ctx, { id, body: { version, config } }) => {
  const before = await read(ctx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!before) refuse('notFound', { id })
  if (before.version !== version) refuse('stale', { id })
  const after = { id, version: version + 1, config, modifiedDate: ctx.now.toISOString() }
  await ctx.tx
    .updateTable('systemConfig')
    .set({ version: version + 1, config: JSON.stringify(config), modifiedBy: ctx.actor.key, modifiedDate: ctx.now })
    .where('id', '=', id)
    .execute()
  ctx.audit('systemConfig.update', `systemConfigs:${id}`, { from: before.config, to: config })
  return after
})

export const systemConfigHandlers: readonly Handler[] = [list, update]
