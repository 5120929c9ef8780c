import { depots, oilInfos, suppliers, transportCalls, transports, type RowOf } from '@forecourt/contract'
import type { Behaviour, HabitStage } from '@forecourt/simulator/habit.ts'

/** Hours at which shifts hand over: the leader signs for what has come since. */
const signingHours: ReadonlySet<number> = new Set([6, 14, 22])
const hour = 3_600_000
/** With tax: of a ton out of a depot, of 1,000 litres straight from a supplier. */
const prices = { ton: { diesel: 7_320_00, gasoline: 8_410_00 }, litre: { diesel: 6_140_00, gasoline: 6_220_00 } } as const

/** What tankers bring was sent by the office, from a depot or straight from a supplier, and is signed for by the leader of the shift. */
export const loadHabits: Behaviour = {
  name: 'loads',
  begin(stage) {
    const known = new Set<number>()
    let office: Promise<Office> | undefined
    return Promise.resolve({
      async hourly(at) {
        if (!signingHours.has(Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(stage.zone).hour)) return []
        for (const intake of await unloaded(stage, at)) {
          if (known.has(intake.id)) continue
          known.add(intake.id)
          office ??= officeOf(stage, at)
          await bring(stage, at, await office, intake)
        }
        return []
      },
    })
  },
}

type Intake = RowOf<typeof oilInfos>
/** What was unloaded lately, the first of it first. */
async function unloaded({ staff, stationId, startMs }: HabitStage, at: number): Promise<Intake[]> {
  const query = { search: `station.id:${stationId}`, sort: 'beginTime,desc', size: 12, expand: 'product' }
  const { content } = await staff(at, oilInfos.list, { query })
  return content
    .filter(({ beginTime, endTime, deliveryVolumeCl }) => endTime !== null && deliveryVolumeCl !== null && Date.parse(beginTime) >= startMs)
    .toReversed()
}

interface Office {
  readonly supplierId: number
  readonly carrierId: number
  readonly depotIds: readonly number[]
}
async function officeOf({ staff }: HabitStage, at: number): Promise<Office> {
  const partner = async (kind: 'sellsFuel' | 'carries', name: string) => {
    const { content } = await staff(
      at,
      suppliers.list,
      { query: { search: `${kind}:true,endedDate:null`, sort: 'name', size: 1 } },
      'office',
    )
    const kinds = { sellsFuel: kind === 'sellsFuel', carries: kind === 'carries', sellsGoods: false }
    return content[0]?.id ?? (await staff(at, suppliers.create, { body: { name, ...kinds } }, 'office')).id
  }
  const supplierId = await partner('sellsFuel', '华东石化销售 East China Petrochemical')
  const carrierId = await partner('carries', '安达运输 Anda Haulage')
  const { content } = await staff(at, depots.list, { query: { search: 'endedDate:null', sort: 'id', size: 20 } }, 'office')
  return { supplierId, carrierId, depotIds: content.map(({ id }) => id) }
}

type Terms = Parameters<typeof termsOf>[0]
function termsOf(of: {
  readonly intake: Intake
  readonly office: Office
  readonly baseFuelId: number
  readonly type: 'diesel' | 'gasoline'
  readonly depotId: number | null
  readonly stationId: number
}) {
  const { intake, office, baseFuelId, type, depotId, stationId } = of
  const pricedBy = depotId === null ? ('litre' as const) : ('ton' as const)
  return {
    billNo: intake.docNo,
    deliveryTime: new Date(Date.parse(intake.beginTime) - 2 * hour).toISOString(),
    offloadTime: intake.beginTime,
    depotId,
    supplierId: depotId === null ? office.supplierId : null,
    stationId,
    baseFuelId,
    density: type === 'diesel' ? 838 : 742,
    typedCl: intake.deliveryVolumeCl,
    pricedBy,
    priceCents: prices[pricedBy][type],
    taxRate: 13,
    carrierId: office.carrierId,
    freightPriceCents: depotId === null ? 0 : 78_00,
    freightTaxRate: 9,
    allowedLossPercent: 0.1,
  }
}

/** Ordered, loaded and signed for, each as somebody would have done it at its own time, but told when the shift ends. */
async function bring({ staff, stationId }: HabitStage, at: number, office: Office, intake: Intake): Promise<void> {
  const { baseFuelId = null, classification } = intake.product ?? {}
  if (baseFuelId === null) return
  const type = classification === 'diesel' ? 'diesel' : 'gasoline'
  const of: Terms = { intake, office, baseFuelId, type, depotId: null, stationId }
  const depotId = await depotWith({ staff }, at, of)
  const body = termsOf({ ...of, depotId })
  const { id } = await staff(at, transports.create, { body }, 'office')
  const { billNo, deliveryTime, density, typedCl } = body
  await staff(at, transportCalls.load, { id, body: { billNo, deliveryTime, density, typedCl } }, 'office')
  const proposed = await staff(at, transportCalls.proposal, { id })
  const signedCl = proposed.signedCl ?? intake.totalCl ?? typedCl!
  const reason = signedCl > typedCl! ? '站内计量多于发货量 Measured more than was delivered' : ''
  const signature = { offloadTime: intake.endTime!, signedCl, productId: intake.productId, oilInfoIds: [intake.id], reason }
  await staff(at, transportCalls.sign, { id, body: signature })
}

/** The first depot that holds as much; null where none does, and the supplier brings it. */
async function depotWith({ staff }: Pick<HabitStage, 'staff'>, at: number, of: Terms): Promise<number | null> {
  for (const depotId of of.office.depotIds) {
    const body = termsOf({ ...of, depotId })
    const { loadedKg, depotStockKg } = await staff(at, transportCalls.preview, { body }, 'office')
    if (loadedKg !== null && depotStockKg !== null && depotStockKg >= 2 * loadedKg) return depotId
  }
  return null
}
