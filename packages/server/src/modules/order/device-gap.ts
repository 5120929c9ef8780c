import { deviceGaps, devices, orderIntake } from '@forecourt/contract'
import { crud } from '../../platform/execution/crud.ts'
import { handle } from '../../platform/execution/command.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { getOf } from '../../platform/search/list.ts'
import { receive } from './gap.ts'
import type { Counter } from './intake-facts.ts'

/**
 * Notes which numbers of a device came, after `before` as its highest. What comes in order opens no gap and closes none,
 * and costs nothing; the highest number itself is written with the orders.
 */
export async function noteReceived(
  tx: Tx,
  { companyId, stationId, deviceId, receivedDate }: Counter,
  before: number,
  sequences: readonly number[],
): Promise<void> {
  const first = Math.min(...sequences)
  const highest = Math.max(...sequences)
  if (deviceId === null || (first === before + 1 && highest - first + 1 === sequences.length)) return

  const closing = tx.deleteFrom('deviceGap').where('deviceId', '=', deviceId)
  const touched =
    first > before
      ? []
      : await closing
          .where('toSequence', '>=', first)
          .where('fromSequence', '<=', highest)
          .returning(['fromSequence as from', 'toSequence as to', 'createdDate'])
          .execute()
  const { gaps } = receive({ last: before, gaps: touched }, sequences)
  if (gaps.length === 0) return
  const rows = gaps.map(({ from, to }) => {
    const createdDate = touched.find(gap => gap.from <= from && to <= gap.to)?.createdDate ?? receivedDate
    return { companyId, stationId, deviceId, fromSequence: from, toSequence: to, createdDate }
  })
  await tx.insertInto('deviceGap').values(rows).execute()
}

/** @throws notFound */
const gaps = handle(orderIntake.gaps, async (ctx, { id }) => {
  await getOf(ctx.tx, devices, id, [], ctx.scope)
  const intake = await ctx.tx.selectFrom('deviceIntake').where('deviceId', '=', id).select('lastSequence').executeTakeFirst()
  const content = await ctx.tx
    .selectFrom('deviceGap')
    .where('deviceId', '=', id)
    .select(['fromSequence', 'toSequence', 'missing', 'createdDate'])
    .orderBy('fromSequence')
    .execute()
  return { lastSequence: intake?.lastSequence ?? 0, missing: content.reduce((sum, gap) => sum + gap.missing, 0), content }
})

export const gapHandlers = [gaps, ...crud(deviceGaps)]
