import type { Tx } from '../../platform/postgres/database.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import type { DepotClosing } from './closing.ts'

/** Nothing of fuel is booked into any month until the transaction ends: one settles at a time. */
export async function lockSettledMonth(tx: Tx, companyId: number): Promise<void> {
  await tx
    .insertInto('settledMonth')
    .values({ companyId })
    .onConflict(on => on.doNothing())
    .execute()
  await tx.selectFrom('settledMonth').where('companyId', '=', companyId).select('companyId').forUpdate().execute()
}

/**
 * From now on nothing is booked into this month or an earlier one, and figures begin with what it closed with.
 * @param month its first day
 */
export async function settleMonth(tx: Tx, companyId: number, month: string, closings: readonly DepotClosing[]): Promise<void> {
  await insertRows(
    tx,
    'depotClosing',
    closings.map(({ weightKg, amountCents, netCents, ...of }) => ({
      companyId,
      month,
      ...of,
      weightKg: Number(weightKg),
      amountCents: Number(amountCents),
      netCents: Number(netCents),
    })),
  )
  await tx.updateTable('settledMonth').where('companyId', '=', companyId).set({ month }).execute()
}
