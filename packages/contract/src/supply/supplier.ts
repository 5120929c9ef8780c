import { z } from 'zod'
import { endpoint, resource } from '../kit.ts'
import { Instant, Name, Text } from '../units.ts'

/**
 * 供应商: who sells fuel or goods to the company, or carries its fuel. Makers of cards are another list. One that something was bought from
 * is ended, not deleted.
 * @source requirements SUP-002; decision SU3
 */
export const suppliers = resource('suppliers', {
  table: 'supplier',
  scope: 'company',
  permission: 'supply.supplier',
  body: z.object({
    name: Name(60),
    /** What it does for the company, one at least. */
    sellsFuel: z.boolean().default(true),
    carries: z.boolean().default(false),
    sellsGoods: z.boolean().default(false),
    contact: Text(40).default(''),
    phone: Text(30).default(''),
    address: Text(120).default(''),
    /** A number whose check digit is wrong is kept, and the form warns. @source GB 32100 */
    taxId: Text(30).default(''),
    remark: Text(200).default(''),
  }),
  read: {
    /** From then on nothing new is bought from it. */
    endedDate: Instant.nullable(),
    createdDate: Instant,
  },
  label: ['name'],
  sort: 'name',
})
const supplierRow = suppliers.row

export const supplierCalls = {
  end: endpoint('POST', '/suppliers/:id/end', {
    permission: 'supply.supplier.write',
    returns: supplierRow,
    rows: true,
    summary: 'Ends a supplier: nothing new is bought from it',
  }),
  resume: endpoint('POST', '/suppliers/:id/resume', {
    permission: 'supply.supplier.write',
    returns: supplierRow,
    rows: true,
    summary: 'Takes back that a supplier was ended',
  }),
}
