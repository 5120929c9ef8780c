import {
  dailyStates,
  daySettlement,
  settlement,
  startShift,
  TenderType,
  type ClassSettlePreview,
  type JudgedFigure,
} from '@forecourt/contract'
import { Refusal } from '../../platform/execution/refusal.ts'
import { act, person } from './act.ts'
import type { DemoAct } from '../../platform/module.ts'
import type { Play } from './month.ts'
import { handovers } from './simulated.ts'
import { dipsOf, openBooks, recordDeliveries } from './tanks.ts'

/** Shifts from the first morning on: counted, read, dipped and closed by the leader, the next one begun at the same instant. */
export function shiftsOf(play: Play, today: Temporal.PlainDate, now: Date, days: number): DemoAct[] {
  const { stage, yard, counter } = play
  const by = person(stage, counter.leaderId, 'station_leader', yard.id)
  let running: number | undefined

  const handOver = async (at: Date, ago: number, turn: number) => {
    if (running === undefined) {
      running = (await act(stage, by, at, startShift, { body: { stationId: yard.id } })).id
      await openBooks(play, at)
      return
    }
    const when = { ago, turn, isFirst: ago === days - 1 }
    await recordDeliveries(play, by, at, when)
    const seen = await act(stage, by, at, settlement.preview, { query: { dailyStateId: running } })
    const meters = metersOf(play)
    const tanks = dipsOf(play, seen.nozzles, meters, when)
    const closing = { dailyStateId: running, ...countOf(play, seen), meters, tanks, force: seen.unpaidOrders > 0, startNext: true }
    await confirmed(confirmation => act(stage, by, at, settlement.close, { body: { ...closing, ...confirmation } }))
    const { content } = await act(stage, by, at, dailyStates.list, { query: { search: `station.id:${yard.id},status:open` } })
    running = content[0]!.id
  }

  return moments(play, today, days, handovers)
    .filter(({ at }) => at <= now)
    .map(({ at, ago, turn }) => ({ at, run: () => handOver(at, ago, turn) }))
}

/** The latest two days are left to be settled. */
export const unsettledMs = 48 * 60 * 60_000
/** The days that are over, settled the next morning; the latest two are left to be settled by the user of the demo, at whatever hour. */
export function daysOf(play: Play, today: Temporal.PlainDate, now: Date, days: number): DemoAct[] {
  const { stage, yard, counter } = play
  const by = person(stage, counter.leaderId, 'station_leader', yard.id)
  const settle = async (at: Date, businessDay: string, ago: number) => {
    const stationId = yard.id
    const { payTypes } = await act(stage, by, at, daySettlement.preview, { query: { stationId, businessDay } })
    const statements = payTypes.flatMap(({ payType, expectedCents }) =>
      payType === 'cash' || !isTender(payType)
        ? []
        : // One evening's payment reached the platform after midnight, and stands on its next statement.
          [{ payType, countedCents: expectedCents - (ago === 6 && payType === 'wx' ? 12_00 : 0) }],
    )
    const note = ago === 6 ? '微信对账单少 12.00，待次日核对 WeChat statement 12.00 short, to be checked' : ''
    const day = { stationId, businessDay, statements, note }
    await confirmed(confirmation => act(stage, by, at, daySettlement.settle, { body: { ...day, ...confirmation } }))
  }
  return moments(play, today, days, [8])
    .filter(({ at }) => at.getTime() <= now.getTime() - unsettledMs)
    .map(({ at, day, ago }) => ({ at, run: () => settle(at, day.subtract({ days: 1 }).toString(), ago + 1) }))
}

const moments = ({ stage }: Play, today: Temporal.PlainDate, days: number, hours: readonly number[]) =>
  Array.from({ length: days }, (_, turn) => days - 1 - turn).flatMap(ago => {
    const day = today.subtract({ days: ago })
    return hours.map((hour, turn) => {
      const moment = day.toZonedDateTime({ timeZone: stage.zone, plainTime: { hour } })
      return { at: new Date(moment.epochMilliseconds), day, ago, turn }
    })
  })

type Confirmation = ReturnType<typeof confirmedOf>
/** Settles; where figures are beyond tolerance, the leader confirms those that the refusal brings. */
async function confirmed(settle: (confirmation: Confirmation) => Promise<unknown>): Promise<void> {
  try {
    await settle({ acknowledged: [], reason: '' })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'settlement.beyondTolerance') throw error
    await settle(confirmedOf(error.detail['figures'] as readonly JudgedFigure[]))
  }
}

/** What the leader confirms of the differences beyond tolerance, and how they came about. */
function confirmedOf(figures: readonly JudgedFigure[]) {
  const beyond = figures.filter(figure => figure.beyond)
  const reasons = {
    tender: '找零差错，已向收银员核实 Wrong change given, confirmed with the cashier',
    meters: '加油机检定用油，已回罐 Pump test, fuel returned to the tank',
    tanks: '油罐损溢偏大，已安排复测 Tank difference, second dip arranged',
  }
  const reason = [...new Set(beyond.map(({ side }) => reasons[side]))].join('；')
  return { acknowledged: beyond.map(({ about, amount }) => ({ about, amount })), reason }
}

const isTender = (payType: string): payType is TenderType => (TenderType.options as readonly string[]).includes(payType)
const notes = [100_00, 50_00, 20_00, 10_00, 5_00, 1_00, 50, 10]

/** What lay in the till and stood on the slips. A till that did not agree was counted again, note by note. */
function countOf({ chance, memory }: Play, { payTypes }: Pick<ClassSettlePreview, 'payTypes'>) {
  const expected = payTypes.find(({ payType }) => payType === 'cash')?.expectedCents ?? 0
  const off = memory.besidesCents !== 0 ? 'none' : chance.weigh({ none: 80, short: 12, over: 8 })
  const found = Math.max(0, expected + { none: 0, short: -chance.whole(1, 4) * 500, over: chance.whole(1, 6) * 100 }[off])
  const countedCents = off === 'none' ? found + memory.besidesCents : found - (found % 10)
  memory.besidesCents = 0
  const slips = payTypes.flatMap(({ payType, expectedCents }) =>
    isTender(payType) && payType !== 'cash' && expectedCents >= 0 ? [{ payType, countedCents: expectedCents }] : [],
  )
  return {
    counted: [{ payType: 'cash' as const, countedCents }, ...slips],
    cash: off === 'none' ? [] : inNotes(countedCents),
    note: off === 'short' && countedCents < expected ? '找零差错 Wrong change given' : '',
  }
}

function inNotes(cents: number) {
  let rest = cents
  return notes.flatMap(valueCents => {
    const pieces = Math.floor(rest / valueCents)
    rest -= pieces * valueCents
    return pieces > 0 ? [{ valueCents, pieces }] : []
  })
}

/** What the leader reads off the pumps. Now and then a little more ran through one than was sold: somebody tested it. */
function metersOf({ memory, chance, yard }: Play) {
  return yard.nozzles.flatMap(({ id }) => {
    const reading = memory.totaliserCl.get(id)
    if (reading === undefined) return []
    const totaliserCl = reading + (chance.happens(1 / 60) ? chance.whole(3, 40) : 0)
    memory.totaliserCl.set(id, totaliserCl)
    return [{ nozzleControlId: id, totaliserCl }]
  })
}
