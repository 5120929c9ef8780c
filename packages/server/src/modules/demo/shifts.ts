import { daySettlement, dailyStates, settlement, startShift } from '@forecourt/contract'
import { act, person } from './act.ts'
import type { Deed } from './cards.ts'
import type { Play } from './month.ts'

/** Hours at which one shift hands over to the next. */
const handovers = [6, 14, 22]

/** Shifts from the first morning on: counted, read and closed by the leader, the next one begun at the same instant. */
export function shiftsOf(play: Play, today: Temporal.PlainDate, now: Date, days: number): Deed[] {
  const { stage, yard, counter, chance } = play
  const by = person(stage, counter.leaderId, 'station_leader', yard.id)
  let running: number | undefined

  const handOver = async (at: Date) => {
    if (running === undefined) {
      running = (await act(stage, by, at, startShift, { body: { stationId: yard.id } })).id
      return
    }
    const { payTypes, unpaidOrders } = await act(stage, by, at, settlement.preview, { query: { dailyStateId: running } })
    const cash = payTypes.find(({ payType }) => payType === 'cash')?.expectedCents ?? 0
    const off = chance.weigh({ none: 80, short: 12, over: 8 })
    const countedCents = Math.max(0, cash + { none: 0, short: -chance.whole(1, 4) * 500, over: chance.whole(1, 6) * 100 }[off])
    await act(stage, by, at, settlement.close, {
      body: {
        dailyStateId: running,
        counted: [{ payType: 'cash', countedCents }],
        meters: metersOf(play),
        note: off === 'short' && countedCents < cash ? '找零差错 Wrong change given' : '',
        force: unpaidOrders > 0,
        startNext: true,
      },
    })
    const { content } = await act(stage, by, at, dailyStates.list, { query: { search: `station.id:${yard.id},status:open` } })
    running = content[0]!.id
  }

  return Array.from({ length: days }, (_, ago) => today.subtract({ days: days - 1 - ago }))
    .flatMap(day => handovers.map(hour => day.toZonedDateTime({ timeZone: stage.zone, plainTime: { hour } })))
    .map(moment => new Date(moment.epochMilliseconds))
    .filter(at => at <= now)
    .map(at => ({ at, run: () => handOver(at) }))
}

/** Days are settled the morning after; the latest wait for whoever looks around. */
export function settledDaysOf(play: Play, today: Temporal.PlainDate, days: number): Deed[] {
  const { stage, yard, counter } = play
  const by = person(stage, counter.leaderId, 'station_leader', yard.id)
  return Array.from({ length: Math.max(0, days - 4) }, (_, turn) => today.subtract({ days: days - 1 - turn })).map(day => {
    const at = new Date(day.add({ days: 1 }).toZonedDateTime({ timeZone: stage.zone, plainTime: { hour: 9 } }).epochMilliseconds)
    const body = { stationId: yard.id, businessDay: day.toString() }
    return { at, run: async () => void (await act(stage, by, at, daySettlement.settle, { body })) }
  })
}

/** What the leader reads off the pumps. Now and then a little more ran through one than was sold: somebody tested it. */
function metersOf({ memory, chance, yard }: Play) {
  return yard.nozzles.flatMap(({ id }) => {
    const told = memory.totaliserCl.get(id)
    if (told === undefined) return []
    const totaliserCl = told + (chance.happens(1 / 60) ? chance.whole(3, 40) : 0)
    memory.totaliserCl.set(id, totaliserCl)
    return [{ nozzleControlId: id, totaliserCl }]
  })
}
