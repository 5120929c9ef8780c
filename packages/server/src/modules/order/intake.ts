import { createHash } from 'node:crypto'
import { orderIntake, Sale, type BatchAnswer, type TakenOrder } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx } from '../../platform/command.ts'
import { asRefusal } from '../../platform/refusals-of-postgres.ts'
import { Refusal } from '../../platform/refusal.ts'
import { parsed } from '../../platform/validate.ts'
import { payDelivered } from './delivered.ts'
import { noteReceived } from './device-gap.ts'
import { holdCounter, toldBefore, type Before, type Counter, type Told } from './intake-facts.ts'
import { judge, type Judged } from './judge.ts'
import { statusOfPaid } from './order.ts'
import { orderNoOf, writeOrders, type NewOrder } from './intake-write.ts'

/** What became of each sale, in the order given. */
type Outcome = TakenOrder | Refusal

/**
 * Takes a sale: as the device or the cashier tells it, once. What was paid at the pump is booked at once; else the order is open.
 * @throws order.stationMissing, order.sequenceMissing, order.sequenceTaken, order.deviceForeign, order.nozzleUnknown, order.itemUnknown,
 *   order.unitMismatch, order.priceMissing, order.discountTooLarge, order.cardUnknown, transaction.serialMissing, transaction.serialTaken
 */
const take = handle(orderIntake.take, async (ctx, { body }) => {
  const [outcome] = await takeSales(ctx, [body])
  return outcome!
})

/** Takes many, each for itself: a bad one fails neither its neighbours nor the call. */
const takeBatch = handle(orderIntake.takeBatch, async (ctx, { body }) => {
  const read = body.orders.map(given => readSale(ctx, given))
  const good = read.filter((sale): sale is Sale => !(sale instanceof Refusal))
  const outcomes = good.length ? await takeApart(ctx, good) : []
  return { content: read.map((sale, at) => answerOf(ctx, body.orders[at], sale instanceof Refusal ? sale : outcomes.shift()!)) }
})

function readSale(ctx: Ctx, given: unknown): Sale | Refusal {
  try {
    return parsed(Sale, given, ctx.facts.language)
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown
    throw thrown
  }
}

function answerOf({ facts }: Ctx, given: unknown, outcome: Outcome): BatchAnswer {
  const said = (given as { sequence?: unknown } | null)?.sequence
  const sequence = typeof said === 'number' && Number.isSafeInteger(said) ? said : null
  if (!(outcome instanceof Refusal)) return { sequence, order: outcome, refusal: null }
  const {
    code,
    message,
    field = null,
    detail = {},
  } = outcome.body(facts.language) as { code: string; message: string; field?: string; detail?: Record<string, unknown> }
  return { sequence, order: null, refusal: { code, message, field: field, detail } }
}

/** All together, in few round trips; if the database declines one of them, each for itself, so that only that one is refused. */
async function takeApart(ctx: Ctx, sales: readonly Sale[]): Promise<Outcome[]> {
  const together = await attempt(ctx, () => takeSales(ctx, sales))
  if (!(together instanceof Refusal)) return together
  const outcomes: Outcome[] = []
  for (const sale of sales) {
    const one = await attempt(ctx, () => takeSales(ctx, [sale]))
    outcomes.push(one instanceof Refusal ? one : one[0]!)
  }
  return outcomes
}

/** What an act refuses or the database declines is undone to where it began; what is broken breaks the whole. */
async function attempt<T>({ tx }: Ctx, act: () => Promise<T>): Promise<T | Refusal> {
  await sql`savepoint sale`.execute(tx)
  try {
    const result = await act()
    await sql`release savepoint sale`.execute(tx)
    return result
  } catch (thrown) {
    const refusal = thrown instanceof Refusal ? thrown : asRefusal(thrown)
    if (!refusal || refusal.code === 'server.busy') throw thrown
    await sql`rollback to savepoint sale`.execute(tx)
    return refusal
  }
}

/**
 * Takes sales of one device or one cashier. Orders of a station are taken one after the other: whoever sends the same sale at the same
 * moment waits, and finds it told before.
 */
