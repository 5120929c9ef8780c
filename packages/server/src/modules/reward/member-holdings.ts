import type { MemberHoldings } from '../../platform/module.ts'

/**
 * What was redeemed goes over when two are merged, and is still handed out or cancelled. Who leaves may still fetch what they paid for; it
 * stands against no farewell.
 */
export const memberHoldings: MemberHoldings = {
  of: async () => [],
  move: async ({ tx }, { id, companyId }, into) => {
    await tx.updateTable('redemption').set({ userId: into }).where('companyId', '=', companyId).where('userId', '=', id).execute()
    return 0
  },
  open: async () => [],
  end: async () => undefined,
}
