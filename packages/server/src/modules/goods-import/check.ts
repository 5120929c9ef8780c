import { itemImports } from '@forecourt/contract'
import { z } from 'zod'
import { companyOfStation } from '../../platform/execution/crud.ts'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { longTask } from '../../platform/jobs/task.ts'
import { statusAtEnd } from '../../platform/sheet/import-lines.ts'
import { forgetFile } from '../../platform/storage/sweep.ts'
import { headerOf, refuseUnchosen, rememberMapping, type Mapping } from './columns.ts'
import { fileOf, rowsOf } from './file.ts'
import { judge } from './judge.ts'
import { keepLines } from './keep-lines.ts'
import { readLines, Unfit, type ReadLine } from './read-lines.ts'

const words = {
  zh: {
    file: '文件',
    code: '商品编码',
    name: '商品名称',
    category: '商品分类',
    price: '零售价',
    barcode: '条码',
    description: '商品说明',
    taxRate: '税率',
    inventory: '库存',
    weight: '权重',
    lowStock: '低库存提醒',
    giftPoints: '赠送积分',
    gift: '赠送金额',
    frozen: '赠送冻结金额',
    giftCard: '赠送卡产品',
    giftCoupons: '赠送优惠券',
  },
  en: {
    file: 'a file',
    code: 'the column of the code',
    name: 'the column of the name',
    category: 'the column of the category',
    price: 'the column of the price',
    barcode: 'the column of the barcode',
    description: 'the column of the description',
    taxRate: 'the column of the tax rate',
    inventory: 'the column of the stock',
    weight: 'the column of the rank',
    lowStock: 'the column of the low-stock mark',
    giftPoints: 'the column of the gift points',
    gift: 'the column of the gift balance',
    frozen: 'the column of the frozen balance',
    giftCard: 'the column of the gift card type',
    giftCoupons: 'the column of the gift coupons',
  },
} as const

/**
 * Notes a file that was put up and which of its columns says what, and has its lines answered in the background.
 * @throws notFound, itemImport.mustChoose, itemImport.fileFormat, itemImport.headerTwice
 */
export const check = handle(itemImports.check, async (ctx, { body: { stationId, attachmentId, mapping, mode } }) => {
  const { tx, actor, now } = ctx
  const companyId = await companyOfStation(ctx, stationId)
  const said = words[ctx.meta.language]
  if (attachmentId === null) refuse('itemImport.mustChoose', { what: said.file, field: 'attachmentId' })
  const { file, named } = await headerOf(ctx, companyId, attachmentId)
  refuseUnchosen(mapping, named.length, said)
  await rememberMapping(ctx, companyId, named, mapping)
  const { id } = await tx
    .insertInto('itemImport')
    .values({
      companyId,
      stationId,
      attachmentId,
      fileName: file.name,
      status: 'checking',
      mode,
      mapping: JSON.stringify(mapping),
      userId: actor.id,
      createdDate: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  ctx.job('goods.importCheck', { id }, { companyId })
  ctx.audit('item.import.check', `itemImports:${id}`, { file: file.name, mode }, companyId)
  return { id }
})

/** The lines of the file are read and answered in one transaction, wholly or not at all. */
export const checkTask = longTask('goods.importCheck', z.object({ id: z.int() }), async ({ within }, { id }) => {
  const asked = await within(async ctx => {
    const row = await ctx.tx.selectFrom('itemImport').where('id', '=', id).selectAll().executeTakeFirst()
    if (row?.status !== 'checking' || row.attachmentId === null) return undefined
    return { file: await fileOf(ctx, row.companyId, row.attachmentId), mapping: row.mapping as Mapping }
  })
  if (!asked) return
  const { file, mapping } = asked
  await within(ctx => answer(ctx, id, readLines(rowsOf(file), mapping))).catch(thrown => {
    if (thrown instanceof Unfit) return within(ctx => answer(ctx, id, [thrown.lines]))
    throw thrown
  })
  await within(({ tx }) => forgetFile(tx, file))
})

type Portions = AsyncIterable<readonly ReadLine[]> | Iterable<readonly ReadLine[]>

/** Answers every line. A file that brings nothing new is at an end with it. @throws Unfit */
export async function answer(ctx: Ctx, id: number, portions: Portions): Promise<void> {
  const { tx, now } = ctx
  const asked = await tx.selectFrom('itemImport').where('id', '=', id).selectAll().forUpdate().executeTakeFirst()
  if (asked?.status !== 'checking') return
  const counts = { added: 0, changed: 0, unchanged: 0, refused: 0 }
  for await (const lines of portions) {
    const judged = await judge(ctx, asked, lines)
    for (const { outcome } of judged) counts[outcome]++
    await keepLines(tx, id, judged)
  }
  const waits = counts.added + counts.changed > 0
  await tx
    .updateTable('itemImport')
    .set({
      ...counts,
      total: counts.added + counts.changed + counts.unchanged + counts.refused,
      status: waits ? 'checked' : statusAtEnd(counts),
      finishedDate: waits ? null : now,
      attachmentId: null,
    })
    .where('id', '=', id)
    .execute()
}
