import type { ClassSettle, Difference, Evidence } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { differenceOf, split, type Candidate } from './causes.ts'
import { movesOf, type MeterMove } from './meter-event.ts'

/** A sale reported after its shift was closed. */
export interface LateSale {
  readonly id: number
  readonly orderNo: string
  readonly type: number
  readonly nozzleControlId: number | null
  readonly createdDate: string
  readonly receivedDate: string
  readonly shiftId: number
  readonly totalCents: number
  readonly volumeCl: number
}

interface Sale {
  readonly id: number
  readonly no: string
  readonly at: string
  readonly cl: number
}
/** What was sold between two readings of a meter, the second one included. */
interface Stretch {
  readonly nozzle: number
  readonly sales: number
  readonly volume: number
  readonly before: number | null
  readonly reading: number | null
  readonly first: Sale
  readonly last: Sale
  readonly previous: Sale | null
  readonly manual: readonly Sale[] | null
  readonly closing: boolean
}

type Nozzle = ClassSettle['nozzles'][number]
interface Gap {
  readonly litres: number
  readonly sales: number
  readonly from: string
  readonly to: string
  /** The sales on both sides of it. */
  readonly between: readonly Sale[]
  readonly manual: readonly Sale[]
  /** Both readings were reported by the device, or the second one by the sale that followed. */
  readonly sure: boolean
}

/**
 * Meter × sales, nozzle by nozzle. Every sale that reported its meter is a reading; what ran through unsold is found between two of
 * them: the stretches add up to the difference, to the centilitre.
 */
export async function meterDifferences(tx: Tx, settle: ClassSettle, late: readonly LateSale[]): Promise<Difference[]> {
  const nozzles = settle.nozzles.filter(({ orders, differenceCl }) => differenceCl !== 0 && (orders > 0 || differenceCl !== null))
  const off = nozzles.filter(({ differenceCl }) => differenceCl !== null)
  const stretches = off.length ? await stretchesOf(tx, settle, off) : []
  const moves = off.length ? await movesOf({ tx }, settle.stationId, settle.startTime, settle.endTime) : []
  const following = off.length ? await followingOf(tx, settle, off) : new Map<number, number>()
  return nozzles.map(nozzle =>
    differenceOf(
      {
        view: 'meter',
        about: `meter:${nozzle.nozzleControlId}`,
        name: `${nozzle.logicNo} ${nozzle.itemName ?? ''}`.trim(),
        unit: 'centilitres',
        left: nozzle.soldCl,
        right: nozzle.meteredCl,
      },
      difference => {
        const own = stretches.filter(stretch => stretch.nozzle === nozzle.nozzleControlId)
        const moved = movedAfter(moves.filter(move => move.nozzle === nozzle.nozzleControlId))
        const gaps = gapsOf(settle, nozzle, own, { confirmed: following.get(nozzle.nozzleControlId) === nozzle.endCl, moved })
        return causesOf(
          difference,
          gaps,
          late.filter(sale => sale.nozzleControlId === nozzle.nozzleControlId),
        )
      },
    ),
  )
}

function causesOf(difference: number, gaps: readonly Gap[], late: readonly LateSale[]): Candidate[] {
  const open = [...late]
  const causes = gaps.flatMap(gap => {
    const here = open.filter(({ createdDate }) => createdDate >= gap.from && createdDate <= gap.to)
    const parts = split(gap.litres, here.map(lateOf))
    for (const { evidence } of parts.causes)
      open.splice(
        open.findIndex(({ id }) => id === evidence[0]!.id),
        1,
      )
    return [...parts.causes, ...causesOfRest(gap, parts.rest)]
  })
  const rest = difference - causes.reduce((sum, { amount }) => sum + amount, 0)
  return [...causes, ...split(rest, open.map(lateOf)).causes]
}

/** A pump rounds each sale to the centilitre; more than that ran through without a sale, or was sold without running through. */
function causesOfRest({ sales, between, manual, sure, from, to }: Gap, rest: number): Candidate[] {
  const evidence = between.map(evidenceOf)
  if (rest === 0) return []
  if (Math.abs(rest) <= sales) return [{ cause: 'rounding', amount: rest, evidence: [] }]
  if (rest < 0)
    return split(
      rest,
      manual.map(sale => ({ cause: 'manual', amount: -sale.cl, evidence: [evidenceOf(sale)] })),
    ).causes
  return sure ? [{ cause: 'standAlone', amount: rest, evidence, from, to }] : []
}

const lateOf = (sale: LateSale): Candidate => ({
  cause: sale.type === 99 ? 'manual' : 'late',
  amount: sale.volumeCl,
  evidence: [evidenceOf({ id: sale.id, no: sale.orderNo, at: sale.createdDate, cl: sale.volumeCl })],
})
const evidenceOf = ({ id, no, at, cl }: Sale): Evidence => ({ of: 'orders', id, label: no, at: new Date(at).toISOString(), amount: cl })
const iso = (at: string) => new Date(at).toISOString()

/** By how much a meter moved after a moment without a sale: what it read then is put on the scale of the end by that. */
const movedAfter = (moves: readonly MeterMove[]) => (at: string) =>
  moves.reduce((sum, move) => sum + (Date.parse(move.at) > Date.parse(at) ? move.movedCl : 0), 0)
