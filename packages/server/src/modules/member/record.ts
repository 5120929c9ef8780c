import { invalid, isTaxNumber, members, type Returned } from '@forecourt/contract'
import type { z } from 'zod'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { companyOf, crud, lockFiles } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { accountForUpdate, editAccount } from '../access/index.ts'
import { addMember, holderOfMobile } from './member.ts'
import { keepProfile } from './profile.ts'

type Shown = Returned<typeof members.get>

/**
 * Adds a member over the counter.
 * @throws member.mobileTaken, member.mobileOfStaff, user.emailTaken, notFound a picture of another company
 * @source MEM-021, MEM-023
 */
const create = handle(members.create, async (ctx, { body }) => {
  const companyId = companyOf(ctx)
  await refuseTaken(ctx, companyId, body.mobile)
  await lockFiles(ctx, members.body, body, companyId)
  const id = await addMember(ctx, { companyId, ...body })
  return shown(ctx, id, body)
})

/**
 * Another mobile number is a question first: the wrong member may be on the screen.
 * @throws notFound, stale, member.mobileChanged, member.mobileTaken, member.mobileOfStaff, member.signsIn, user.emailTaken
 * @source MEM-022, decisions ME10
 */
const update = handle(members.update, async (ctx, { id, body: { version, confirmMobile, ...body } }) => {
  const { before, account } = await memberForUpdate(ctx, id)
  if (account.version !== version) refuse('stale', { id })
  const { contactPhone, invoiceTitle, taxId, idNumber, birthMonth, ...facts } = body
  if (account.signsIn && (facts.mobile !== account.mobile || facts.email !== account.email)) refuse('member.signsIn')
  if (facts.mobile !== account.mobile) {
    await refuseTaken(ctx, account.companyId, facts.mobile, id)
    if (account.mobile !== null && facts.mobile !== (confirmMobile ?? null)) refuse('member.mobileChanged', { mobile: account.mobile })
  }
  await lockFiles(ctx, members.body, facts, account.companyId)

  await editAccount(ctx, account, facts)
  await keepProfile(ctx, { companyId: account.companyId, userId: id }, { contactPhone, invoiceTitle, taxId, idNumber, birthMonth })
  const after = await shown(ctx, id, body)
  ctx.audit('member.edit', `members:${id}`, changesOf(before, after), account.companyId)
  return after
})

/** The ID number is among them as it is shown. */
const noted = [...Object.keys(members.body.shape), 'idNumberMask'] as (keyof Shown)[]
const changesOf = (before: Shown, after: Shown) =>
  Object.fromEntries(noted.filter(field => before[field] !== after[field]).map(field => [field, { from: before[field], to: after[field] }]))

/** @throws member.mobileTaken with the member whose it is, member.mobileOfStaff */
async function refuseTaken(ctx: Ctx, companyId: number, mobile: string | null, own?: number): Promise<void> {
  const holder = mobile === null ? undefined : await holderOfMobile(ctx, companyId, mobile)
  if (holder?.isStaff) refuse('member.mobileOfStaff', { mobile })
  if (holder && holder.id !== own) refuse('member.mobileTaken', { name: holder.name, userId: holder.id })
}

/** A member whom the caller may see, locked. @throws notFound */
async function memberForUpdate(ctx: Ctx, id: number) {
  const before = await getOf(ctx.tx, members, id, [], ctx.scope)
  const account = (await accountForUpdate(ctx, id)) ?? refuse('notFound', { id })
  return { before, account }
}

/** The member, and what was kept though it looks wrong. @source decisions ME12 */
async function shown(ctx: Ctx, id: number, { taxId }: Pick<z.output<typeof members.body>, 'taxId'> = { taxId: '' }): Promise<Shown> {
  const member = await getOf(ctx.tx, members, id, [], ctx.scope)
  const warnings = taxId === '' || isTaxNumber(taxId) ? [] : [{ field: 'taxId', message: invalid['taxNumber']![ctx.meta.language] }]
  return { ...member, warnings }
}

/** @throws notFound, member.signsIn */
const disable = handle(members.disable, (ctx, { id, body: { remark } }) => setDisabled(ctx, id, true, remark))
const enable = handle(members.enable, (ctx, { id, body: { remark } }) => setDisabled(ctx, id, false, remark))

async function setDisabled(ctx: Ctx, id: number, disabled: boolean, remark: string): Promise<Shown> {
  const { account } = await memberForUpdate(ctx, id)
  if (account.signsIn) refuse('member.signsIn')
  if (account.disabled !== disabled) {
    await editAccount(ctx, account, { disabled })
    ctx.audit(disabled ? 'member.disable' : 'member.enable', `members:${id}`, { name: account.name, remark }, account.companyId)
  }
  return getOf(ctx.tx, members, id, [], ctx.scope)
}

export const recordHandlers = [...crud(members, ['list', 'get']), create, update, disable, enable]
