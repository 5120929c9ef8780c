import type { ClassSettle, Difference } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { differenceOf, split, type Candidate } from './causes.ts'

interface Neighbour {
  readonly tankId: number
  readonly id: number
  readonly label: string
  readonly at: string
  readonly receivedCl: number
  readonly differenceCl: number | null
  readonly after: boolean
}

/** Tank × meters. A delivery whose note stands in the shift before or after is the one cause that rows can show. */
export async function tankDifferences(tx: Tx, settle: ClassSettle): Promise<Difference[]> {
  const off = settle.tanks.filter(({ differenceCl }) => differenceCl !== null && differenceCl !== 0)
  if (!off.length) return []
  const neighbours = await neighboursOf(tx, settle)
  return off.map(tank =>
    differenceOf(
      {
        view: 'tank',
        about: `tank:${tank.tankId}`,
        name: `${tank.number} ${tank.productName}`,
        unit: 'centilitres',
        left: tank.meteredCl,
        right: tank.drawnCl,
      },
      difference => {
        const own = neighbours.filter(({ tankId }) => tankId === tank.tankId)
        return split(
          difference,
          own.flatMap(neighbour => deliveryOf(tank.receivedCl, neighbour)),
        ).causes
      },
    ),
  )
}

/** The dip of one shift knew of what the next one noted: the first drew too little by it, the second too much. */
function deliveryOf(receivedCl: number, { id, label, at, after, ...other }: Neighbour): Candidate[] {
  const amount = after ? -other.receivedCl : receivedCl
  const opposite = other.differenceCl !== null && Math.sign(other.differenceCl) === -Math.sign(amount)
  if (amount === 0 || !opposite) return []
  return [{ cause: 'delivery', amount, evidence: [{ of: 'classSettles', id, label, at: new Date(at).toISOString(), amount }] }]
}

async function neighboursOf(tx: Tx, { stationId, startTime, endTime, id }: ClassSettle): Promise<Neighbour[]> {
  const side = (after: boolean) => sql`
    (select id, business_day || ' · ' || number as label, end_time as at, ${after}::boolean as after
    from ${scoped(tx, 'class_settle')} settle
    where station_id = ${stationId} and id <> ${id} and ${after ? sql`start_time >= ${endTime}` : sql`end_time <= ${startTime}`}
    order by end_time ${after ? sql`asc` : sql`desc`} limit 1)`
  const { rows } = await sql<Neighbour>`
    select tank_id as "tankId", id, label, at, received_cl as "receivedCl", difference_cl as "differenceCl", after
    from (${side(true)} union all ${side(false)}) as near
    join ${scoped(tx, 'class_settle_tank')} tank on class_settle_id = near.id`.execute(tx)
  return rows
}
