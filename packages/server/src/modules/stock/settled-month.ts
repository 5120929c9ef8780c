import type { Tx } from '../../platform/postgres/database.ts'

/** Nothing of fuel is booked into any month until the transaction ends: one settles at a time. */
export async function lockSettledMonth(tx: Tx, companyId: number): Promise<void> {
  await tx
    .insertInto('settledMonth')
    .values({ companyId })
    .onConflict(on => on.doNothing())
    .execute()
  await tx.selectFrom('settledMonth').where('companyId', '=', companyId).select('companyId').forUpdate().execute()
}

/** From now on nothing is booked into this month or an earlier one. @param month its first day */
export async function settleMonth(tx: Tx, companyId: number, month: string): Promise<void> {
  await tx.updateTable('settledMonth').where('companyId', '=', companyId).set({ month }).execute()
}
