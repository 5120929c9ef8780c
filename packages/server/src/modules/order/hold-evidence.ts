import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import type { Held } from '../card/index.ts'

interface Evidence {
  readonly proven: boolean
  readonly laterSequence: number | null
  readonly missing: number
}

/**
 * Whether a record of the fill that was held for can still come. A nozzle fills one car at a time, and its device numbers sales in the
 * order in which they end: once the nozzle has sold to another, a record of this fill has a lower number than that sale; and if no number
 * is missing between what the device had sold before and that sale, it would have been here. A hold without a nozzle has no such evidence.
 */
export async function evidenceOf({ tx }: Ctx, held: Held): Promise<Evidence> {
  const { companyId, nozzleControlId, createdDate, deviceId, afterSequence } = held
  if (nozzleControlId === null) return { proven: false, laterSequence: null, missing: 0 }
  // What a wrong clock dated is no evidence of an order in time.
  const {
    rows: [found],
  } = await sql<{ laterSequence: number; missing: number }>`
    with later as (
      select device_id, sequence from sale_order
      where company_id = ${companyId} and nozzle_control_id = ${nozzleControlId} and created_date > ${createdDate}
        and device_id is not null and sequence is not null and not clock_suspect
      order by created_date, sequence limit 1
    ), before as (
      select later.*, case when later.device_id = ${deviceId}::bigint and ${afterSequence}::bigint is not null then ${afterSequence}::bigint
        else coalesce((
          select max(sale.sequence) from sale_order sale
          where sale.company_id = ${companyId} and sale.device_id = later.device_id and sale.sequence < later.sequence
            and sale.created_date < ${createdDate} and not sale.clock_suspect), 0) end as last
      from later
    )
    select sequence as later_sequence, coalesce((
      select sum(least(gap.to_sequence, before.sequence - 1) - greatest(gap.from_sequence, before.last + 1) + 1)
      from device_gap gap where gap.company_id = ${companyId} and gap.device_id = before.device_id
        and gap.to_sequence > before.last and gap.from_sequence < before.sequence), 0)::bigint as missing
    from before where sequence > last`.execute(tx)
  if (!found) return { proven: false, laterSequence: null, missing: 0 }
  return { ...found, proven: found.missing === 0 }
}
