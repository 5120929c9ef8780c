import { isDays } from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { searchScope } from '../org/index.ts'
import type { Range } from './sites.ts'

/** The question, if it reaches over no more months than one query may. @throws statistics.rangeTooLong @source decisions.md E8 */
export async function withinScope<R extends Range>(ctx: Ctx, range: R): Promise<R> {
  const { statisticsScope: months } = await searchScope(ctx)
  const day = (moment: string) =>
    isDays(range) ? Temporal.PlainDate.from(moment) : Temporal.Instant.from(moment).toZonedDateTimeISO(ctx.scope.zone).toPlainDate()
  // A month has up to 31 days, wherever it begins: the last thirty are within one.
  const ends = [day(range.from).add({ months }), day(range.from).add({ days: 31 * months })]
  const over = Temporal.PlainDate.compare(ends[0]!, ends[1]!) > 0 ? ends[0]! : ends[1]!
  const most = isDays(range) ? over.subtract({ days: 1 }) : over
  return Temporal.PlainDate.compare(day(range.to), most) > 0 ? refuse('statistics.rangeTooLong', { months }) : range
}
