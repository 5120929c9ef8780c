import { idNumberOfToday } from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { openedIdentity, sealedIdentity } from './identity.ts'

/** What is known of a member besides their account. */
export interface Profile {
  contactPhone?: string
  invoiceTitle?: string
  taxId?: string
  /** Null takes it away. */
  idNumber?: string | null | undefined
  /** Where none is entered, that of the ID number that is. */
  birthMonth?: number | null | undefined
}

/** The month of birth that an ID number tells. */
export const birthMonthOf = (idNumber: string): number => Number(idNumberOfToday(idNumber).slice(10, 12))

/** Keeps what was entered; what is left out stays as it is. */
export async function keepProfile(
  { tx }: Ctx,
  { companyId, userId }: { companyId: number; userId: number },
  { idNumber, birthMonth, ...facts }: Profile,
): Promise<void> {
  const month = birthMonth ?? (idNumber ? birthMonthOf(idNumber) : birthMonth)
  const entered = {
    ...facts,
    ...(month !== undefined && { birthMonth: month }),
    ...(idNumber !== undefined && sealedIdentity(companyId, idNumber)),
  }
  await tx
    .insertInto('memberProfile')
    .values({ companyId, userId, ...entered })
    .onConflict(on => on.columns(['companyId', 'userId']).doUpdateSet({ ...entered, userId }))
    .execute()
}

/** What is known of a member besides their account, the ID number in full. */
export async function profileOf({ tx }: Ctx, userId: number) {
  const kept = await tx.selectFrom('memberProfile').where('userId', '=', userId).selectAll().executeTakeFirst()
  if (!kept) return undefined
  const { companyId, contactPhone, invoiceTitle, taxId, birthMonth } = kept
  return { companyId, contactPhone, invoiceTitle, taxId, birthMonth, idNumber: openedIdentity(kept) }
}

export const forgetProfiles = ({ tx }: Ctx, userIds: readonly number[]) =>
  tx.deleteFrom('memberProfile').where('userId', 'in', userIds).execute()

/** What is known of the first member alone is known of the second from now on. @throws member.otherIdentity */
export async function mergeProfiles(ctx: Ctx, from: number, into: number): Promise<void> {
  const [younger, elder] = [await profileOf(ctx, from), await profileOf(ctx, into)]
  if (!younger) return
  const [one, other] = [younger.idNumber, elder?.idNumber ?? null]
  if (one !== null && other !== null && idNumberOfToday(one) !== idNumberOfToday(other)) refuse('member.otherIdentity')
  const either = (name: 'contactPhone' | 'invoiceTitle' | 'taxId') => elder?.[name] || younger[name]
  const { companyId } = younger
  const facts = { contactPhone: either('contactPhone'), invoiceTitle: either('invoiceTitle'), taxId: either('taxId') }
  const birthMonth = elder?.birthMonth ?? younger.birthMonth
  await keepProfile(ctx, { companyId, userId: into }, { ...facts, birthMonth, idNumber: other ?? one })
  await forgetProfiles(ctx, [from])
}
