import { randomBytes } from 'node:crypto'
import { memberNotices, members, type NoticeBy, type NoticeState } from '@forecourt/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import { handle, setTenantScope, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { getOf } from '../../platform/search/list.ts'
import { identityHash, miniProgram } from '../member/index.ts'
import { dropOfferNotices } from '../message/index.ts'

interface Whose {
  readonly companyId: number
  readonly userId: number
}

async function stateOf({ tx }: Ctx, { companyId, userId }: Whose): Promise<NoticeState> {
  const kept = tx.selectFrom('noticeConsent').where('companyId', '=', companyId).where('userId', '=', userId)
  const row = await kept.select(['agreed', 'saidBy', 'changedDate']).executeTakeFirst()
  if (!row) return { agreed: false, changedDate: null, by: null }
  return { agreed: row.agreed, changedDate: new Date(row.changedDate).toISOString(), by: row.saidBy as z.output<typeof NoticeBy> }
}

/** What was said before is said once more without a trace; each agreement has a way out of its own. */
async function say(ctx: Ctx, whose: Whose, agreed: boolean, saidBy: z.output<typeof NoticeBy>): Promise<NoticeState> {
  const before = await stateOf(ctx, whose)
  if (before.agreed === agreed && before.changedDate !== null) return before
  const { companyId, userId } = whose
  const changedById = ctx.actor.kind === 'user' ? ctx.actor.id : null
  const code = randomBytes(16).toString('base64url')
  const said = { agreed, saidBy, changedById, changedDate: ctx.now, ...(agreed && { code }) }
  await ctx.tx
    .insertInto('noticeConsent')
    .values({ companyId, userId, code, ...said })
    .onConflict(on => on.columns(['companyId', 'userId']).doUpdateSet(said))
    .execute()
  if (!agreed) await dropOfferNotices(ctx, companyId, userId)
  ctx.audit(agreed ? 'notice.agree' : 'notice.stop', `members:${userId}`, { by: saidBy }, companyId)
  return stateOf(ctx, whose)
}

/** @throws notFound */
const read = handle(memberNotices.read, async (ctx, { id }) => {
  const { companyId } = await companyOfMember(ctx, id)
  return stateOf(ctx, { companyId, userId: id })
})

/** @throws notFound */
const set = handle(memberNotices.set, async (ctx, { id, body: { agreed } }) => {
  const { companyId } = await companyOfMember(ctx, id)
  return say(ctx, { companyId, userId: id }, agreed, 'staff')
})

async function companyOfMember(ctx: Ctx, id: number): Promise<{ companyId: number }> {
  await getOf(ctx.tx, members, id, [], ctx.scope)
  return ctx.tx.selectFrom('userAccount').where('id', '=', id).select('companyId').executeTakeFirstOrThrow()
}

/** @throws member.notMiniProgram, notice.notMember */
const own = handle(memberNotices.own, async (ctx, { body: { wechat, agreed } }) => {
  await miniProgram(ctx)
  const { companyId } = ctx.actor
  const { rows } = await sql<{ userId: number }>`
    select member.id as user_id from ${scoped(ctx.tx, 'member_wechat')} bound
    join ${scoped(ctx.tx, 'member_state')} member on member.company_id = ${companyId} and member.id = bound.user_id
    where bound.company_id = ${companyId} and bound.app_id = ${wechat.appId}
      and bound.open_id_hash = ${identityHash(companyId, wechat)}`.execute(ctx.tx)
  const [member] = rows
  if (!member) refuse('notice.notMember')
  return say(ctx, { companyId, userId: member.userId }, agreed, 'member')
})

/** Pressed twice it says the same. @throws notice.codeUnknown */
const stop = handle(memberNotices.stop, async (begun, { body: { code } }) => {
  const [company, secret] = code.split('.') as [string, string]
  const companyId = Number(company)
  const ctx = { ...begun, tx: await setTenantScope(begun.tx, [companyId]) }
  const kept = ctx.tx.selectFrom('noticeConsent').where('companyId', '=', companyId).where('code', '=', secret)
  const found = await kept.select('userId').executeTakeFirst()
  if (!found) refuse('notice.codeUnknown')
  await say(ctx, { companyId, userId: found.userId }, false, 'link')
  const { name } = await ctx.tx.selectFrom('company').where('id', '=', companyId).select('name').executeTakeFirstOrThrow()
  return { company: name }
})

/** Of these members those who are told of offers, each with what stands in the message for stopping it. */
export async function agreedAmong({ tx }: Ctx, companyId: number, userIds: readonly number[]): Promise<Map<number, string>> {
  const kept = tx.selectFrom('noticeConsent').where('companyId', '=', companyId).where('agreed', '=', true)
  const rows = await kept
    .where('userId', 'in', [...userIds, 0])
    .select(['userId', 'code'])
    .execute()
  return new Map(rows.map(({ userId, code }) => [userId, `${companyId}.${code}`]))
}

export const consentHandlers = [read, set, own, stop]
