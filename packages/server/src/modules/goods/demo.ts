import type { DemoAct, DemoStage } from '../../platform/module.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import { receive, writeOff } from './stock-acts.ts'
import { beginCount, bookCount, countArticle } from './stocktake.ts'

const hourMs = 3_600_000
/** What goods cost, in parts of a hundred of their price. */
const costShare = 62

/**
 * Each shop counted a few articles some days ago; on the last day it fills its shelves up again and writes something off. The first shop
 * counts once more, and has not ended.
 */
export const goodsOfDemo = ({ from, now, stations, within }: DemoStage): DemoAct[] => {
  const at = (hours: number) => new Date(now.getTime() - hours * hourMs)
  const counted = new Date(Math.max(from.getTime() + 36 * hourMs, at(14 * 24).getTime()))
  return stations.flatMap(({ id: stationId }, turn) => [
    { at: counted, run: () => within(counted, ctx => countOnce(ctx, stationId, turn)) },
    { at: at(9), run: () => within(at(9), ctx => restock(ctx, stationId, turn)) },
    { at: at(6), run: () => within(at(6), ctx => discard(ctx, stationId)) },
    ...(turn === 0 ? [{ at: at(5), run: () => within(at(5), ctx => promise(ctx, stationId)) }] : []),
    ...(turn === 0 ? [{ at: at(2), run: () => within(at(2), ctx => startCounting(ctx, stationId)) }] : []),
  ])
}

const goodsOf = ({ tx }: Ctx, stationId: number) =>
  tx
    .selectFrom('item')
    .innerJoin('itemStock as stock', 'stock.itemId', 'item.id')
    .where('item.stationId', '=', stationId)
    .select(['item.id', 'item.code', 'item.priceCents', 'stock.opening', 'stock.pieces'])
    .orderBy('item.id')
    .execute()

/** From now on two articles give something to the card of the buyer: a share of what is paid, or so much that stays frozen. */
async function promise(ctx: Ctx, stationId: number): Promise<void> {
  const gifts = [
    { giftPercent: 5, giftPoints: 10 },
    { frozenCents: 50, giftPoints: 5 },
  ]
  for (const [turn, { id }] of (await goodsOf(ctx, stationId)).slice(0, gifts.length).entries())
    await ctx.tx.updateTable('item').set(gifts[turn]!).where('id', '=', id).execute()
}

/** All but the last article, which stays low. */
async function restock(ctx: Ctx, stationId: number, turn: number): Promise<void> {
  const goods = (await goodsOf(ctx, stationId)).slice(0, -1).filter(({ pieces, opening }) => pieces < opening)
  if (goods.length === 0) return
  const items = goods.map(({ id, opening, pieces, priceCents }) => ({
    itemId: id,
    pieces: opening - pieces,
    priceCents: Math.floor((priceCents! * costShare) / 100),
  }))
  await receive(ctx, { stationId, supplierId: null, documentNo: `DN-${2600 + turn}`, remark: '', items })
}

async function discard(ctx: Ctx, stationId: number): Promise<void> {
  const found = (await goodsOf(ctx, stationId)).find(({ pieces }) => pieces > 2)
  if (found) await writeOff(ctx, { stationId, reason: 'damaged', remark: '', items: [{ itemId: found.id, pieces: 1 }] })
}

async function startCounting(ctx: Ctx, stationId: number): Promise<void> {
  const goods = (await goodsOf(ctx, stationId)).slice(0, 2)
  if (goods.length === 0) return
  const { id } = await beginCount(ctx, { stationId, remark: '' })
  for (const [turn, { code, pieces }] of goods.entries())
    await countArticle(ctx, id, { code, pieces: Math.max(0, pieces - turn), replace: false })
}

/** A piece too few of the first article, and one too many of the last. */
async function countOnce(ctx: Ctx, stationId: number, turn: number): Promise<void> {
  const goods = (await goodsOf(ctx, stationId)).slice(turn, turn + 4)
  if (goods.length === 0) return
  const { id } = await beginCount(ctx, { stationId, remark: '月中抽盘 Spot check' })
  for (const [at, { code, pieces }] of goods.entries()) {
    const beside = at === 0 ? -1 : at === goods.length - 1 ? 1 : 0
    await countArticle(ctx, id, { code, pieces: Math.max(0, pieces + beside), replace: false })
  }
  await bookCount(ctx, id, () => Promise.resolve())
}
