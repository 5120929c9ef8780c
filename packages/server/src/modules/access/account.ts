import { ofCompanyOf } from '../../platform/execution/by-company.ts'
import type { Ctx } from '../../platform/execution/command.ts'

interface NewAccount {
  readonly companyId: number
  readonly name: string
  readonly mobile: string | null
  readonly email: string | null
  readonly avatarId: number | null
  readonly remark: string
}

/** An account of somebody who does not sign in. @throws user.mobileTaken, user.emailTaken */
export async function insertAccount({ tx, now, actor }: Ctx, account: NewAccount): Promise<number> {
  const { id } = await tx
    .insertInto('userAccount')
    .values({ ...account, createdById: actor.kind === 'user' ? actor.id || null : null, createdDate: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Somebody who is no staff, locked until the transaction ends, and whether they sign in all the same: a fleet's leader does. */
export async function accountForUpdate(ctx: Ctx, id: number) {
  const tx = await ofCompanyOf(ctx, 'userAccount', id)
  const account = await tx
    .selectFrom('userAccount')
    .where('id', '=', id)
    .where('isStaff', '=', false)
    .forNoKeyUpdate()
    .select(['id', 'version', 'companyId', 'name', 'mobile', 'email', 'avatarId', 'remark', 'disabled'])
    .executeTakeFirst()
  if (!account) return undefined
  const role = await tx.selectFrom('userRole').where('userId', '=', id).where('fleetId', 'is not', null).select('id').executeTakeFirst()
  return { ...account, signsIn: role !== undefined }
}

type Edited = Partial<Omit<NewAccount, 'companyId'>> & { readonly disabled?: boolean }
/** @throws user.mobileTaken, user.emailTaken */
export async function editAccount({ tx, actor }: Ctx, { id, version }: { id: number; version: number }, facts: Edited): Promise<void> {
  await tx
    .updateTable('userAccount')
    .set({ ...facts, version: version + 1, modifiedById: actor.kind === 'user' ? actor.id || null : null })
    .where('id', '=', id)
    .execute()
}

interface Kept {
  readonly id: number
  readonly companyId: number
  readonly mobile: string | null
  readonly email: string | null
}

/**
 * The first of two members is one with the second: listed no more, and found by nothing of their own. A member who was merged with the
 * first before follows.
 */
export async function mergeAccounts({ tx }: Ctx, { id: from }: { readonly id: number }, { id, mobile, email }: Kept): Promise<void> {
  const gone = { mobile: null, email: null, mergedIntoId: id }
  await tx.updateTable('userAccount').set(gone).where('id', '=', from).execute()
  await tx.updateTable('userAccount').set({ mergedIntoId: id }).where('mergedIntoId', '=', from).execute()
  await tx.updateTable('userAccount').set({ mobile, email }).where('id', '=', id).execute()
}

/** Somebody who has left, and those who were merged into them: of who they were nothing is left here. */
export async function closeAccount({ tx, now }: Ctx, all: readonly number[], id: number, name: string): Promise<void> {
  const nothing = { name, mobile: null, email: null, remark: '', avatarId: null }
  await tx.updateTable('userAccount').set(nothing).where('id', 'in', all).execute()
  await tx.updateTable('userAccount').set({ formerDate: now }).where('id', '=', id).execute()
}