interface Meter {
  readonly confirmed: boolean
  readonly moved: (at: string) => number
}

function gapsOf(settle: ClassSettle, { beginCl, endCl }: Nozzle, stretches: readonly Stretch[], { confirmed, moved }: Meter): Gap[] {
  const whole = { from: settle.startTime, to: settle.endTime, sales: 0, between: [], manual: [] }
  if (!stretches.length) return [{ ...whole, litres: endCl! - beginCl!, sure: confirmed }]
  const readingOf = ({ reading, last }: Stretch) => (reading === null ? endCl! : reading + moved(last.at))
  const beforeOf = ({ before, previous }: Stretch) => (before === null ? beginCl! : before + moved(previous?.at ?? settle.startTime))
  const gaps = stretches.map(
    (stretch): Gap => ({
      litres: readingOf(stretch) - beforeOf(stretch) - stretch.volume,
      sales: stretch.sales,
      from: stretch.previous ? iso(stretch.previous.at) : settle.startTime,
      to: stretch.reading === null ? settle.endTime : iso(stretch.last.at),
      between: stretch.previous ? [stretch.previous, stretch.last] : [stretch.last],
      manual: stretch.manual ?? [],
      sure: stretch.reading !== null || confirmed,
    }),
  )
  const last = stretches.at(-1)!
  if (last.closing && last.reading !== null && readingOf(last) !== endCl)
    gaps.push({ ...whole, litres: endCl! - readingOf(last), from: iso(last.last.at), between: [last.last], sure: confirmed })
  return gaps.filter(({ litres }) => litres !== 0)
}

/**
 * The stretches in which more or less ran than was sold, and the last one of each nozzle. Words are put around the sales of these alone:
 * a shift may have tens of thousands.
 */
async function stretchesOf(tx: Tx, { dailyStateId }: ClassSettle, nozzles: readonly Nozzle[]): Promise<Stretch[]> {
  const ids = nozzles.map(({ nozzleControlId }) => nozzleControlId)
  const begins = nozzles.map(({ beginCl }) => beginCl)
  const { rows } = await sql<Stretch>`
    with sold as materialized (
      select sale.nozzle_control_id as nozzle, sale.id, order_no as no, sale.type, sale.created_date as at, volume_cl as cl,
        totaliser_end_cl as meter, row_number() over (order by sale.nozzle_control_id, sale.created_date, line.id) as turn,
        count(totaliser_end_cl) over (sales rows between unbounded preceding and 1 preceding) as stretch
      from ${scoped(tx, 'sale_order')} sale join ${scoped(tx, 'order_line')} line on order_id = sale.id
      where sale.shift_id = ${dailyStateId} and belongs_shift_id is null and category_type = 'fuel'
        and sale.nozzle_control_id = any (${ids})
      window sales as (partition by sale.nozzle_control_id order by sale.created_date, line.id)
    ), stretches as (
      select nozzle, stretch, count(*) as sales, sum(cl) as volume, max(meter) as reading, min(turn) as first, max(turn) as last,
        count(*) filter (where type = 99) as manuals
      from sold group by nozzle, stretch
    ), placed as (
      select stretches.*, lag(reading) over nozzles as before, lead(stretch) over nozzles is null as closing
      from stretches window nozzles as (partition by nozzle order by stretch)
    ), off as materialized (
      select placed.* from placed
      join unnest(${ids}::bigint[], ${begins}::bigint[]) as meter (nozzle_control_id, begin_cl) on nozzle_control_id = nozzle
      where closing or reading - coalesce(before, begin_cl) <> volume
    )
    select off.nozzle, off.sales, volume::bigint, before, reading, closing, ${saleOf('first')} as first, ${saleOf('last')} as last,
      case when previous.nozzle = off.nozzle then ${saleOf('previous')} end as previous, (
        select jsonb_agg(${saleOf('sold')} order by turn) from sold
        where manuals > 0 and sold.nozzle = off.nozzle and sold.stretch = off.stretch and type = 99
      ) as manual
    from off join sold first on first.turn = off.first join sold last on last.turn = off.last
    left join sold previous on previous.turn = off.first - 1
    order by off.nozzle, off.stretch`.execute(tx)
  return rows
}
const saleOf = (table: string) => sql.raw(`jsonb_build_object('id', ${table}.id, 'no', ${table}.no, 'at', ${table}.at, 'cl', ${table}.cl)`)

/** Where the meter stood when the next sale after the shift began: it bears out what somebody read, or not. */
async function followingOf(tx: Tx, { endTime }: ClassSettle, nozzles: readonly Nozzle[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ nozzle: number; cl: number }>`
    select nozzle, next.cl from unnest(${nozzles.map(({ nozzleControlId }) => nozzleControlId)}::bigint[]) as nozzle cross join lateral (
      select totaliser_end_cl - volume_cl as cl
      from ${scoped(tx, 'sale_order')} sale join ${scoped(tx, 'order_line')} line on order_id = sale.id
      where sale.nozzle_control_id = nozzle and sale.created_date > ${endTime} and totaliser_end_cl is not null
      order by sale.created_date limit 1
    ) as next`.execute(tx)
  return new Map(rows.map(({ nozzle, cl }) => [nozzle, cl]))
}
