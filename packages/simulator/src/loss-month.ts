import { leakClPerHour } from '@forecourt/contract/measure/sir.ts'
import type { LossGiven } from '@forecourt/contract/measure/loss-given.ts'
import { unsoldOf } from '@forecourt/contract/measure/unsold.ts'
import { Chance } from './chance.ts'
import type { Fault, TruthLog, YardFaults } from './faults.ts'
import { SimulatedSite, type SiteLayout, type Sold } from './site.ts'
import type { Beneath, Delivery, Reading } from './tanks.ts'

/** What is wrong with a station for a month. */
export const lossKinds = ['none', 'shortLoad', 'meterDrift', 'standAlone', 'leak', 'heat'] as const
export type LossKind = (typeof lossKinds)[number]

/** One fault each, measured by a gauge that is off by so many millimetres. */
export const faultsOf = (kind: LossKind, gaugeMm: number): YardFaults & Beneath => ({
  everyMs: 5 * minute,
  gaugeMm,
  thermometer: 0.3,
  expands: true,
  metersOff: 1,
  ...{
    none: {},
    shortLoad: { shortLoad: 150 },
    meterDrift: { meterDrift: 3 },
    standAlone: { ranUnsold: 60 },
    leak: { leak: leakClPerHour / 100 },
    heat: { warmLoad: 12 },
  }[kind],
})

const minute = 60_000
export const [lossDays, lossDayMs] = [30, 24 * 60 * minute]
/** The ground is as warm at the end of these weeks as at their beginning. */
export const lossStart = Date.parse('2026-07-05T00:00:00+08:00')

const nobody = { id: 1, role: 'station_leader', companyCode: '', mobile: '', password: '' } as const
const device = { id: 1, credential: '', nextSequence: 1 }
/** A station of the usual size: two tanks with two nozzles each, 250 to 350 customers on an ordinary day. */
export function lossLayout(seed: number): SiteLayout {
  const chance = Chance.of(seed, 'layout')
  const nozzle = (logicNo: number, tankId: number) => ({
    id: 10 + logicNo,
    logicNo,
    dispenser: logicNo,
    productId: tankId,
    tankId,
    priceCents: tankId === 1 ? 768 : 818,
    totaliserCl: 1_000_000_00 + logicNo * 77_777_77,
  })
  const tank = (id: number, maxVolumeCl: number) => ({
    id,
    number: id,
    productId: id,
    maxVolumeCl,
    volumeCl: Math.round(maxVolumeCl * (0.5 + 0.35 * chance.next())),
    waterHeightMm: 8,
  })
  return {
    code: `month-${seed}`,
    stationId: 1,
    zone: 'Asia/Shanghai',
    customersPerDay: chance.whole(250, 350),
    presets: [100, 200, 300],
    nozzles: [nozzle(1, 1), nozzle(2, 2), nozzle(3, 1), nozzle(4, 2)],
    tanks: [tank(1, 30_000_00), tank(2, 20_000_00)],
    controller: device,
    till: device,
    leader: nobody,
    master: nobody,
    office: nobody,
    employeeIds: [1],
    handovers: [6, 14, 22],
  }
}

export interface LossMonth {
  readonly layout: SiteLayout
  readonly log: TruthLog
  readonly sold: readonly Sold[]
  readonly readings: readonly Reading[]
  readonly deliveries: readonly Delivery[]
}

/** A month of such a station, as its devices saw it, with what truly happened. */
export function lossMonth(seed: number, kind: LossKind, gaugeMm: number, layout = lossLayout(seed)): LossMonth {
  const site = new SimulatedSite(layout, seed, lossStart, faultsOf(kind, gaugeMm))
  const [sold, readings, deliveries]: [Sold[], Reading[], Delivery[]] = [[], [], []]
  for (let day = 1; day <= lossDays; day++) {
    const passed = site.advance(lossStart + day * lossDayMs)
    sold.push(...passed.sold)
    readings.push(...passed.readings)
    deliveries.push(...passed.deliveries)
  }
  return { layout, log: site.log, sold, readings, deliveries }
}

/** What the product would tell the engine of one tank: its readings, its recorded sales and notes, and what its totalisers ran unsold. */
export function givenOf(
  { layout, sold, readings, deliveries }: LossMonth,
  tankId: number,
  told: Pick<LossGiven, 'factorAt' | 'meterShare' | 'noteShare' | 'askedConfidence'>,
): LossGiven {
  const nozzles = layout.nozzles.filter(nozzle => nozzle.tankId === tankId).map(({ id }) => id)
  const ofNozzle = (id: number) => sold.filter(({ sale }) => sale.nozzleControlId === id)
  const { number } = layout.tanks.find(({ id }) => id === tankId)!
  return {
    ...told,
    tanks: [
      readings
        .filter(reading => reading.number === number)
        .map(({ measuredAt, volumeCl, temperature }) => ({ at: Date.parse(measuredAt), volumeCl, celsius: temperature })),
    ],
    sales: sold
      .filter(({ sale }) => nozzles.includes(sale.nozzleControlId!))
      .map(({ at, sale }) => ({ at, nozzle: sale.nozzleControlId!, volumeCl: sale.lineItems[0]!.volumeCl! })),
    loads: deliveries
      .filter(delivery => delivery.tankId === tankId)
      .map(({ at, beganAt, notedCl, temperature }, key) => ({
        key,
        beginAt: beganAt,
        endAt: at,
        noteCl: notedCl,
        factor: temperature === undefined || !told.factorAt ? null : told.factorAt(temperature),
      })),
    moved: [],
    unsold: nozzles.flatMap(nozzle => {
      const sales = ofNozzle(nozzle).map(({ at, sale: { lineItems } }, key) => {
        const [{ volumeCl, totaliserEndCl } = {}] = lineItems
        return { key, at, volumeCl: volumeCl!, readingCl: totaliserEndCl ?? null }
      })
      return unsoldOf(sales, []).map(({ from, to, volumeCl }) => ({ key: to, nozzle, from, to, volumeCl }))
    }),
    tests: [],
  }
}

/** What truly was lost of a tank by each cause, in centilitres; heat is what its warmth took away, drift that of the nozzle that drifts. */
export function truthOf(log: TruthLog, tankId: number): Readonly<Record<string, number>> {
  const sum = (fault: Fault['fault'], nozzleId?: number) =>
    log.sum('volumeCl', of => of.tankId === tankId && of.fault === fault && (nozzleId === undefined || of.nozzleId === nozzleId))
  const drifts = log.faults.find(({ fault, tankId: own }) => fault === 'meterDrift' && own === tankId)?.nozzleId
  return {
    shortLoad: sum('shortDelivery'),
    // What its meter was off by before it drifted is in it as well.
    ...(drifts !== undefined && { [`meterDrift ${drifts}`]: sum('meterDrift') + sum('metersOff', drifts) }),
    standAlone: sum('standAlone'),
    leak: sum('leak'),
    heat: sum('warmLoad'),
  }
}
