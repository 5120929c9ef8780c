import { invoiceLeastCents, orderInvoiceable, orders, type Returned } from '@forecourt/contract'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { settingsOfStation } from '../org/index.ts'
import { linesOfPaid, partsOfPaid, type InvoiceableLine, type PaidParts } from './invoiceable.ts'
import { linesOfOrder, paymentsOfOrder, ratesAt, type LineOfOrder } from './order-facts.ts'
import { hundredths, splitTax } from './split-tax.ts'

type Shown = Returned<typeof orderInvoiceable>
type ShownLine = Shown['lines'][number]

/** A line as it would stand on an invoice: what it cost, what was taken off, and the tax in the rest. */
function shownOf({ id, isFuel, quantity, listCents, cents }: InvoiceableLine, name: string, rate: number | undefined): ShownLine {
  const line = { lineItemId: id, name, kind: isFuel ? ('fuel' as const) : ('goods' as const), quantity }
  const amounts = { listCents, discountCents: listCents - cents, amountCents: cents }
  const split = rate === undefined ? { netCents: null, taxCents: null } : splitTax(cents, hundredths(rate))
  return { ...line, ...amounts, rate: rate ?? null, ...split }
}

interface Judged {
  readonly status: string
  readonly orderNo: string
  readonly totalCents: number
  readonly disabled: boolean
  readonly parts: PaidParts
  readonly lines: readonly ShownLine[]
}

/**
 * What stands against invoicing an order, the first thing of several.
 * @source requirements INV-009, INV-016, INV-027; decisions IV4, IV6
 */
export function refusalOf({ status, orderNo, totalCents, disabled, parts, lines }: Judged): Refusal | undefined {
  if (status !== 'success') return new Refusal('invoice.notPaid', { orderNo })
  if (disabled) return new Refusal('invoice.disabled', { orderNo })
  if (totalCents <= invoiceLeastCents) return new Refusal('invoice.tooSmall', { orderNo })
  if (parts.invoiceableCents === 0) {
    if (parts.forbiddenCents > 0) return new Refusal('invoice.cardForbids', { orderNo })
    return new Refusal(parts.onTopUpCents > 0 ? 'invoice.onTopUp' : 'invoice.nothingPaid', { orderNo })
  }
  const untaxed = lines.find(({ rate }) => rate === null)
  return untaxed && new Refusal('invoice.noTaxRate', { name: untaxed.name })
}

/** @throws notFound */
async function invoiceableOf(ctx: Ctx, id: number): Promise<Shown> {
  const { orderNo, status, totalCents, stationId, createdDate } = await getOf(ctx.tx, orders, id, [], ctx.scope)
  const { companyId } = await ctx.tx.selectFrom('saleOrder').where('id', '=', id).select('companyId').executeTakeFirstOrThrow()
  const parts = partsOfPaid(await paymentsOfOrder(ctx, companyId, id))
  const sold = new Map<number, LineOfOrder>((await linesOfOrder(ctx, companyId, id)).map(line => [line.id, line]))
  const rateOf = await ratesAt(ctx, companyId, stationId, new Date(createdDate))
  const lines = linesOfPaid(parts.invoiceableCents, [...sold.values()]).map(line => {
    const of = sold.get(line.id)!
    return shownOf(line, of.name, rateOf(of)?.rate)
  })
  const disabled = (await settingsOfStation(ctx, stationId)).invoice.disableInvoice
  const refusal = refusalOf({ status, orderNo, totalCents, disabled, parts, lines })
  return { id, orderNo, totalCents, parts, lines, refusal: refusal?.worded(ctx.meta.language) ?? null }
}

export const orderInvoiceableHandlers: readonly Handler[] = [handle(orderInvoiceable, (ctx, { id }) => invoiceableOf(ctx, id))]
