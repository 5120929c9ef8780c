import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { Centilitres, Cents, Id, Kilograms, LocalDate, Name, Ref } from '../units.ts'

/** An amount with tax, and without. */
const Taxed = z.object({ cents: Cents, netCents: Cents })

/** What a load costs where it lies: fuel and freight, less what is claimed. What may be lost stays in it. */
const LoadCost = z.object({
  fuel: Taxed.nullable(),
  freight: Taxed.nullable(),
  /** The fuel that is claimed from the carrier. */
  claim: Taxed.nullable(),
  /** Fuel + freight − claim; null until the load is signed for. */
  total: Taxed.nullable(),
  /** What the loss that is allowed has cost; it is a part of the total. */
  allowedLoss: Taxed.nullable(),
  signedCl: Centilitres.nullable(),
  /** Of 1,000 litres that arrived, without tax and with. */
  netPerKilolitreCents: Cents.nullable(),
  perKilolitreCents: Cents.nullable(),
})
export type LoadCost = z.output<typeof LoadCost>

/** Why an invoice asks for another amount: 数量, 单价, 计算或尾差. */
export const invoiceCauses = ['quantity', 'price', 'reckoning'] as const
/** 相符, 有差异, 无此单据, 重复开票. */
export const InvoiceVerdict = z.enum(['agrees', 'differs', 'unknown', 'twice'])

const InvoiceLine = z.strictObject({
  /** Of a load, or of a purchase contract. */
  billNo: Name(40),
  /** Tons, or litres where the load is paid by the litre. */
  weightKg: Kilograms.min(0).max(10_000_000).nullable().default(null),
  volumeCl: Centilitres.min(0).max(10_000_000_00).nullable().default(null),
  /** Of a ton, or of 1,000 litres, with tax. */
  priceCents: Cents.min(0).max(1_000_000_000).nullable().default(null),
  amountCents: Cents.min(0).max(1_000_000_000_00),
})

const Compared = z.object({
  billNo: z.string(),
  transportIds: z.array(Id),
  contractIds: z.array(Id),
  verdict: InvoiceVerdict,
  amountCents: Cents,
  /** By what was loaded straight from the supplier, and by contracts with their corrections. */
  expectedCents: Cents.nullable(),
  /** Invoice − expected, and its parts; these add up to it. */
  differenceCents: Cents,
  quantityCents: Cents,
  priceCents: Cents,
  reckoningCents: Cents,
})
const NotInvoiced = z.object({ document: z.enum(['load', 'purchase']), id: Id, billNo: z.string(), amountCents: Cents })

export const transportCosts = {
  of: endpoint('GET', '/transports/:id/cost', {
    permission: 'supply.transport.read',
    returns: LoadCost,
    summary: 'What a load costs: fuel, freight, what was lost, what is claimed, and a litre that arrived',
  }),
  compareInvoice: endpoint('POST', '/transports/invoiceComparison', {
    permission: 'supply.transport.read',
    reads: true,
    body: z.strictObject({
      supplierId: Ref('suppliers'),
      /** Days of loading, and of purchase contracts, by the calendar of the company. */
      fromDay: LocalDate,
      untilDay: LocalDate,
      lines: z.array(InvoiceLine).min(1).max(500),
    }),
    returns: z.object({
      lines: z.array(Compared),
      /** Loads and contracts of these days that the invoice does not name. */
      missing: z.array(NotInvoiced),
      currency: z.string(),
      amountCents: Cents,
      expectedCents: Cents,
      differenceCents: Cents,
    }),
    summary: "A supplier's invoice against contracts and loads: what it should ask for, and why it asks for something else",
  }),
}
