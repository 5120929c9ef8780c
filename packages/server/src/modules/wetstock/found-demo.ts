import { foundDeliveryCalls } from '@forecourt/contract'
import { handlerOf, type DemoAct, type DemoStage } from '../../platform/module.ts'
import { scanAllDue } from './found-scan.ts'
import { takePastDeliveries } from './past-book.ts'

const dayMs = 86_400_000
const reason = '班结时已按送货单手工填写 · Typed from its note when the shift was closed'
const supplier = '东海石化 Donghai Petrochemical'

/** What gauges have told is looked at; of what is found the leader dismisses what was typed at the close of a shift some days ago. */
export const foundOfDemo = ({ now, from, zone, companyId, stations, within }: DemoStage): DemoAct[] => [
  {
    at: now,
    run: () =>
      within(now, async ctx => {
        await scanAllDue(ctx, companyId)
        for (const { id: stationId, leaderId } of stations) {
          const open = ctx.tx.selectFrom('foundDelivery').where('stationId', '=', stationId).where('state', '=', 'open')
          const old = open.where('kind', '=', 'rise').where('beginTime', '<', new Date(now.getTime() - 2 * dayMs).toISOString())
          const actor = { ...ctx.actor, kind: 'user' as const, id: leaderId }
          for (const { id } of await old.select('id').orderBy('id').execute())
            await handlerOf(foundDeliveryCalls.dismiss).run({ ...ctx, actor }, { id, body: { reason } })
        }
      }),
  },
  // Before the books began: one whose tank the file named, and one that somebody still has to place.
  {
    at: from,
    run: () =>
      within(from, async ctx => {
        const [station] = stations
        if (zone !== 'Asia/Shanghai') return
        const ofStation = ctx.tx.selectFrom('tank').where('stationId', '=', station!.id).select(['id', 'productId']).orderBy('number')
        const [first, second = first] = await ofStation.limit(2).execute()
        if (!first || !second) return
        const told = (line: number, tank: typeof first, ago: number, volumeCl: number, isPlaced: boolean) => ({
          line,
          externalId: `BL-2018${line}`,
          docNo: `BL-2018${line}`,
          stationId: station!.id,
          productId: tank.productId,
          tankId: isPlaced ? tank.id : null,
          at: new Date(from.getTime() - ago * dayMs).toISOString(),
          volumeCl,
          said: String(volumeCl / 100),
          supplier,
          plate: '沪D20881',
        })
        await takePastDeliveries(ctx, companyId, 'deliveries.csv', [
          told(1, first, 9.6, 11_986_50, true),
          told(2, second, 6.4, 9_973_00, false),
        ])
      }),
  },
]
