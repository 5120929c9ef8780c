import { z } from 'zod'
import { endpoint, resource } from '../kit.ts'
import { Id, Instant, LocalDate, Name, Pattern, Ref, TaxRate, Text } from '../units.ts'

/** Fuel and other goods never share an invoice, and so no rate is for both. @source decision IV8 */
export const TaxKind = z.enum(['fuel', 'goods'])

/** What a rate says, wherever it is kept. @source requirement INV-002 */
const rate = {
  kind: TaxKind,
  /** The fuel that it is for; every fuel that has no rate of its own where it names none. */
  productId: Ref('products').nullable().default(null),
  rate: TaxRate,
  /** 税收分类编码 of goods and services. */
  classificationCode: Pattern(/^\d{19}$/, 'classificationCode'),
  /** 规格型号: the house's own, printed beside the goods. */
  specification: Text(40).default(''),
  unit: Name(10),
  /** The day of the station from which it is in force. */
  beginDate: LocalDate,
}

/**
 * 税率: at what rate a station invoices a fuel or a kind of goods. One that has begun stays as it is; another takes over on a later day.
 * @source requirements INV-002, INV-023
 */
export const taxes = resource('taxes', {
  table: 'tax_rate',
  scope: 'station',
  permission: 'invoice.tax',
  body: z.object({
    stationId: Ref('stations'),
    ...rate,
    /** The category of goods that it is for; all goods whose category has no rate of its own where it names none. */
    categoryId: Ref('categories').nullable().default(null),
  }),
  read: { createdDate: Instant },
  label: ['specification'],
  sort: 'beginDate,desc',
})

const defaults = resource('defaultTaxes', {
  table: 'default_tax_rate',
  scope: 'company',
  permission: 'invoice.defaultTax',
  body: z.object(rate),
  read: { createdDate: Instant },
  label: ['specification'],
  sort: 'createdDate,asc',
})

/** 默认税率: a new station of the company begins with them, and the others may be given those that they lack. @source requirement INV-003 */
export const defaultTaxes = {
  ...defaults,
  copy: endpoint('POST', '/defaultTaxes/copy', {
    permission: 'invoice.defaultTax.write',
    body: z.strictObject({ preview: z.boolean().default(false) }),
    returns: z.object({
      /** Rates that were added, or would be. */
      added: z.int(),
      /** The stations that lacked any. */
      content: z.array(z.object({ stationId: Id, station: z.string(), added: z.int() })),
    }),
    summary: 'Gives the default rates to stations of the company that have none of that kind; a preview says so beforehand',
  }),
}
