import type { Ctx } from '../../platform/command.ts'
import { refuse } from '../../platform/refusal.ts'
import type { DailyState } from '../shift/index.ts'
import type { Figures } from './figures.ts'
import { freeze } from './freeze.ts'
import { tanksOf, type Dip } from './tanks.ts'

/** What people counted, read and measured. */
export interface Taken {
  readonly counted: readonly { payType: string; countedCents: number }[]
  readonly cash: readonly { valueCents: number; pieces: number }[]
  readonly meters: readonly { nozzleControlId: number; totaliserCl: number }[]
  readonly tanks: readonly Dip[]
  readonly note: string
}

/**
 * Freezes what a state that has ended came to, beside what people counted, and tells. @returns the settlement's id
 * @throws settlement.nozzleUnknown, settlement.meterBackwards, settlement.tankUnknown, settlement.tankOverfull, settlement.cashPieces
 */
export async function writeDown(ctx: Ctx, state: DailyState, figures: Figures, taken: Taken, at: Date): Promise<number> {
  const nozzles = readBy(figures.nozzles, taken.meters)
  const tanks = await tanksOf(ctx.tx, state, at, nozzles, taken.tanks)
  if (taken.cash.length) refuseWrongSum(taken)

  const forced = figures.unpaidOrders > 0
  const { counted, cash, note } = taken
  const { id, hash, differenceCents } = await freeze(ctx, {
    state,
    figures: { ...figures, nozzles },
    counted,
    cash,
    tanks,
    note,
    at,
    forced,
  })

  const { companyId, stationId, businessDay, number, id: dailyStateId } = state
  const { unpaidOrders, salesCents } = figures
  ctx.audit('shift.settle', `classSettles:${id}`, { day: businessDay, number, salesCents, differenceCents, unpaidOrders, hash }, companyId)
  ctx.emit('shift.settled', { classSettleId: id, dailyStateId, differenceCents }, { companyId, stationId })
  return id
}

function refuseWrongSum({ counted, cash }: Taken): void {
  const sum = cash.reduce((all, { valueCents, pieces }) => all + valueCents * pieces, 0)
  if (sum !== counted.find(({ payType }) => payType === 'cash')?.countedCents) refuse('settlement.cashPieces', { sum })
}

/** Meters that somebody read stand before those that the devices told. @throws settlement.nozzleUnknown, settlement.meterBackwards */
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
