import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import type { DemoAct, DemoStage } from '../../platform/module.ts'
import { giveSome } from './coupon-give.ts'
import { goForNothing } from './free.ts'
import { enterSale } from './manual.ts'
import { reckonSome } from './reckon-charged.ts'
import { giveBack } from './refund.ts'

const hourMs = 3_600_000

/**
 * Ways to pay of which a month sold at random has none: something that the company lets a customer have for nothing, and points that go
 * back to a member. At the end what sales owe is given, and what devices charged is reckoned.
 */
export const rareOfDemo = ({ companyId, now, stations, within }: DemoStage): DemoAct[] => {
  const [station] = stations
  if (!station) return []
  const atShop = (at: Date, run: (ctx: Ctx) => Promise<void>): DemoAct => ({
    at,
    run: () =>
      within(at, ctx => run({ ...ctx, actor: { ...ctx.actor, kind: 'user' as const, id: station.leaderId, stationId: station.id } })),
  })
  const finish = () =>
    within(now, async ctx => {
      while ((await giveSome(ctx, companyId)) > 0);
      while ((await reckonSome(ctx, companyId)) > 0);
    })
  return [
    atShop(new Date(now.getTime() - 3 * hourMs), ctx => goesForNothing(ctx, station.id)),
    atShop(new Date(now.getTime() - hourMs), ctx => pointsGoBack(ctx, companyId, station.id)),
    { at: now, run: finish },
  ]
}

const unproven = async (): Promise<void> => undefined

/** A customer had waited long. */
async function goesForNothing(ctx: Ctx, stationId: number): Promise<void> {
  const goods = ctx.tx.selectFrom('item').where('stationId', '=', stationId).where('productId', 'is', null).where('hidden', '=', false)
  const [cheapest] = await goods.where('giftPoints', 'is', null).select('id').orderBy('priceCents').orderBy('id').limit(1).execute()
  if (!cheapest) return
  const lineItems = [{ itemId: cheapest.id, pieces: 1, discountCents: 0 }]
  const { id } = await enterSale(ctx, { lineItems, createdDate: ctx.now.toISOString(), remark: '收银机断网，手工补录' })
  await goForNothing({ ctx, id, body: { reason: '等候过久致歉 · Sorry for the wait', pinProof: '' }, expand: [] }, unproven)
}

/** Of what members paid by points the last payment. */
async function pointsGoBack(ctx: Ctx, companyId: number, stationId: number): Promise<void> {
  const { rows } = await sql<{ id: number; amountCents: number }>`
    select id, amount_cents from pay_transaction
    where company_id = ${companyId} and station_id = ${stationId} and pay_type = 'score' and refunded_cents = 0
    order by created_date desc, id desc limit 1`.execute(ctx.tx)
  const [paid] = rows
  if (!paid) return
  const request = { amountCents: paid.amountCents, mode: 'original', reason: 'paidWrong', remark: '会员改付现金' } as const
  await giveBack(ctx, paid.id, { ...request, returned: undefined }, unproven)
}
