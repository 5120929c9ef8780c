import type { JudgedFigure, StationSettings } from '@forecourt/contract'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { settingsOfStation } from '../org/index.ts'

type Tolerance = StationSettings['tolerance']

/** What is judged: tenders, nozzles and tanks, of one shift or of all that a day is made of. */
export interface Sides {
  readonly payTypes: readonly { readonly payType: string; readonly differenceCents: number | null }[]
  readonly nozzles: readonly {
    readonly nozzleControlId: number
    readonly meteredCl: number | null
    readonly differenceCl: number | null
  }[]
  readonly tanks: readonly { readonly tankId: number; readonly meteredCl: number | null; readonly differenceCl: number | null }[]
}

interface Product {
  readonly id: number
  readonly name: string
  readonly tankIds: readonly number[]
  readonly nozzleIds: readonly number[]
}

/**
 * The differences of a settlement against the tolerance of its station: each tender that was counted, and of each product what the pumps
 * measured beside what was sold, and what left its tanks beside what the pumps measured.
 */
export const judgedFigures = async (ctx: Ctx, stationId: number, sides: Sides): Promise<JudgedFigure[]> =>
  (await judgeOf(ctx, stationId))(sides)

/** Judges many settlements of a station by what is set now. */
export async function judgeOf(ctx: Ctx, stationId: number): Promise<(sides: Sides) => JudgedFigure[]> {
  const { tolerance } = await settingsOfStation(ctx, stationId)
  const products = await productsOf(ctx, stationId)
  return sides => judge(sides, products, tolerance)
}

function judge({ payTypes, nozzles, tanks }: Sides, products: readonly Product[], tolerance: Tolerance): JudgedFigure[] {
  const money = payTypes.flatMap(({ payType, differenceCents }): JudgedFigure[] => {
    if (differenceCents === null) return []
    const allowed = tolerance.cashCents
    const figure = { about: `tender:${payType}`, side: 'tender', name: payType, unit: 'cents', amount: differenceCents, allowed } as const
    return [{ ...figure, beyond: Math.abs(differenceCents) > allowed }]
  })
  const litres = products.flatMap(({ id, name, nozzleIds, tankIds }) => [
    ...ofLitres(
      { about: `meters:${id}`, side: 'meters', name },
      nozzles.filter(({ nozzleControlId }) => nozzleIds.includes(nozzleControlId)),
      tolerance,
    ),
    ...ofLitres(
      { about: `tanks:${id}`, side: 'tanks', name },
      tanks.filter(({ tankId }) => tankIds.includes(tankId)),
      tolerance,
    ),
  ])
  return [...money, ...litres]
}

type Measured = { readonly meteredCl: number | null; readonly differenceCl: number | null }

/** None where nothing of the product was read or measured. */
function ofLitres(
  named: Pick<JudgedFigure, 'about' | 'side' | 'name'>,
  rows: readonly Measured[],
  { volumeBasisPoints, volumeCl }: Tolerance,
): JudgedFigure[] {
  const known = rows.filter(({ differenceCl }) => differenceCl !== null)
  if (known.length === 0) return []
  const sum = (of: (row: Measured) => number | null) => known.reduce((all, row) => all + (of(row) ?? 0), 0)
  const amount = sum(row => row.differenceCl)
  const allowed = Math.max(volumeCl, Math.floor((sum(row => row.meteredCl) * volumeBasisPoints) / 10_000))
  return [{ ...named, unit: 'centilitres', amount, allowed, beyond: Math.abs(amount) > allowed }]
}

/** The products of a station with their tanks and nozzles, in the order of the tanks. */
async function productsOf({ tx }: Ctx, stationId: number): Promise<Product[]> {
  const { rows } = await sql<Product>`
    select product.id, product.name, jsonb_agg(distinct tank.id) as "tankIds",
      coalesce(jsonb_agg(distinct nozzle.id) filter (where nozzle.id is not null), '[]') as "nozzleIds"
    from ${scoped(tx, 'tank')} tank join ${scoped(tx, 'product')} product on product.id = tank.product_id
    left join ${scoped(tx, 'nozzle_control')} nozzle on nozzle.tank_id = tank.id
    where tank.station_id = ${stationId} group by product.id, product.name order by min(tank.number)`.execute(tx)
  return rows
}

export interface Acknowledgement {
  readonly acknowledged: readonly { readonly about: string; readonly amount: number }[]
  readonly reason: string
}
/** What is written with a settlement: nothing where nothing was beyond tolerance. */
export interface Accepted {
  readonly reason: string | null
  readonly beyond: string | null
}

/**
 * Anyone who settles has typed each figure beyond tolerance as it is now, and says why. Typed figures that no longer hold are refused even
 * where they are within tolerance by now: they were not what is being settled. The refusals bring the figures as they are.
 * @throws settlement.figuresChanged, settlement.beyondTolerance, settlement.reasonMissing
 */
export function accepted(figures: readonly JudgedFigure[], { acknowledged, reason }: Acknowledgement): Accepted {
  const beyond = figures.filter(figure => figure.beyond)
  const detail = { count: beyond.length, figures }
  const typed = new Map(acknowledged.map(({ about, amount }) => [about, amount]))
  const holds = (about: string, amount: number) => figures.some(figure => figure.about === about && figure.amount === amount)
  if ([...typed].some(([about, amount]) => !holds(about, amount))) refuse('settlement.figuresChanged', detail)
  if (beyond.some(({ about }) => !typed.has(about))) refuse('settlement.beyondTolerance', detail)
  if (beyond.length === 0) return { reason: null, beyond: null }
  if (reason === '') refuse('settlement.reasonMissing')
  return { reason, beyond: JSON.stringify(beyond) }
}
