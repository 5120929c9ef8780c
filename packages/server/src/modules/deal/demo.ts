import { debitItems, items, manualOrders } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { handlerOf, type DemoAct, type DemoStage } from '../../platform/module.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { addDeal } from './deal.ts'
import { issueCoupons } from './issue.ts'
import type { DealBody } from './terms.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { listOf } from '../../platform/search/list.ts'

const dayMs = 86_400_000
const usual: Omit<DealBody, 'name' | 'kind' | 'startTime' | 'endTime'> = {
  description: '',
  offCents: null,
  percent: null,
  capCents: null,
  centsPerL: null,
  upToCl: null,
  itemId: null,
  pieces: null,
  maxCount: 0,
  perUser: 0,
  unusedMost: 0,
  budgetCents: null,
  minimumCents: 0,
  validDays: 0,
  members: 'none',
  tags: [],
  stations: [],
  products: [],
  items: [],
  deviceTypes: [],
  payTypes: [],
  weekdays: [],
  hours: [],
  hidden: false,
  manualReceive: true,
  promotionAllowed: false,
  autoIssue: false,
  stackable: false,
  joinsReduced: true,
  pictureId: null,
}
type Offer = Partial<DealBody> & Pick<DealBody, 'name' | 'kind'> & { readonly lastsDays: number; readonly members?: DealBody['members'] }
/** What the company offers, and how many members have got it. */
const offers: readonly { readonly deal: Offer; readonly holders: number; readonly codes: number }[] = [
  {
    deal: {
      name: '满200减20 20 off 200',
      kind: 'amount',
      offCents: 20_00,
      minimumCents: 200_00,
      maxCount: 500,
      perUser: 2,
      promotionAllowed: true,
      lastsDays: 60,
    },
    holders: 6,
    codes: 4,
  },
  {
    deal: {
      name: '非油9折 10% off the shop',
      kind: 'percent',
      percent: 10,
      capCents: 15_00,
      maxCount: 300,
      stackable: true,
      promotionAllowed: true,
      lastsDays: 36,
    },
    holders: 4,
    codes: 6,
  },
  {
    deal: {
      name: '每升减0.20元 0.20 a litre',
      kind: 'litre',
      centsPerL: 20,
      upToCl: 50_00,
      budgetCents: 2_000_00,
      members: 'members',
      perUser: 4,
      unusedMost: 2,
      validDays: 30,
      lastsDays: 90,
    },
    holders: 6,
    codes: 0,
  },
  {
    deal: { name: '矿泉水兑换 Water for nothing', kind: 'goods', pieces: 1, maxCount: 200, perUser: 1, stackable: true, lastsDays: 45 },
    holders: 3,
    codes: 3,
  },
  {
    deal: {
      name: '活动礼券10元 Gift of 10',
      kind: 'amount',
      offCents: 10_00,
      minimumCents: 100_00,
      maxCount: 2000,
      autoIssue: true,
      validDays: 30,
      members: 'members',
      lastsDays: 90,
    },
    holders: 0,
    codes: 0,
  },
]

/** Coupons of the company, and who holds them. */
export const couponsOfDemo = ({ companyId, from, now, stations, within }: DemoStage): DemoAct[] => {
  const begun = new Date(from.getTime() + 9 * 3_600_000)
  const later = new Date(begun.getTime() + 10 * dayMs)
  const [station] = stations
  const run = () =>
    within(begun, async ctx => {
      const members = await membersOf(ctx, companyId)
      for (const { deal, holders, codes } of offers) {
        const { lastsDays, ...given } = deal
        const period = { startTime: begun.toISOString(), endTime: new Date(begun.getTime() + lastsDays * dayMs).toISOString() }
        const itemId = deal.kind === 'goods' ? await cheapestItem(ctx, companyId) : null
        if (deal.kind === 'goods' && itemId === null) continue
        const dealId = await addDeal(ctx, { ...usual, ...given, ...period, itemId })
        if (holders + codes === 0) continue
        const asked = {
          ctx,
          companyId,
          dealId,
          userIds: members.slice(0, holders),
          codes,
          each: 1,
          source: 'hand',
          sourceId: null,
        } as const
        const issued = (await issueCoupons([asked])).get(asked)
        if (issued instanceof Refusal) throw issued
      }
      await comeWithPackages(ctx, companyId)
    })
  const again = () =>
    within(later, async ctx => {
      const members = await membersOf(ctx, companyId)
      const { rows } = await sql<{ id: number }>`
        select id from deal where company_id = ${companyId} and kind in ('percent', 'litre') order by id`.execute(ctx.tx)
      for (const { id: dealId } of rows) {
        const asked = { ctx, companyId, dealId, userIds: members.slice(3), codes: 0, each: 1, source: 'hand', sourceId: null } as const
        await issueCoupons([asked])
      }
    })
  const used = [0, 1, 2].map(turn => {
    const at = new Date(later.getTime() + (turn + 1) * 2 * 3_600_000)
    return { at, run: () => (station ? within(at, ctx => sellByCode(ctx, companyId, station)) : Promise.resolve()) }
  })
  // Once the shop has said what gives points, and before the first customers who get some.
  const promised = new Date(now.getTime() - 4.5 * 3_600_000)
  const comes = () => (station ? within(promised, ctx => comeWithGoods(ctx, station.id)) : Promise.resolve())
  return [{ at: begun, run }, { at: later, run: again }, ...used, { at: promised, run: comes }]
}

