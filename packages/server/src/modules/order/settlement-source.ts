import { scoped } from '../../platform/postgres/name-companies.ts'
import { sql } from 'kysely'
import type { SettlementSource } from '../../platform/module.ts'

/** What was paid out for refunds in a shift, whichever shift took the payment. */
export const refundsOfShift: SettlementSource = {
  kind: 'refund',
  rows: (tx, shift) => sql`
    select pay_type, paid_out_cents as amount_cents, user_id as employee_id, true as counts
    from ${scoped(tx, 'refund')} refund where shift_id = ${shift}`,
  booked: `
    select company_id, shift_id, 'refund:' || serial as ref from {audit.refund} refund
    union all select company_id, shift_id, 'refund:' || serial || ':paidOut' from {audit.refund} refund`,
}
