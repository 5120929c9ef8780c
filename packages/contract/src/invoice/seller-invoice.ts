import { z } from 'zod'
import { resource } from '../kit.ts'
import { Instant, Name, Pattern, Ref, Text } from '../units.ts'
import { ContactPhone, TaxId } from '../validators.ts'

/** 票通, 航信, 诺诺: by whom invoices are issued. @source requirements INV-005, INV-006; decision IV1 */
export const InvoicePlatform = z.enum(['pt', 'aisino', 'nuonuo'])

/** On a receipt of a till there is room for so many characters. @source requirement INV-022, decision E11 */
const shortNameMost = 9

/**
 * 销方抬头: in whose name a station issues invoices. One of a station's titles is its default, from the first one on.
 * @source requirements INV-001, INV-022, INV-024; decisions IV10, IV12
 */
export const sellerInvoices = resource('sellerInvoices', {
  table: 'seller_invoice',
  scope: 'station',
  permission: 'invoice.seller',
  body: z.object({
    stationId: Ref('stations'),
    name: Name(100),
    shortName: Text(shortNameMost).default(''),
    /** One whose check character is wrong is kept, and the form warns. @source GB 32100 */
    taxId: TaxId,
    platform: InvoicePlatform,
    /** What the platform knows the seller by. */
    platformCode: Text(64).default(''),
    /** 数电票: fully digital invoices need no tax disc. */
    digital: z.boolean().default(true),
    /** 分机号 of the tax disc; a seller of digital invoices has none. */
    extensionNo: Pattern(/^\d{0,10}$/, 'extensionNo').default(''),
    address: Text(100).default(''),
    phone: ContactPhone.default(''),
    bank: Text(100).default(''),
    bankAccount: Pattern(/^[\d -]{0,40}$/, 'bankAccount').default(''),
    /** 收款人, 复核人, 开票人. */
    payee: Text(20).default(''),
    reviewer: Text(20).default(''),
    drawer: Name(20),
    isDefault: z.boolean().default(false),
  }),
  read: { createdDate: Instant },
  label: ['name'],
  sort: 'createdDate,asc',
})
