import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import type { DailyState } from '../shift/index.ts'
import type { Figures } from './figures.ts'
import { countedBy, freeze } from './freeze.ts'
import { deliveriesToSettle, keepBooks, settleDeliveries } from '../wetstock/index.ts'
import { tanksOf, type Dip } from './tanks.ts'
import { accepted, judgedFigures, type Acknowledgement, type Sides } from './tolerance.ts'

/** What people counted, read and measured. */
export interface Counted {
  readonly counted: readonly { payType: string; countedCents: number }[]
  readonly cash: readonly { valueCents: number; pieces: number }[]
  readonly meters: readonly { nozzleControlId: number; totaliserCl: number }[]
  readonly tanks: readonly Dip[]
}
export const nothingTaken: Counted = { counted: [], cash: [], meters: [], tanks: [] }

export interface Taken extends Counted {
  readonly note: string
  /** Of a shift: what was confirmed of its differences. Those of a natural day are confirmed with its day. */
  readonly confirmed?: Acknowledgement
}

/**
 * Freezes what a state that has ended came to, beside what people counted, and tells. @returns the settlement's id
 * @throws settlement.nozzleUnknown, settlement.meterBackwards, settlement.tankUnknown, settlement.tankOverfull, settlement.cashPieces,
 *   settlement.figuresChanged, settlement.beyondTolerance, settlement.reasonMissing
 */
export async function writeDown(ctx: Ctx, state: DailyState, figures: Figures, taken: Taken, at: Date): Promise<number> {
  const nozzles = readBy(figures.nozzles, taken.meters)
  const deliveries = await deliveriesToSettle(ctx, state, at)
  const tanks = await tanksOf(ctx.tx, state, at, nozzles, taken.tanks, deliveries)
  if (taken.cash.length) refuseWrongSum(taken)

  const forced = figures.unpaidOrders > 0
  const { counted, cash, note, confirmed } = taken
  const judged = confirmed && (await judgedFigures(ctx, state.stationId, sidesOf(figures, nozzles, tanks, counted)))
  const acceptance = confirmed && judged ? accepted(judged, confirmed) : nothingBeyond
  const { id, hash, differenceCents } = await freeze(ctx, {
    state,
    figures: { ...figures, nozzles },
    counted,
    cash,
    tanks,
    note,
    at,
    forced,
    ...acceptance,
  })

  const { companyId, stationId, businessDay, number, id: dailyStateId } = state
  await settleDeliveries(ctx, deliveries, id)
  await keepBooks(ctx, { companyId, stationId }, dailyStateId)
  const { unpaidOrders, salesCents } = figures
  const facts = { day: businessDay, number, salesCents, differenceCents, unpaidOrders, hash }
  const { reason } = acceptance
  ctx.audit('shift.settle', `classSettles:${id}`, { ...facts, ...(reason !== null && { reason }) }, companyId)
  ctx.emit('shift.settled', { classSettleId: id, dailyStateId, differenceCents }, { companyId, stationId })
  return id
}

const nothingBeyond = { reason: null, beyond: null }

/** A shift as it is judged: what was counted, read and measured beside what was booked. */
export const sidesOf = (
  figures: Figures,
  nozzles: Figures['nozzles'],
  tanks: Sides['tanks'],
  counted: Taken['counted'],
): Sides & { payTypes: (ReturnType<typeof countedBy>[number] & { differenceCents: number | null })[] } => ({
  payTypes: countedBy({ figures, counted }).map(row => ({
    ...row,
    differenceCents: row.countedCents === null ? null : row.countedCents - row.expectedCents,
  })),
  nozzles,
  tanks,
})

function refuseWrongSum({ counted, cash }: Taken): void {
  const sum = cash.reduce((all, { valueCents, pieces }) => all + valueCents * pieces, 0)
  if (sum !== counted.find(({ payType }) => payType === 'cash')?.countedCents) refuse('settlement.cashPieces', { sum })
}

/** Meters that somebody read stand before those that the devices reported. @throws settlement.nozzleUnknown, settlement.meterBackwards */
export function readBy(nozzles: Figures['nozzles'], meters: Taken['meters']): Figures['nozzles'] {
  const reading = new Map(meters.map(({ nozzleControlId, totaliserCl }) => [nozzleControlId, totaliserCl]))
  if (meters.some(({ nozzleControlId }) => !nozzles.some(nozzle => nozzle.nozzleControlId === nozzleControlId)))
    refuse('settlement.nozzleUnknown')
  return nozzles.map(nozzle => {
    const endCl = reading.get(nozzle.nozzleControlId)
    if (endCl === undefined) return nozzle
    const { logicNo, beginCl, soldCl } = nozzle
    if (beginCl !== null && endCl < beginCl) refuse('settlement.meterBackwards', { nozzle: logicNo, begin: (beginCl / 100).toFixed(2) })
    const meteredCl = beginCl === null ? null : endCl - beginCl
    return { ...nozzle, endCl, entered: true, meteredCl, differenceCl: meteredCl === null ? null : meteredCl - soldCl }
  })
}