/** The package that gives points gives coupons besides: two for the shop, and one for a fill in each of the next two months. */
async function comeWithPackages(ctx: Ctx, companyId: number): Promise<void> {
  const { rows } = await sql<{ id: number; kind: string }>`
    select id, kind from deal where company_id = ${companyId} and kind in ('amount', 'percent') order by id`.execute(ctx.tx)
  const giftCoupons = rows.map(({ id: dealId, kind }) => ({ dealId, count: 2, perCount: 1, intervalDays: kind === 'amount' ? 30 : 0 }))
  const { content } = await listOf(ctx.tx, debitItems, {}, ctx.scope)
  const [chosen] = content.filter(({ giftPoints, shelfStatus }) => giftPoints !== null && shelfStatus === 'onShelf')
  if (!chosen) return
  const own = Object.fromEntries(Object.entries(chosen).filter(([name]) => name in debitItems.body.shape))
  await handlerOf(debitItems.update).run(ctx, { id: chosen.id, body: { ...own, version: chosen.version, giftCoupons } })
}

/** What gives points at the first shop gives a coupon of the shop besides. */
async function comeWithGoods(ctx: Ctx, stationId: number): Promise<void> {
  const { rows } = await sql<{ itemId: number; dealId: number }>`
    select item.id as item_id, deal.id as deal_id from ${scoped(ctx.tx, 'item')} item
    join deal on deal.company_id = item.company_id and deal.kind = 'percent'
    where item.station_id = ${stationId} and item.gift_points is not null order by item.id, deal.id limit 1`.execute(ctx.tx)
  const [found] = rows
  if (!found) return
  const set = { giftCoupons: [{ dealId: found.dealId, count: 1, perCount: 1, intervalDays: 0 }] }
  await handlerOf(items.batch).run(ctx, { body: { itemIds: [found.itemId], set } })
}

/** A customer brings a code; the leader enters the sale that the till missed. */
async function sellByCode(ctx: Ctx, companyId: number, { id: stationId, leaderId }: DemoStage['stations'][number]): Promise<void> {
  const { rows } = await sql<{ id: number; code: string; itemId: number | null; priceCents: number }>`
    select held.id, held.code, item.id as item_id, item.price_cents from user_deal held
    join deal on deal.company_id = ${companyId} and deal.id = held.deal_id and deal.kind = 'percent'
    cross join lateral (select id, price_cents from item where company_id = ${companyId} and station_id = ${stationId}
      and product_id is null and not hidden order by price_cents desc, id limit 1) as item
    where held.company_id = ${companyId} and held.code is not null and held.used_date is null order by held.id limit 1`.execute(ctx.tx)
  const [found] = rows
  if (!found) return
  const actor = { ...ctx.actor, kind: 'user' as const, id: leaderId, stationId }
  const body = {
    createdDate: ctx.now.toISOString(),
    payType: 'cash' as const,
    remark: '收银机离线，手工补录 · The till was offline',
    lineItems: [{ itemId: found.itemId!, pieces: 1, discountCents: 0 }],
    couponCodes: [found.code],
    userDealIds: [found.id],
  }
  await handlerOf(manualOrders.enter).run({ ...ctx, actor }, { body })
}

async function membersOf({ tx }: Ctx, companyId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from member_state where company_id = ${companyId} order by created_date, id limit 6`.execute(tx)
  return rows.map(({ id }) => id)
}

async function cheapestItem({ tx }: Ctx, companyId: number): Promise<number | null> {
  const goods = tx.selectFrom('item').where('companyId', '=', companyId).where('productId', 'is', null)
  return (await goods.select('id').orderBy('priceCents').orderBy('id').limit(1).executeTakeFirst())?.id ?? null
}
