import { purchaseCalls, type PurchaseImportProblem } from '@forecourt/contract'
import { sql } from 'kysely'
import { buffer } from 'node:stream/consumers'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { companyOf } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import { files, keyOf } from '../../platform/storage/store.ts'
import { bookFirst, lockDepotStocks } from '../stock/index.ts'
import { amountsOf } from './purchase-amounts.ts'
import { readPurchases } from './purchase-file.ts'
import { judgePurchases, type Judged } from './purchase-judge.ts'
import { purchased } from './purchase.ts'

const problemsShown = 100

/**
 * A file of contracts: a dry run, or all of its contracts at once. One line that is refused keeps all of them out, for what was booked of
 * half a file nobody finds again. @throws notFound, purchaseContract.importRefused @source decision SU14, ADR 79
 */
export const purchaseImport = handle(purchaseCalls.import, async (ctx, { body: { attachmentId, apply } }) => {
  const companyId = companyOf(ctx)
  const file = await fileOf(ctx, companyId, attachmentId)
  const { lines, problems } = readPurchases(await buffer(await files().open(keyOf(companyId, file.sha256))))
  const { added, known, refused } = await judgePurchases(ctx, companyId, lines)
  const wrong: PurchaseImportProblem[] = [...problems, ...refused].toSorted((one, other) => one.line - other.line)
  if (apply && wrong.length > 0) refuse('purchaseContract.importRefused')
  const contractIds = apply ? await bringIn(ctx, companyId, added) : []
  if (apply) ctx.audit('purchaseContracts.import', `attachments:${attachmentId}`, { file: file.name, added: added.length }, companyId)
  return {
    total: lines.length + problems.length,
    added: added.length,
    known: known.length,
    weightKg: added.reduce((sum, { weightKg }) => sum + weightKg, 0),
    ...sumOf(added),
    applied: apply,
    problems: wrong.slice(0, problemsShown),
    refused: wrong.length,
    contractIds,
  }
})

/** @throws notFound on the field */
async function fileOf({ tx }: Ctx, companyId: number, id: number) {
  const file = await tx
    .selectFrom('attachment')
    .where('id', '=', id)
    .where('companyId', '=', companyId)
    .where('type', '=', 'purchaseImport')
    .select('name')
    .select(sql<string>`encode(sha256, 'hex')`.as('sha256'))
    .executeTakeFirst()
  return file ?? refuse('notFound', { field: 'attachmentId' })
}

function sumOf(added: readonly Judged[]): { amountCents: number; netCents: number } {
  const each = added.map(amountsOf)
  return {
    amountCents: each.reduce((sum, { amountCents }) => sum + amountCents, 0),
    netCents: each.reduce((sum, { netCents }) => sum + netCents, 0),
  }
}

async function bringIn(ctx: Ctx, companyId: number, added: readonly Judged[]): Promise<number[]> {
  if (added.length === 0) return []
  const ids = await nextIds(ctx.tx, added.length)
  await lockDepotStocks(ctx.tx, companyId, added)
  const rows = added.map(({ line: _line, ...contract }, turn) => ({ companyId, id: ids[turn]!, ...contract, createdDate: ctx.now }))
  for (let at = 0; at < rows.length; at += portion) await insertRows(ctx.tx, 'purchaseContract', rows.slice(at, at + portion) as never)
  await bookFirst(
    ctx,
    added.map((contract, turn) => ({ companyId, document: 'purchase', documentId: ids[turn]!, move: purchased(contract) })),
  )
  return ids
}
const portion = 500
