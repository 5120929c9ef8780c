import type { Ctx } from '../../platform/execution/command.ts'
import type { DemoAct, DemoStage } from '../../platform/module.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import { dayOf } from '../shift/index.ts'
import { bookFirst, openStocks } from '../stock/index.ts'
import { divisionOf, divisionYear } from './divisions.ts'
import { purchased } from './purchase.ts'

/** Whom a company buys from, where its fuel lies, and what it bought in the last weeks. */
export const supplyOfDemo = ({ companyId, zone, from, now, within }: DemoStage): DemoAct[] => {
  const run = () =>
    within(now, async ctx => {
      const suppliers = await addSuppliers(ctx, companyId)
      const fuels = await ctx.tx.selectFrom('baseFuel').where('companyId', '=', companyId).select(['id', 'type', 'densityKgM3']).execute()
      if (fuels.length === 0) return
      const depots = await addDepots(
        ctx,
        companyId,
        fuels.map(({ id }) => id),
      )
      await addContracts(ctx, { companyId, depots, supplierId: suppliers[0]!, fuels, from: dayOf(from, zone), now: dayOf(now, zone) })
    })
  return [{ at: now, run }]
}

const sellers = [
  { name: '华东石化销售 East China Petrochemical', sellsFuel: true, carries: false, taxId: '91440400192548256N', contact: '周敏' },
  { name: '安达运输 Anda Haulage', sellsFuel: false, carries: true, taxId: '', contact: '韩磊' },
  { name: '日用百货批发 Grocery wholesale', sellsFuel: false, carries: false, taxId: '', contact: '吴倩' },
]

async function addSuppliers({ tx, now }: Ctx, companyId: number): Promise<number[]> {
  const ids = await nextIds(tx, sellers.length)
  const rows = sellers.map((each, turn) => ({
    companyId,
    id: ids[turn]!,
    ...each,
    sellsGoods: !each.sellsFuel && !each.carries,
    phone: `021-5880${1000 + turn}`,
    address: '',
    remark: '',
    createdDate: now,
  }))
  await insertRows(tx, 'supplier', rows as never)
  const trucks = [
    { plate: '沪A88D62', compartments: [8000_00, 8000_00, 14_000_00] },
    { plate: '沪B5M207', compartments: [6000_00, 10_000_00] },
  ]
  await insertRows(
    tx,
    'truck',
    trucks.map(({ plate, compartments }) => ({
      companyId,
      carrierId: ids[1]!,
      plate,
      compartments: compartments.map(volumeCl => ({ volumeCl })),
      volumeCl: compartments.reduce((sum, each) => sum + each, 0),
      calibratedUntil: '2027-06-30',
      createdDate: now,
    })) as never,
  )
  return ids
}

const places = [
  { name: '临港油库 Lingang depot', divisionCode: '310115', address: '海港大道 88 号' },
  { name: '虎丘油库 Huqiu depot', divisionCode: '320505', address: '通安路 6 号' },
]

async function addDepots(ctx: Ctx, companyId: number, fuels: readonly number[]): Promise<number[]> {
  const ids = await nextIds(ctx.tx, places.length)
  const baseFuels = fuels.map(baseFuelId => ({ baseFuelId }))
  const rows = places.map((place, turn) => ({
    companyId,
    id: ids[turn]!,
    ...place,
    ...divisionOf(place.divisionCode),
    divisionYear,
    baseFuels,
    createdDate: ctx.now,
  }))
  await insertRows(ctx.tx, 'depot', rows as never)
  for (const id of ids) await openStocks(ctx, companyId, id, fuels)
  return ids
}

interface Bought {
  readonly companyId: number
  readonly depots: readonly number[]
  readonly supplierId: number
  readonly fuels: readonly { readonly id: number; readonly type: string; readonly densityKgM3: number | null }[]
  readonly from: string
  readonly now: string
}

/**
 * Three contracts of each fuel: in the month before the stations began, as they began, and later; and a transfer of it to the other depot.
 */
async function addContracts(ctx: Ctx, { companyId, depots, supplierId, fuels, from, now }: Bought): Promise<void> {
  const middle = Temporal.PlainDate.from(from).add({ days: 14 }).toString()
  const before = Temporal.PlainDate.from(from).with({ day: 1 }).subtract({ days: 3 }).toString()
  const bought = fuels.flatMap((fuel, turn) =>
    [before, from, middle < now ? middle : now].map((day, round) => ({
      day,
      number: `CG-${day.replaceAll('-', '')}-${turn + 1}`,
      depotId: depots[round === 2 ? 1 : 0]!,
      baseFuelId: fuel.id,
      supplierId,
      density: fuel.densityKgM3 ?? (fuel.type === 'diesel' ? 838 : 740),
      priceCentsPerT: (fuel.type === 'diesel' ? 7_180_00 : 8_260_00) + round * 45_50 + turn * 120_00,
      taxRate: 13,
      weightKg: (round === 1 ? 60_000 : 180_000) + turn * 12_500 + round * 4_320,
      description: '',
    })),
  )
  const ids = await nextIds(ctx.tx, bought.length)
  await insertRows(
    ctx.tx,
    'purchaseContract',
    bought.map((each, turn) => ({ companyId, id: ids[turn]!, ...each, createdDate: ctx.now })) as never,
  )
  await bookFirst(
    ctx,
    bought.map((each, turn) => ({ companyId, document: 'purchase', documentId: ids[turn]!, move: purchased(each) })),
  )
  const move = { day: middle < now ? middle : now, baseFuelId: fuels[0]!.id, weightKg: 25_000 }
  const { id } = await ctx.tx
    .insertInto('depotTransfer')
    .values({ companyId, depotId: depots[0]!, toDepotId: depots[1]!, ...move, remark: '补库 Restocking', createdDate: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await bookFirst(ctx, [
    {
      companyId,
      document: 'depotTransfer',
      documentId: id,
      move: { ...move, from: { place: 'depot', id: depots[0]! }, to: { place: 'depot', id: depots[1]! }, label: '补库 Restocking' },
    },
  ])
}
