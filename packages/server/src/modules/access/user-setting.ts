import { settingsAtMost, userSettings } from '@forecourt/contract'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { homeOf } from '../../platform/execution/ctx.ts'
import { refuse } from '../../platform/execution/refusal.ts'

const settingsOf = ({ tx, actor }: Ctx) =>
  tx.selectFrom('userSetting').select(['name', 'value', 'modifiedDate']).where('userId', '=', actor.id).orderBy('name').execute()

const list = handle(userSettings.list, async ctx => {
  const content = await settingsOf(ctx)
  return { content, totalElements: content.length }
})

/** How one's own page looks is no act that anybody answers for: it is not in the audit log. @throws userSetting.tooMany */
const keep = handle(userSettings.keep, async (ctx, { body: { name, value } }) => {
  const { tx, actor, now } = ctx
  if (value === null) {
    await tx.deleteFrom('userSetting').where('userId', '=', actor.id).where('name', '=', name).execute()
    return { name }
  }
  const kept = await settingsOf(ctx)
  if (kept.length >= settingsAtMost && !kept.some(setting => setting.name === name))
    refuse('userSetting.tooMany', { count: settingsAtMost })
  const changed = { value: JSON.stringify(value), modifiedDate: now }
  await tx
    .insertInto('userSetting')
    .values({ companyId: homeOf(actor), userId: actor.id, name, ...changed })
    .onConflict(at => at.columns(['companyId', 'userId', 'name']).doUpdateSet(changed))
    .execute()
  return { name }
})

export const userSettingHandlers: readonly Handler[] = [list, keep]
