import type { Ctx } from '../../platform/execution/command.ts'
import type { DemoAct, DemoStage } from '../../platform/module.ts'
import { rowsOfText } from '../../platform/sheet/read-text.ts'
import { bringSome } from './apply.ts'
import { answer } from './check.ts'
import type { Mapping } from './columns.ts'
import { readLines } from './read-lines.ts'

const hourMs = 3_600_000
const mapping: Mapping = { code: 0, name: 1, category: 2, price: 3, inventory: 4, lowStock: 5 }
const head = '商品编码,商品名称,商品分类,零售价,库存,低库存提醒'
/** The first file brings what the supplier’s season offers, one article nearly sold; of the second one line names no price. */
const files = [
  {
    name: '冬季新品 winter.csv',
    hoursAgo: 75,
    rows: ['ANTIFR,防冻液 2 kg · Antifreeze,润滑油 Oils,39.00,48,12', 'SCRAPE,除雪铲 · Ice scraper,润滑油 Oils,15.00,4,10'],
  },
  {
    name: '调价 prices.csv',
    hoursAgo: 27,
    rows: [
      'ANTIFR,防冻液 2 kg · Antifreeze,润滑油 Oils,36.00,,12',
      'SCRAPE,除雪铲 · Ice scraper,润滑油 Oils,十五元,,10',
      'GUM,口香糖 · Chewing gum,日用百货 Household,6.50,60,20',
    ],
  },
]

/** The first shop has brought in two files. */
export const goodsImportsOfDemo = ({ from, now, stations, within }: DemoStage): DemoAct[] =>
  stations.slice(0, 1).flatMap(station =>
    files.map(file => {
      const at = new Date(Math.max(from.getTime() + 40 * hourMs, now.getTime() - file.hoursAgo * hourMs))
      return { at, run: () => within(at, ctx => bringIn(ctx, station, file)) }
    }),
  )

async function bringIn(
  ctx: Ctx,
  { id: stationId, leaderId: userId }: DemoStage['stations'][number],
  { name, rows }: (typeof files)[number],
) {
  const { tx, now } = ctx
  const { companyId } = await tx.selectFrom('station').where('id', '=', stationId).select('companyId').executeTakeFirstOrThrow()
  const { id } = await tx
    .insertInto('itemImport')
    .values({
      companyId,
      stationId,
      fileName: name,
      status: 'checking',
      mode: 'changed',
      mapping: JSON.stringify(mapping),
      userId,
      createdDate: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await answer(ctx, id, readLines(rowsOfText([head, ...rows].join('\n')), mapping))
  await tx.updateTable('itemImport').set({ status: 'importing' }).where('id', '=', id).where('status', '=', 'checked').execute()
  while (await bringSome(ctx, id)) continue
}
