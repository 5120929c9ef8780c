import { depotCalls, depots, type DepotFuel } from '@forecourt/contract'
import { handle } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { centsPerT, courseOfDepot, worthsAt } from '../stock/index.ts'

const daysMost = 400

/**
 * What a depot held on the days of a period, and what it is worth in the end.
 * @throws notFound, depot.endBeforeStart, depot.periodTooLong
 */
export const depotBook = handle(depotCalls.book, async ({ tx, scope }, { id, query: { from, to } }) => {
  const depot = await getOf(tx, depots, id, [], scope)
  const { companyId } = await tx.selectFrom('depot').where('id', '=', id).select('companyId').executeTakeFirstOrThrow()
  if (to < from) refuse('depot.endBeforeStart')
  const days = daysBetween(from, to)
  if (days.length > daysMost) refuse('depot.periodTooLong')
  const course = await courseOfDepot(tx, companyId, id, dayBefore(from))
  const moved = Map.groupBy(course.days, ({ baseFuelId }) => baseFuelId)
  const worths = await worthsAt(tx, companyId, to)
  const held = [...course.openingKg.entries()].flatMap(([fuel, kg]) => (kg > 0 ? [fuel] : [])).concat([...moved.keys()])
  const ids = [...new Set([...depot.baseFuels.map(({ baseFuelId }) => baseFuelId), ...held])]
  const fuels = ids.map((baseFuelId): DepotFuel => {
    const worth = worths.get(baseFuelId)?.get(id)
    return {
      baseFuelId,
      ...daysOf(course.openingKg.get(baseFuelId) ?? 0, moved.get(baseFuelId) ?? [], days),
      valueCents: Number(worth?.amountCents ?? 0n),
      netCents: Number(worth?.netCents ?? 0n),
      centsPerT: worth ? centsPerT(worth) : null,
    }
  })
  return { fuels }
})

const dayBefore = (day: string): string => Temporal.PlainDate.from(day).subtract({ days: 1 }).toString()

function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = Temporal.PlainDate.from(from); day.toString() <= to && days.length <= daysMost; day = day.add({ days: 1 }))
    days.push(day.toString())
  return days
}

interface Moved {
  readonly day: string
  readonly receivedKg: number
  readonly issuedKg: number
}

/** Every day of the period, those without a move among them; `moved` is in the order of its days. */
function daysOf(openingKg: number, moved: readonly Moved[], days: readonly string[]): Pick<DepotFuel, 'stockKg' | 'mostKg' | 'days'> {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const of = new Map(moved.map(each => [each.day, each]))
  let held = moved.reduce((sum, each) => (each.day < first ? sum + each.receivedKg - each.issuedKg : sum), openingKg)
  const course = days.map(day => {
    const { receivedKg = 0, issuedKg = 0 } = of.get(day) ?? {}
    held += receivedKg - issuedKg
    return { day, receivedKg, issuedKg, stockKg: held }
  })
  const stockKg = held
  let most = held
  for (const each of moved) {
    if (each.day <= last) continue
    held += each.receivedKg - each.issuedKg
    most = Math.min(most, held)
  }
  return { stockKg, mostKg: Math.max(0, most), days: course }
}
