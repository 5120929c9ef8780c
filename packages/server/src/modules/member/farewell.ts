import { formerMember, memberFarewell } from '@forecourt/contract'
import { sql } from 'kysely'
import { encrypt } from '../../platform/config/encryption.ts'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { everyModule } from '../../platform/module.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'
import { closeAccount, spendProof } from '../access/index.ts'
import { forgetMessages } from '../message/index.ts'
import { settingsOfCompany } from '../org/index.ts'
import { memberForUpdate, memberOf, refuseLeader, type Person } from './person.ts'
import { forgetProfiles, profileOf } from './profile.ts'

const holdings = () => everyModule().flatMap(({ memberHoldings }) => memberHoldings ?? [])

/** What is sealed of somebody is opened for nothing else. */
const purpose = 'former-member'

/** @throws notFound, member.isStaff, member.merged, member.former, member.leadsFleet */
const preview = handle(memberFarewell.preview, async (ctx, { id }) => {
  const person = await memberOf(ctx, id)
  await refuseLeader(ctx, person)
  const cards = (await Promise.all(holdings().map(each => each.open(ctx, person)))).flat()
  return { cards, keepUntil: await keepUntil(ctx, person.companyId) }
})

/**
 * Closes a membership (注销): empty cards end with it, everything else has to be settled before. Name and numbers are sealed; the mobile
 * number is free for a new member at once, and what moved before stays.
 * @throws notFound, member.isStaff, member.merged, member.former, member.leadsFleet, member.holdsAccounts, pin.proof
 * @source decisions ME14
 */
const farewell = handle(memberFarewell.farewell, async (ctx, { id, body: { reason, pinProof } }) => {
  const person = await memberForUpdate(ctx, id)
  const { companyId } = person
  await refuseLeader(ctx, person)
  const open = (await Promise.all(holdings().map(each => each.open(ctx, person)))).flat()
  const standing = open.filter(({ stands }) => stands !== null)
  if (standing.length > 0) refuse('member.holdsAccounts', { cards: standing.map(({ number }) => number).join(', ') })
  await spendProof(ctx, pinProof, { action: 'member.farewell', subject: `members:${id}` })

  for (const each of holdings()) await each.end(ctx, person, reason)
  const points = open.reduce((sum, card) => sum + card.points, 0)
  const until = await keepUntil(ctx, companyId)
  const { bytes, keyId } = encrypt(purpose, JSON.stringify(await knownOf(ctx, person)))
  await ctx.tx
    .insertInto('memberFarewell')
    .values({
      companyId,
      userId: id,
      sealed: bytes,
      sealKey: keyId,
      keepUntil: until,
      cards: open.length,
      reason,
      createdBy: ctx.actor.key,
      createdDate: ctx.now,
    })
    .execute()
  await forget(ctx, person)

  ctx.audit('member.farewell', `members:${id}`, { cards: open.length, ...(points > 0 && { points }), keepUntil: until, reason }, companyId)
  ctx.emit('member.left', { userId: id }, { companyId })
  return { id, keepUntil: until, cards: open.length }
})

/** The last day on which what was sealed is kept, by the company's calendar. */
async function keepUntil(ctx: Ctx, companyId: number): Promise<string> {
  const { keepYears } = (await settingsOfCompany(ctx, companyId)).formerMembers
  const { timeZone } = await ctx.tx.selectFrom('company').where('id', '=', companyId).select('timeZone').executeTakeFirstOrThrow()
  const today = Temporal.Instant.from(ctx.now.toISOString()).toZonedDateTimeISO(timeZone).toPlainDate()
  return today.add({ years: keepYears }).toString()
}

/** Who they were, and those who were merged into them. */
async function knownOf(ctx: Ctx, { id, name, mobile, email, remark, createdDate }: Person) {
  const merged = await ctx.tx
    .selectFrom('userAccount')
    .innerJoin('memberMerge', of =>
      of.onRef('memberMerge.companyId', '=', 'userAccount.companyId').onRef('memberMerge.userId', '=', 'userAccount.id'),
    )
    .where('userAccount.mergedIntoId', '=', id)
    .select(['userAccount.id', 'userAccount.name', 'userAccount.remark', 'intoMobile', 'fromMobile'])
    .execute()
  return { name, mobile, email, remark, createdDate, ...(await profileOf(ctx, id)), merged }
}

async function forget(ctx: Ctx, { id }: Person): Promise<void> {
  const { tx } = ctx
  const others = await tx.selectFrom('userAccount').where('mergedIntoId', '=', id).select('id').execute()
  const all = [id, ...others.map(each => each.id)]
  await closeAccount(ctx, all, id, formerMember)
  await tx
    .updateTable('memberMerge')
    .set({ intoMobile: null, fromMobile: null, otherMobile: null })
    .where(of => of.or([of('intoId', 'in', all), of('userId', 'in', all)]))
    .execute()
  await tx.deleteFrom('memberWechat').where('userId', 'in', all).execute()
  await tx.deleteFrom('memberWechatCode').where('userId', 'in', all).execute()
  await forgetProfiles(ctx, all)
  await forgetMessages(ctx, all)
}

export const farewellHandlers = [preview, farewell]

/** What was sealed of members whose time is over. */
export async function forgetFormer(tx: Ctx['tx'], now: Date): Promise<void> {
  await sql`update member_farewell left_by set sealed = null, seal_key = null
    where ${inScope(tx, 'left_by.companyId')} and sealed is not null and keep_until < ${now}::date`.execute(tx)
}
