import type { Ctx } from '../../platform/execution/command.ts'
import type { DailyState } from '../shift/index.ts'

/** The shifts and natural days of a business day, in their order. */
export const statesOn = ({ tx }: Ctx, stationId: number, businessDay: string) =>
  tx
    .selectFrom('dailyState')
    .where('stationId', '=', stationId)
    .where('businessDay', '=', businessDay)
    .selectAll()
    .orderBy('startTime')
    .execute()

/** Those of them that have no settlement yet. */
export async function unsettled({ tx }: Ctx, states: readonly DailyState[]): Promise<DailyState[]> {
  const ids = states.map(({ id }) => id)
  if (!ids.length) return []
  const settled = await tx.selectFrom('classSettle').where('dailyStateId', 'in', ids).select('dailyStateId').execute()
  return states.filter(({ id }) => !settled.some(({ dailyStateId }) => dailyStateId === id))
}
