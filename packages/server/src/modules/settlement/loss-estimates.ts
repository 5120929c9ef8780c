import type { Cause, Evidence, LossCause } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import type { Candidate } from './causes.ts'
import { systemOf } from './loss-books.ts'
import { partsOf } from './loss-lines.ts'
import type { LossStudies } from './loss-studies.ts'

/** As the settlement calls them. What is exact stands between its other sides: an unsold litre between meter and sales. */
const names: Partial<Record<LossCause, Cause>> = {
  shortLoad: 'profitLoss',
  meterDrift: 'meterDrift',
  temperature: 'temperature',
  calibration: 'calibration',
  leak: 'leak',
}
type Row = Evidence['of']
const shows = ['orders', 'oilInfos', 'classSettles', 'meterEvents', 'tankReadings'] as const satisfies readonly Row[]

/**
 * What the readings of a tank's gauge say was behind the difference of a settled shift. What is lost looks drawn, so that it has the
 * opposite sign here. Connected tanks lose together: of one of them alone nothing is said.
 */
export async function estimatesOf(
  ctx: Ctx,
  studies: LossStudies,
  { classSettleId, tankId }: { classSettleId: number; tankId: number },
): Promise<Candidate[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${scoped(ctx.tx, 'tank_book')} book where book.class_settle_id = ${classSettleId} and book.tank_id = ${tankId}
    order by book.until_at desc, book.id desc limit 1`.execute(ctx.tx)
  const system = rows[0] && (await systemOf(ctx, rows[0].id, 'shift'))
  if (!system || system.tankIds.length > 1) return []
  const { facts, study } = await studies.of(system)
  return partsOf(system, facts, study).flatMap(({ cause, volumeCl, confidence, evidence }): Candidate[] => {
    const name = names[cause]
    if (!name || volumeCl === 0) return []
    const own = evidence.flatMap(({ of, id, label, at, volumeCl: amount }): Evidence[] => {
      const shown = shows.find(each => each === of)
      return shown ? [{ of: shown, id, label, at, amount: amount ?? 0 }] : []
    })
    return [{ cause: name, amount: 0 - volumeCl, evidence: own, confidence }]
  })
}
