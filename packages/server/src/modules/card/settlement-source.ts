import { scoped } from '../../platform/postgres/name-companies.ts'
import { sql } from 'kysely'
import type { SettlementSource } from '../../platform/module.ts'

/** Top-ups of cards that were paid at the desk, and what was given back of them. */
export const topUpsOfShift: SettlementSource = {
  kind: 'topUp',
  rows: (tx, shift) => sql`
    select pay_type, amount_cents, operator_id as employee_id, type = 'charge' as counts
    from ${scoped(tx, 'user_card_detail')} detail
    where shift_id = ${shift} and type in ('charge', 'refundCharge') and pay_type is not null`,
  booked: `
    select detail.company_id, shift_id, ref from {user_card_detail} detail
    join {ledger_entry} entry on entry.company_id = detail.company_id and entry.id = detail.ledger_entry_id
    where type in ('charge', 'refundCharge') and pay_type is not null`,
}
