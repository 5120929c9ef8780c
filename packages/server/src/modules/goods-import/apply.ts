import { allows, itemImportActs, itemImports } from '@forecourt/contract'
import { z } from 'zod'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { longTask } from '../../platform/jobs/task.ts'
import { noteOthers, statusAtEnd, type Imported, type Outcome } from '../../platform/sheet/import-lines.ts'
import { getOf } from '../../platform/search/list.ts'
import { addGoods, bringGoods } from '../goods/index.ts'
import { judge } from './judge.ts'
import { newGoods, nextLines, otherLines } from './kept-lines.ts'

/** Has the lines that were checked brought in, in the background. @throws notFound, itemImport.notChecked */
export const apply = handle(itemImports.apply, async (ctx, { id }) => {
  await getOf(ctx.tx, itemImports, id, [], ctx.scope)
  const found = await ctx.tx.selectFrom('itemImport').where('id', '=', id).selectAll().forUpdate().executeTakeFirstOrThrow()
  const { companyId, status, fileName, added, changed } = found
  if (!allows(itemImportActs.apply, status)) refuse('itemImport.notChecked', { status })
  await ctx.tx.updateTable('itemImport').set({ status: 'importing' }).where('id', '=', id).execute()
  ctx.job('goods.import', { id }, { companyId })
  ctx.audit('item.import', `itemImports:${id}`, { file: fileName, added, changed }, companyId)
  return { id }
})

/** Where its lines lie. */
export const imported: Imported = { imports: 'itemImport', lines: 'itemImportRow', key: 'itemImportId' }

/** So many lines are brought in by one transaction. Whatever interrupts it, these are in, or not at all. */
const portion = 10_000

/** Brings in what was checked, line after line: begun once more it goes on where it was. */
export const applyTask = longTask('goods.import', z.object({ id: z.int() }), async ({ within, signal }, { id }) => {
  while (!signal?.aborted && (await within(ctx => bringSome(ctx, id)))) continue
  signal?.throwIfAborted()
})

/** @returns whether there may be more */
export async function bringSome(ctx: Ctx, id: number): Promise<boolean> {
  const { tx, now } = ctx
  const asked = await tx.selectFrom('itemImport').where('id', '=', id).selectAll().forUpdate().executeTakeFirst()
  if (asked?.status !== 'importing') return false
  const { companyId, stationId } = asked
  const span = await nextLines(tx, asked, portion)
  const brought = await addGoods(ctx, { companyId, stationId }, span.categories, await newGoods(ctx, asked, span))
  // What has come meanwhile, by hand or by another file, is known now.
  const others = brought === span.lines ? [] : await otherLines(tx, asked, span)
  const judged = await judge(ctx, asked, others)
  await bringGoods(
    ctx,
    { companyId, stationId },
    judged.flatMap(each =>
      each.outcome === 'added' || each.outcome === 'changed'
        ? [{ ...each.line, giftCardId: each.giftCardId, giftCoupons: each.giftCoupons, id: each.known?.id ?? null }]
        : [],
    ),
  )
  const counts = await noteOthers(tx, imported, asked, judged, new Map(others.map(({ line, outcome }) => [line, outcome as Outcome])))
  const isOver = span.lines < portion
  await tx
    .updateTable('itemImport')
    .set({ ...counts, doneLine: span.to, ...(isOver && { status: statusAtEnd(counts), finishedDate: now }) })
    .where('id', '=', id)
    .execute()
  return !isOver
}
