import { deviceGaps, devices, orderIntake } from '@forecourt/contract'
import { crud } from '../../platform/crud.ts'
import { handle, type Ctx } from '../../platform/command.ts'
import { getOf } from '../../platform/search/list.ts'
import { receive } from './gap.ts'
import type { Counter } from './intake-facts.ts'

/** Notes which numbers of a device came. In order, and with no old gap touched, it is one statement. */
export async function noteReceived(
  { tx }: Ctx,
  { companyId, stationId, receivedDate }: Counter,
  deviceId: number,
  sequences: readonly number[],
): Promise<void> {
  const first = Math.min(...sequences),
    highest = Math.max(...sequences)
  const { last: before } = (await tx
    .selectFrom('deviceIntake')
    .where('deviceId', '=', deviceId)
    .select('lastSequence as last')
    .executeTakeFirst()) ?? { last: 0 }
  const touched =
    first > before
      ? []
      : await tx
          .deleteFrom('deviceGap')
          .where('deviceId', '=', deviceId)
          .where('toSequence', '>=', first)
          .where('fromSequence', '<=', highest)
          .returning(['fromSequence as from', 'toSequence as to', 'createdDate'])
          .execute()

  const { last, gaps } = receive({ last: before, gaps: touched }, sequences)
  if (gaps.length) {
    await tx
      .insertInto('deviceGap')
      .values(
        gaps.map(({ from, to }) => ({
          companyId,
          stationId,
          deviceId,
          fromSequence: from,
          toSequence: to,
          createdDate: touched.find(gap => gap.from <= from && to <= gap.to)?.createdDate ?? receivedDate,
        })),
      )
      .execute()
  }
  if (last === before) return
  await tx
    .insertInto('deviceIntake')
    .values({ deviceId, companyId, lastSequence: last })
    .onConflict(on => on.column('deviceId').doUpdateSet({ lastSequence: last }))
    .execute()
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
