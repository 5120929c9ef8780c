import type { Ctx } from '../../platform/execution/command.ts'
import { sealedIdentity } from './identity.ts'

/** What is known of a member besides their account. */
export interface Profile {
  contactPhone?: string
  invoiceTitle?: string
  taxId?: string
  /** Null takes it away. */
  idNumber?: string | null | undefined
}

/** Keeps what was entered; what is left out stays as it is. */
export async function keepProfile(
  { tx }: Ctx,
  { companyId, userId }: { companyId: number; userId: number },
  { idNumber, ...facts }: Profile,
): Promise<void> {
  const entered = { ...facts, ...(idNumber !== undefined && sealedIdentity(companyId, idNumber)) }
  await tx
    .insertInto('memberProfile')
    .values({ companyId, userId, ...entered })
    .onConflict(on => on.columns(['companyId', 'userId']).doUpdateSet({ ...entered, userId }))
    .execute()
}
