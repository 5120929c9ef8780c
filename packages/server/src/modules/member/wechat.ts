import { memberWechat } from '@forecourt/contract'
import { createHash, randomInt } from 'node:crypto'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { Refusal, refuse } from '../../platform/execution/refusal.ts'
import { hashSixDigits, sixDigitsMatch } from '../access/index.ts'
import { writeCode } from '../message/index.ts'
import { memberForUpdate, memberOf } from './person.ts'

const minutes = 10
const triesMax = 5

/** @throws notFound, member.isStaff, member.merged, member.former */
const read = handle(memberWechat.read, async (ctx, { id }) => {
  await memberOf(ctx, id)
  const content = await ctx.tx
    .selectFrom('memberWechat')
    .where('userId', '=', id)
    .select(['id', 'appId', 'boundDate'])
    .orderBy('boundDate')
    .orderBy('id')
    .execute()
  return { wechatBound: content.length > 0, content }
})

/** What is kept of the identity of somebody who opened a mini program: never itself. */
export const identityHash = (companyId: number, { appId, openId }: { appId: string; openId: string }): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([companyId, appId, openId]))
    .digest()

/** The device that asks, which has to be a mini program. @throws member.notMiniProgram */
export async function miniProgram({ tx, actor }: Ctx): Promise<number> {
  const device = actor.kind === 'device' && (await tx.selectFrom('device').where('id', '=', actor.id).select('type').executeTakeFirst())
  if (!device || device.type !== 'miniProgram') refuse('member.notMiniProgram')
  return actor.id
}

/** @throws member.notMiniProgram, notFound, member.isStaff, member.merged, member.former, member.noMobile, message.tooMany */
const code = handle(memberWechat.code, async (ctx, { id }) => {
  const { companyId, mobile } = await memberForUpdate(ctx, id)
  const deviceId = await miniProgram(ctx)
  if (mobile === null) refuse('member.noMobile')
  const digits = String(randomInt(1_000_000)).padStart(6, '0')
  const expiresDate = new Date(ctx.now.getTime() + minutes * 60_000)
  const fresh = { deviceId, codeHash: await hashSixDigits(digits), tries: 0, expiresDate }
  await ctx.tx
    .insertInto('memberWechatCode')
    .values({ companyId, userId: id, ...fresh })
    .onConflict(on => on.columns(['companyId', 'userId']).doUpdateSet(fresh))
    .execute()
  const message = { template: 'memberCode' as const, language: ctx.meta.language, code: digits, minutes }
  const recipient = await writeCode(ctx, { ...message, user: { id, companyId, mobile } })

  ctx.audit('member.wechat.code', `members:${id}`, { recipient }, companyId)
  return { recipient, expiration: expiresDate.toISOString() }
})

/**
 * Binds a member with the code that their mobile number was sent. Another identity in the same mini program takes the place of the one
 * before. @throws member.notMiniProgram, notFound, member.isStaff, member.merged, member.former, member.codeSpent, member.codeWrong,
 * member.wechatTaken
 */
const bind = handle(memberWechat.bind, async (ctx, { id, body: { appId, openId, code: given } }) => {
  const { companyId } = await memberForUpdate(ctx, id)
  const deviceId = await miniProgram(ctx)
  const openIdHash = identityHash(companyId, { appId, openId })
  const bound = ctx.tx.selectFrom('memberWechat').where('appId', '=', appId).where('openIdHash', '=', openIdHash)
  const known = await bound.select('userId').executeTakeFirst()
  const wrong = await checkCode(ctx, id, deviceId, given)
  if (wrong) return wrong
  if (known && known.userId !== id) refuse('member.wechatTaken')

  const now = { openIdHash, deviceId, boundDate: ctx.now }
  if (!known)
    await ctx.tx
      .insertInto('memberWechat')
      .values({ companyId, userId: id, appId, ...now })
      .onConflict(on => on.columns(['companyId', 'userId', 'appId']).doUpdateSet(now))
      .execute()
  await ctx.tx.deleteFrom('memberWechatCode').where('userId', '=', id).execute()

  ctx.audit('member.wechat.bind', `members:${id}`, { appId }, companyId)
  return { id, wechatBound: true as const }
})

/** A wrong code is counted, so its refusal is returned and not thrown. */
async function checkCode({ tx, now }: Ctx, userId: number, deviceId: number, given: string): Promise<Refusal | undefined> {
  const own = await tx.selectFrom('memberWechatCode').where('userId', '=', userId).forUpdate().selectAll().executeTakeFirst()
  if (!own || own.deviceId !== deviceId || own.tries >= triesMax || Date.parse(own.expiresDate) <= now.getTime())
    return new Refusal('member.codeSpent')
  if (await sixDigitsMatch(given, own.codeHash)) return undefined
  const tries = own.tries + 1
  await tx.updateTable('memberWechatCode').set({ tries }).where('id', '=', own.id).execute()
  return tries < triesMax ? new Refusal('member.codeWrong', { left: triesMax - tries }) : new Refusal('member.codeSpent')
}

/** @throws notFound, member.isStaff, member.merged, member.former, member.wechatUnbound */
const unbind = handle(memberWechat.unbind, async (ctx, { id, body: { reason } }) => {
  const { companyId } = await memberForUpdate(ctx, id)
  const { numDeletedRows } = await ctx.tx.deleteFrom('memberWechat').where('userId', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) refuse('member.wechatUnbound')
  const unbound = Number(numDeletedRows)

  ctx.audit('member.wechat.unbind', `members:${id}`, { unbound, reason }, companyId)
  return { id, unbound }
})

/** What the younger of two members was bound to is the elder's, where the elder is not bound in the same mini program. */
export async function mergeWechat({ tx }: Ctx, from: number, into: number): Promise<void> {
  const own = await tx.selectFrom('memberWechat').where('userId', '=', into).select('appId').execute()
  const apps = own.map(({ appId }) => appId)
  await tx
    .deleteFrom('memberWechat')
    .where('userId', '=', from)
    .$if(apps.length > 0, of => of.where('appId', 'in', apps))
    .$if(apps.length === 0, of => of.where('appId', '=', ''))
    .execute()
  await tx.updateTable('memberWechat').set({ userId: into }).where('userId', '=', from).execute()
  await tx.deleteFrom('memberWechatCode').where('userId', '=', from).execute()
}

export const wechatHandlers = [read, code, bind, unbind]
