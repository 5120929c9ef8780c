import { saleCentsMax, type CouponOutcome, type Sale } from '@forecourt/contract'
import type { Tx } from '../../platform/postgres/database.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { discountsOf, type Brought } from '../card/index.ts'
import { activityPrices } from '../deal/index.ts'
import { reckon } from '../reckoning/index.ts'
import { statesAt } from '../shift/index.ts'
import { datedBy, type DatedSale } from './clock.ts'
import { chargedCoupons, handsCharged, withCoupons, withoutCoupons, type ChargedFacts } from './charged-coupons.ts'
import { handOf, outcomesOf, withheldOf, type BroughtCoupons } from './coupons.ts'
import { atHoldPrice } from './hold-price.ts'
import { namedThings, type Asked, type Card, type Found, type NamedThings, type SentSale } from './intake-facts.ts'
import type { NewOrder } from './intake-write.ts'
import { refuseGoods } from './goods-lines.ts'
import { flowOf, statusOfPaid } from './order.ts'
import { owned, slip } from './slips.ts'
import { priceLine, type Listed, type NamedDiscount, type PricedLine } from './pricing.ts'

/** What a batch of sales needs to be judged. What one has used, the next cannot. */
export interface SaleFacts extends NamedThings {
  readonly dates: ReadonlyMap<Sale, DatedSale>
  readonly linesOf: ReadonlyMap<Sale, readonly Asked[]>
  /** What the cards that are named, and activities, bring to sales that nobody was charged for yet. */
  readonly brought: ReadonlyMap<Sale, Brought>
  /** The coupons that devices say were used. */
  readonly charged: ChargedFacts
  readonly belongsAt: Awaited<ReturnType<typeof statesAt>>
}

/** Reads all that these sales need, together. */
export async function saleFacts(tx: Tx, sales: readonly SentSale[]): Promise<SaleFacts> {
  const dates = new Map(sales.map(({ counter, sale }) => [sale, datedBy(counter, counter.receivedDate, sale)]))
  const linesOf = new Map(
    sales.map(({ counter: { stationId }, sale }) => [
      sale,
      sale.lineItems.map(line => ({
        stationId,
        nozzleId: sale.nozzleControlId ?? null,
        itemId: line.itemId ?? null,
        at: dates.get(sale)!.beganDate,
      })),
    ]),
  )
  const named = await namedThings(tx, sales, [...linesOf.values()].flat())
  const moments = sales.map(({ ctx, counter: { stationId }, sale }) => ({ ctx, stationId, at: dates.get(sale)!.createdDate }))
  const brought = await broughtTo(tx, sales, named.cards, dates)
  const charged = await handsCharged(tx, sales, dates)
  return { ...named, dates, linesOf, brought, charged, belongsAt: await statesAt(moments) }
}

async function broughtTo(
  tx: Tx,
  sales: readonly SentSale[],
  cards: NamedThings['cards'],
  dates: SaleFacts['dates'],
): Promise<Map<Sale, Brought>> {
  const open = sales.flatMap(({ counter: { companyId, stationId }, sale }) =>
    sale.payType || sale.authorisationId !== undefined ? [] : [{ sale, companyId, stationId, at: dates.get(sale)!.beganDate }],
  )
  const asked = open.flatMap(one => {
    const card = cards.get(owned(one.companyId, one.sale.userCardId ?? one.sale.cardNumber ?? 0))
    return card ? [{ ...one, cardId: card.id }] : []
  })
  const fuelled = open.filter(({ sale }) => sale.lineItems.some(line => line.volumeCl !== undefined && line.amountCents === undefined))
  const byCard = asked.length > 0 ? await discountsOf(tx, asked) : new Map<(typeof asked)[number], Brought>()
  const lower = fuelled.length > 0 ? await activityPrices(tx, fuelled) : new Map<(typeof fuelled)[number], Brought>()
  const found = new Map([...byCard].map(([{ sale }, brought]) => [sale, brought]))
  for (const [{ sale }, brought] of lower) found.set(sale, { ...brought, rules: [...(found.get(sale)?.rules ?? []), ...brought.rules] })
  return found
}

