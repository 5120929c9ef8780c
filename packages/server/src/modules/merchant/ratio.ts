import { accountRatios } from '@forecourt/contract'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { companyOfStation, crud } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { getOf } from '../../platform/search/list.ts'
import { settingsOfStation } from '../org/index.ts'
import { allToFirst, type AccountShares } from './choose.ts'

/** How the money of a station is divided between account 1, 2 and 3. */
export async function sharesOf(tx: Tx, companyId: number, stationId: number): Promise<AccountShares> {
  const kept = tx.selectFrom('accountRatio').where('companyId', '=', companyId).where('stationId', '=', stationId)
  const row = await kept.select(['ratio1', 'ratio2', 'ratio3']).executeTakeFirst()
  return row ? [row.ratio1, row.ratio2, row.ratio3] : allToFirst
}

/** Sets all shares at once. @throws notFound, stale, accountRatio.notWhole, accountRatio.twoAccounts */
const update = handle(accountRatios.update, async (ctx, { id, body: { version, ...shares } }) => {
  const companyId = await companyOfStation(ctx, id)
  const before = await getOf(ctx.tx, accountRatios, id, [], ctx.scope)
  await refuseUnfit(ctx, id, shares)
  await keepShares(ctx, { companyId, stationId: id, version }, shares)
  const from = { ratio1: before.ratio1, ratio2: before.ratio2, ratio3: before.ratio3 }
  ctx.audit('accountRatios.update', `accountRatios:${id}`, { from, to: shares }, companyId)
  return getOf(ctx.tx, accountRatios, id, [], ctx.scope)
})

interface Shares {
  readonly ratio1: number
  readonly ratio2: number
  readonly ratio3: number
}

async function refuseUnfit(ctx: Ctx, stationId: number, { ratio1, ratio2, ratio3 }: Shares): Promise<void> {
  const sum = ratio1 + ratio2 + ratio3
  if (sum !== 100) refuse('accountRatio.notWhole', { sum })
  const { accountRatio } = await settingsOfStation(ctx, stationId)
  if (ratio3 > 0 && accountRatio.accounts < 3) refuse('accountRatio.twoAccounts')
}

/** @throws stale */
export async function keepShares(
  { tx, now }: Ctx,
  { companyId, stationId, version }: { companyId: number; stationId: number; version: number },
  shares: Shares,
): Promise<void> {
  const kept = { ...shares, modifiedDate: now }
  const row =
    version === 0
      ? await tx
          .insertInto('accountRatio')
          .values({ companyId, stationId, ...kept })
          .onConflict(on => on.doNothing())
          .returning('version')
          .executeTakeFirst()
      : await tx
          .updateTable('accountRatio')
          .set({ ...kept, version: version + 1 })
          .where('companyId', '=', companyId)
          .where('stationId', '=', stationId)
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst()
  if (!row) refuse('stale', { id: stationId })
}

export const ratioHandlers: readonly Handler[] = [...crud(accountRatios, ['list', 'get']), update]
