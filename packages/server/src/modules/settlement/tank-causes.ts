import type { ClassSettle, Difference } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { deliveriesOf, type Received } from '../wetstock/index.ts'
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

/** What the readings of its gauge say of a tank in this shift. */
export type Estimates = (tankId: number) => Promise<readonly Candidate[]>

/**
 * Tank × meters. What a tanker brought less than its note says, and a delivery whose note stands in the shift before or after; then what is
 * estimated, which never fits exactly.
 */
export async function tankDifferences(tx: Tx, settle: ClassSettle, estimates?: Estimates): Promise<Difference[]> {
  const off = settle.tanks.filter(({ differenceCl }) => differenceCl !== null && differenceCl !== 0)
  if (!off.length) return []
  const neighbours = await neighboursOf(tx, settle)
  const deliveries = await deliveriesOf(tx, settle)
  const estimated = new Map<number, readonly Candidate[]>()
  for (const { tankId } of estimates ? off : []) estimated.set(tankId, await estimates!(tankId))
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
        const own = <Row extends { tankId: number }>(rows: readonly Row[]) => rows.filter(({ tankId }) => tankId === tank.tankId)
        const lost = own(deliveries).flatMap(profitLossOf)
        const exact = split(difference, [...lost, ...own(neighbours).flatMap(neighbour => deliveryOf(tank.receivedCl, neighbour))]).causes
        return [...exact, ...(estimated.get(tank.tankId) ?? []).filter(estimate => !exact.some(each => isSame(each, estimate)))]
      },
    ),
  )
}

/** A load that was measured by dips as well is told by them. */
const isSame = (exact: Candidate, estimate: Candidate) =>
  exact.evidence.some(({ of, id }) => of === 'oilInfos' && estimate.evidence.some(row => row.of === of && row.id === id))

/** The note counts as received: what did not come looks drawn from the tank. */
const profitLossOf = ({ id, docNo, at, profitLossCl }: Received): Candidate[] => {
  if (!profitLossCl) return []
  const evidence = { of: 'oilInfos' as const, id, label: docNo, at: new Date(at).toISOString(), amount: -profitLossCl }
  return [{ cause: 'profitLoss', amount: -profitLossCl, evidence: [evidence] }]
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
