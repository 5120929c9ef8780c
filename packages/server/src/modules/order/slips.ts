import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'

/** What is looked up is a company's own: its name goes before. */
export const owned = (companyId: number, name: string | number): string => `${companyId} ${typeof name} ${name}`

/** Slips that have paid already, of those that are about to. */
export async function slipsUsed(tx: Tx, about: readonly Slip[]): Promise<Set<string>> {
  const asked = about.filter(({ payType, externalSerialNo }) => payType && externalSerialNo)
  if (!asked.length) return new Set()
  const { rows } = await sql<{ companyId: number; payType: string; externalSerialNo: string }>`
    select company_id, pay_type, external_serial_no from pay_transaction
    join unnest(${asked.map(({ companyId }) => companyId)}::bigint[], ${asked.map(({ payType }) => payType)}::text[],
      ${asked.map(({ externalSerialNo }) => externalSerialNo)}::text[]) as asked (company, way, slip)
      on company_id = company and pay_type = way and external_serial_no = slip and ${inScope(tx)}`.execute(tx)
  return new Set(rows.map(row => slip(row.companyId, row.payType, row.externalSerialNo)))
}
interface Slip {
  readonly companyId: number
  readonly payType?: string | undefined
  readonly externalSerialNo?: string | undefined
}
export const slip = (companyId: number, payType: string, serial: string): string => owned(companyId, `${payType} ${serial}`)