/** What a sale is to be kept as. @throws what stands against it: order.*, transaction.* */
export function judge(sent: SentSale, known: SaleFacts): Omit<NewOrder, 'orderNo' | 'intakeHash'> {
  const { ctx, counter, sale } = sent
  const dates = known.dates.get(sale)!
  const facts = factsOf(sent, dates, known)
  if (ctx.actor.kind === 'user')
    refuseGoods(
      facts.lines,
      known.linesOf.get(sale)!.map(line => known.lines.get(line)!),
    )
  const { stateId, correctsId } = known.belongsAt(counter.stationId, dates.createdDate)
  const running = known.belongsAt(counter.stationId, counter.receivedDate).stateId
  // A cashier's sale is their own unless another employee is named.
  const seller = ctx.actor.kind === 'user' ? ctx.actor.id : null
  if (sale.payType && sale.externalSerialNo) known.slips.add(slip(counter.companyId, sale.payType, sale.externalSerialNo))
  const employeeId = sale.employeeId ?? seller
  return { ...facts, employeeId, userId: seller, counter, shiftId: stateId, belongsShiftId: correctsId, moneyShiftId: running }
}

function factsOf({ ctx, sale: told, counter, coupons }: SentSale, dates: DatedSale, known: SaleFacts) {
  const found = known.linesOf.get(told)!.map(line => known.lines.get(line)!)
  const card = checkPayer(told, counter.companyId, found, known)
  const hold = told.authorisationId === undefined ? undefined : known.holds.get(owned(counter.companyId, told.authorisationId))
  const hand = known.charged.hands.get(told)
  // A coupon that is not for reduced prices has taken the place of what reduces them.
  const brought = hand?.lying.some(({ joinsReduced }) => !joinsReduced) ? undefined : known.brought.get(told)
  // What coupons have taken off is put on again at the end: whatever else lowers a line comes before them.
  const sale = withoutCoupons(told)
  const priced = told.lineItems.map((line, at) => priceOf(line, found[at]!))
  const bare = priced.map((line, at) => ({ ...line, discountCents: sale.lineItems[at]!.discountCents }))
  const place = brought ?? (coupons && { ...coupons.hand.place, rules: [] })
  const before = hold
    ? { lines: bare.map((line, at) => atHoldPrice(line, sale.lineItems[at]!, hold)), outcomes: [] }
    : place
      ? reckoned(bare, sale, place, counter.deviceId, coupons)
      : { lines: bare, outcomes: [] }
  const charged = hand && chargedCoupons(ctx, before.lines, told, hand, known.charged.taken)
  const { lines, outcomes } = charged ? { lines: withCoupons(before.lines, charged), outcomes: charged.outcomes } : before
  const amountCents = sum(lines.map(line => line.amountCents))
  if (amountCents > saleCentsMax) throw new Refusal('order.totalTooLarge')
  const discountCents = sum(lines.map(line => line.discountCents))
  const totalCents = amountCents - discountCents
  const paidCents = sale.payType ? totalCents : 0
  const { payType = null, nozzleControlId = null, fuelMethod = null, externalSerialNo = null, sequence = null } = sale
  return {
    type: lines.some(line => line.categoryType === 'fuel') ? 0 : 1,
    status: statusOfPaid(totalCents, paidCents),
    totalCents,
    discountCents,
    paidCents,
    payType,
    moneyFlow: payType && flowOf(payType),
    createdDate: dates.createdDate,
    deviceDate: dates.deviceDate,
    sequence,
    nozzleControlId,
    fuelMethod,
    externalSerialNo,
    userCardId: card?.id ?? null,
    authorisationId: sale.authorisationId,
    cardNumber: card?.number ?? sale.cardNumber ?? null,
    priceDifference: lines.some(line => line.differs) || charged?.differs === true,
    reckonAt: counter.deviceId !== null && card && !hold && isCharged(sale) && lines.some(isListedFuel) ? dates.beganDate : undefined,
    lines,
    coupons: outcomes,
  }
}

/** A device has taken the money of it, or said what it costs. */
const isCharged = ({ payType, lineItems }: Sale): boolean =>
  payType !== undefined || lineItems.some(line => line.volumeCl !== undefined && (line.amountCents !== undefined || line.discountCents > 0))