async function takeSales(ctx: Ctx, sales: readonly Sale[]): Promise<Outcome[]> {
  const counter = await holdCounter(ctx)
  const { deviceId } = counter
  const sequences = sales.flatMap(sale => sale.sequence ?? [])
  const { last, before } = deviceId === null ? nothingTold : await toldBefore(ctx, deviceId, sequences)

  const outcomes = new Map<Sale, Outcome>(),
    fresh = new Map<number | Sale, Sale>(),
    echoes: [Sale, Sale][] = []
  for (const sale of sales) {
    const refusal = unacceptable(sale, deviceId)
    const told = before.get(sale.sequence ?? 0),
      twin = fresh.get(sale.sequence ?? sale)
    if (refusal) outcomes.set(sale, refusal)
    else if (told) outcomes.set(sale, same(told.intakeHash, sale) ? takenBefore(told) : taken(sale))
    else if (!twin) fresh.set(sale.sequence ?? sale, sale)
    else if (same(hashOf(twin), sale)) echoes.push([sale, twin])
    else outcomes.set(sale, taken(sale))
  }
  const judged = fresh.size ? await judge(ctx, counter, [...fresh.values()]) : []
  for (const { sale, refusal } of judged) if (refusal) outcomes.set(sale, refusal)
  for (const [sale, order] of await keep(ctx, counter, last, judged)) outcomes.set(sale, order)
  for (const [sale, twin] of echoes) outcomes.set(sale, outcomes.get(twin)!)

  const settled = sales.map(sale => outcomes.get(sale)!)
  if (sales.length === 1 && settled[0] instanceof Refusal) throw settled[0]
  return settled
}

const nothingTold: Told = { last: 0, before: new Map() }

/** Writes what stands: rows, then money, then what the world is told. */
async function keep(ctx: Ctx, counter: Counter, last: number, judged: readonly Judged[]): Promise<Map<Sale, TakenOrder>> {
  const ready = judged.flatMap(({ sale, facts }) => (facts ? [{ sale, facts }] : []))
  if (!ready.length) return new Map()
  const orders = ready.map(
    ({ sale, facts }, at): NewOrder => ({
      ...facts,
      orderNo: orderNoOf(counter, at),
      intakeHash: counter.deviceId === null ? null : hashOf(sale),
    }),
  )
  const ids = await writeOrders(ctx, counter, orders)
  await noteReceived(
    ctx,
    counter,
    last,
    orders.map(order => order.sequence ?? 0),
  )
  await payDelivered(ctx, counter, orders, ids)

  return new Map(ready.map(({ sale }, at) => [sale, tell(ctx, counter, orders[at]!, ids.get(orders[at]!.orderNo)!)]))
}

function tell(ctx: Ctx, { companyId, stationId, deviceId, receivedDate }: Counter, order: NewOrder, id: number): TakenOrder {
  const { orderNo, sequence, status, totalCents, paidCents, payType, priceDifference } = order
  ctx.audit('order.take', `orders:${id}`, { orderNo, totalCents, paidCents, payType, deviceId, sequence }, companyId)
  ctx.emit('order.taken', { orderId: id, orderNo, status, totalCents, nozzleControlId: order.nozzleControlId }, { companyId, stationId })
  if (priceDifference) ctx.emit('order.priceDifference', { orderId: id, orderNo, deviceId }, { companyId, stationId })
  return {
    id,
    orderNo,
    sequence,
    status,
    totalCents,
    paidCents,
    priceDifference,
    createdDate: order.createdDate.toISOString(),
    receivedDate: receivedDate.toISOString(),
    clockSuspect: order.deviceDate !== null,
    late: order.belongsShiftId !== null,
  }
}

/** The answer of that time: what happened to the order since is another matter. */
function takenBefore({ intakePaidCents: paidCents, ...told }: Before): TakenOrder {
  return { ...told, paidCents, status: statusOfPaid(told.totalCents, paidCents) }
}

function unacceptable(sale: Sale, deviceId: number | null): Refusal | undefined {
  if (sale.deviceId !== undefined && sale.deviceId !== deviceId) return new Refusal('order.deviceForeign')
  if (deviceId !== null && sale.sequence === undefined) return new Refusal('order.sequenceMissing')
  if (deviceId === null && sale.sequence !== undefined) return new Refusal('order.deviceForeign', { field: 'sequence' })
  return undefined
}

const taken = ({ sequence }: Sale) => new Refusal('order.sequenceTaken', { sequence })
const same = (hash: Buffer, sale: Sale) => hash.equals(hashOf(sale))

/** A sale's content as a fingerprint. Whose it is, the credential says; how an instant is spelled makes no other sale. */
const hashOf = (sale: Sale): Buffer =>
  createHash('sha256')
    .update(canonical({ ...sale, deviceId: undefined }))
    .digest()

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return JSON.stringify(new Date(value).toISOString())
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, part]) => `${name}:${canonical(part)}`)
    .join()}}`
}

export const intakeHandlers = [take, takeBatch]
