import { allows, dailyStates, differences, shiftActs, type ClassSettle, type Foreseen } from '@forecourt/contract'
import { handle } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { betweenSides, missingNumbers } from './differences.ts'
import { figuresOf } from './figures.ts'
import { tanksOf } from './tanks.ts'
import { judgedFigures } from './tolerance.ts'
import { readBy, sidesOf } from './write-down.ts'

/**
 * What closing the running shift with these counts would differ by, and why: the same rows split the same way as after the close.
 * @throws notFound, shift.alreadyClosed, settlement.nozzleUnknown, settlement.meterBackwards, settlement.tankUnknown,
 *   settlement.tankOverfull
 */
export const foresee = handle(
  differences.foresee,
  async (ctx, { body: { dailyStateId, counted, meters, tanks: dips } }): Promise<Foreseen> => {
    const { tx, now } = ctx
    const state = await getOf(tx, dailyStates, dailyStateId, [], ctx.scope)
    if (!allows(shiftActs.close, state.status)) refuse('shift.alreadyClosed', { day: state.businessDay, number: state.number })
    const figures = await figuresOf(tx, state)
    const nozzles = readBy(figures.nozzles, meters)
    const { stationId, startTime } = state
    const sides = sidesOf(figures, nozzles, await tanksOf(tx, state, now, nozzles, dips), counted)
    const settle = {
      ...figures,
      // No settlement has it yet.
      id: 0,
      dailyStateId,
      stationId,
      startTime,
      endTime: now.toISOString(),
      ...sides,
    } as unknown as ClassSettle
    const [split, missing] = [await betweenSides(tx, settle), await missingNumbers(tx, settle)]
    return { differences: split, missing, figures: await judgedFigures(ctx, stationId, sides) }
  },
)