const isListedFuel = ({ categoryType, listPriceCents }: PricedLine): boolean => categoryType === 'fuel' && listPriceCents !== null

/** Who sold, from which nozzle, and what it was paid with, are known here. */
function checkPayer(sale: Sale, companyId: number, found: readonly Found[], known: SaleFacts): Card | undefined {
  const { employees, slips } = known
  if (sale.nozzleControlId !== undefined && !found[0]!.nozzleKnown) throw new Refusal('order.nozzleUnknown')
  if (sale.employeeId !== undefined && !employees.has(owned(companyId, sale.employeeId))) throw new Refusal('order.employeeUnknown')
  const card = cardOf(sale, companyId, known)
  if (!card && (sale.payType === 'card' || sale.userCardId !== undefined)) throw new Refusal('order.cardUnknown')
  if (!sale.payType || sale.payType === 'card') return card
  if (sale.payType !== 'cash' && sale.externalSerialNo === undefined) throw new Refusal('transaction.serialMissing')
  if (sale.externalSerialNo !== undefined && slips.has(slip(companyId, sale.payType, sale.externalSerialNo)))
    throw new Refusal('transaction.serialTaken')
  return card
}

/** The card that a sale names, or the one of its hold. */
function cardOf({ userCardId, cardNumber, authorisationId }: Sale, companyId: number, { cards, holds }: SaleFacts): Card | undefined {
  const named = userCardId ?? cardNumber
  const card = cards.get(owned(companyId, named ?? 0))
  if (authorisationId === undefined) return card
  const hold = holds.get(owned(companyId, authorisationId))
  if (!hold) throw new Refusal('order.authorisationUnknown')
  if (named !== undefined && card?.id !== hold.cardId) throw new Refusal('order.authorisationOther')
  return { id: hold.cardId, number: cardNumber ?? hold.number }
}

function priceOf(line: Sale['lineItems'][number], found: Found): PricedLine {
  const { itemId, productId, categoryType, listPriceCents = null, counted, offSale, gift } = found
  if (itemId === undefined || categoryType === undefined) throw new Refusal('order.itemUnknown')
  const told = { ...(counted && { counted }), ...(offSale && { offSale }), ...(gift && { gift }) }
  return priceLine(line, { itemId, productId, categoryType, listPriceCents, ...told } satisfies Listed)
}

/**
 * Lines at the price that their card brings, less what coupons give and what a cashier allows on top. An amount that was charged is a fact
 * (O15), and so is what a terminal has taken off. @throws order.discountTooLarge
 */
function reckoned(
  lines: readonly PricedLine[],
  sale: Sale,
  brought: Brought,
  deviceId: number | null,
  coupons: BroughtCoupons | undefined,
): { lines: PricedLine[]; outcomes: CouponOutcome[] } {
  const asked = lines.map((line, at) => ({
    ...line,
    type: line.categoryType,
    quantity: line.categoryType === 'fuel' ? line.volumeCl : line.pieces,
    allowedCents: line.discountCents,
    isCharged: sale.lineItems[at]!.amountCents !== undefined || (deviceId !== null && line.discountCents > 0),
  }))
  const found = reckon(asked, brought, brought.rules, coupons && handOf(coupons))
  const outcomes = coupons ? outcomesOf(coupons, found.coupons) : []
  const priced = lines.map((line, at) => {
    const { rule, withheld, discountCents, coupons: used } = found.lines[at]!
    if (discountCents > line.amountCents) throw new Refusal('order.discountTooLarge')
    const given = used.map(({ coupon, cents }): NamedDiscount => {
      return { kind: 'coupon', name: coupon.name, sourceId: coupon.id, version: coupon.version, amountCents: cents }
    })
    const discounts = [...(rule ? [rule] : []), ...given]
    const kept = at === 0 ? [...withheld, ...withheldOf(outcomes)] : withheld
    return { ...line, discountCents, ...(discounts.length > 0 && { discounts }), withheld: kept }
  })
  return { lines: priced, outcomes }
}

const sum = (cents: readonly number[]): number => cents.reduce((total, each) => total + each, 0)
