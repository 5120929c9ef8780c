import { createHash } from 'node:crypto'
import { orderIntake, Sale, type BatchAnswer, type Parsed, type TakenOrder } from '@forecourt/contract'
import { sql } from 'kysely'
import { handleBatch, type Ctx, type Handler, type Member } from '../../platform/execution/command.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { asRefusal } from '../../platform/postgres/refusals-of-postgres.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { parsed } from '../../platform/execution/validate.ts'
import { payDelivered } from './delivered.ts'
import { noteReceived } from './device-gap.ts'
import { countersForUpdate, numbered, toldBefore, type Before, type Told } from './intake-facts.ts'
import { judge } from './judge.ts'
import { statusOfPaid } from './order.ts'
import { isSuspect, orderNoOf, writeOrders, type NewOrder } from './intake-write.ts'

/** What became of each sale, in the order given. */
type Outcome = TakenOrder | Refusal

/**
 * Takes a sale: as the device or the cashier tells it, once. What was paid at the pump is booked at once; else the order is open.
 * @throws order.stationMissing, order.sequenceMissing, order.sequenceTaken, order.deviceForeign, order.nozzleUnknown, order.itemUnknown,
 *   order.unitMismatch, order.priceMissing, order.discountTooLarge, order.cardUnknown, transaction.serialMissing, transaction.serialTaken
 */
const take = handleBatch(orderIntake.take, async members => {
  const outcomes = await takeSales(members.map(({ ctx, input }) => ({ ctx, sales: [input.body] })))
  return outcomes.map(([outcome]) => outcome!)
})

type Batch = Parsed<typeof orderIntake.takeBatch>

/** Takes many, each for itself: a bad one fails neither its neighbours nor the call. */
const takeBatch: Handler = {
  endpoint: orderIntake.takeBatch,
  async run(ctx, input: Batch) {
    const read = readBatch(ctx, input)
    return answersOf(ctx, input, read, await takeApart(ctx, goodOf(read)))
  },
  async batch(members: readonly Member<Batch>[]) {
    const reads = members.map(({ ctx, input }) => readBatch(ctx, input))
    const outcomes = await takeSales(members.map(({ ctx }, at) => ({ ctx, sales: goodOf(reads[at]!) })))
    return members.map(({ ctx, input }, at) => answersOf(ctx, input, reads[at]!, outcomes[at]!))
  },
}

type Read = readonly (Sale | Refusal)[]
const readBatch = (ctx: Ctx, { body }: Batch): Read => body.orders.map(given => readSale(ctx, given))
const goodOf = (read: Read): Sale[] => read.filter((sale): sale is Sale => !(sale instanceof Refusal))

function answersOf(ctx: Ctx, { body }: Batch, read: Read, outcomes: readonly Outcome[]): { content: BatchAnswer[] } {
  let turn = 0
  return { content: read.map((sale, at) => answerOf(ctx, body.orders[at], sale instanceof Refusal ? sale : outcomes[turn++]!)) }
}

function readSale(ctx: Ctx, given: unknown): Sale | Refusal {
  try {
    return parsed(Sale, given, ctx.meta.language)
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown
    throw thrown
  }
}

function answerOf({ meta }: Ctx, given: unknown, outcome: Outcome): BatchAnswer {
  const said = (given as { sequence?: unknown } | null)?.sequence
  const sequence = typeof said === 'number' && Number.isSafeInteger(said) ? said : null
  if (!(outcome instanceof Refusal)) return { sequence, order: outcome, refusal: null }
  const {
    code,
    message,
    field = null,
    detail = {},
  } = outcome.body(meta.language) as { code: string; message: string; field?: string; detail?: Record<string, unknown> }
  return { sequence, order: null, refusal: { code, message, field: field, detail } }
}

/** All together, in few round trips; if the database declines one of them, each for itself, so that only that one is refused. */
async function takeApart(ctx: Ctx, sales: readonly Sale[]): Promise<Outcome[]> {
  if (!sales.length) return []
  const together = await attempt(ctx, () => takeSales([{ ctx, sales }]))
  if (!(together instanceof Refusal)) return together[0]!
  const outcomes: Outcome[] = []
  for (const sale of sales) {
    const one = await attempt(ctx, () => takeSales([{ ctx, sales: [sale] }]))
    outcomes.push(one instanceof Refusal ? one : one[0]![0]!)
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
    if (!refusal || refusal.status === 503) throw thrown
    await sql`rollback to savepoint sale`.execute(tx)
    return refusal
  }
}

/** Sales that one device or one cashier tells. */
interface Delivery {
  readonly ctx: Ctx
  readonly sales: readonly Sale[]
}

/**
 * Takes sales of many devices and cashiers, in the order given. Orders of a station are taken one after the other: who sends the same
 * sale at the same moment waits, and finds it sent before.
 */
async function takeSales(deliveries: readonly Delivery[]): Promise<Outcome[][]> {
  const { tx } = deliveries[0]!.ctx
  const counters = await countersForUpdate(tx, deliveries)
  const outcomes = deliveries.map(({ sales }) => sales.map((): Outcome | undefined => undefined))
  const told: Telling[] = []
  for (const [at, { ctx, sales }] of deliveries.entries()) {
    const counter = counters[at]!
    for (const [nth, sale] of sales.entries()) {
      const refusal = counter instanceof Refusal ? counter : unacceptable(sale, counter.deviceId)
      if (refusal || counter instanceof Refusal) outcomes[at]![nth] = refusal
      else told.push({ ctx, counter, sale, settle: outcome => void (outcomes[at]![nth] = outcome) })
    }
  }
  await settleAll(tx, told)
  return outcomes.map(of => of.map(outcome => outcome!))
}

/** A sale, and where what becomes of it is written down. */
interface Telling extends Told {
  settle(outcome: Outcome): void
}

async function settleAll(tx: Tx, told: readonly Telling[]): Promise<void> {
  if (!told.length) return
  const nameOf = ({ counter: { deviceId }, sale }: Told) => (deviceId === null ? sale : numbered(deviceId, sale.sequence!))
  const { last, before } = await toldBefore(
    tx,
    told.flatMap(({ counter: { deviceId }, sale: { sequence } }) => (deviceId === null ? [] : { deviceId, sequence: sequence! })),
  )
  const unknown: Telling[] = []
  for (const each of told) {
    const name = nameOf(each)
    const known = typeof name === 'string' ? before.get(name) : undefined
    if (known) each.settle(same(known.intakeHash, each.sale) ? takenBefore(known) : taken(each.sale))
    else unknown.push(each)
  }
  if (!unknown.length) return
  const verdictOn = await judge(tx, unknown)
  const accepted = new Map<string | Sale, Accepted>(),
    echoes: [Telling, Telling][] = []
  for (const [at, each] of unknown.entries()) {
    const twin = accepted.get(nameOf(each))?.told
    if (twin) {
      if (same(hashOf(twin.sale), each.sale)) echoes.push([each, twin])
      else each.settle(taken(each.sale))
      continue
    }
    const { facts, refusal } = verdictOn(at)
    if (refusal) each.settle(refusal)
    else accepted.set(nameOf(each), { told: each, facts })
  }
  const orders = await keep(tx, last, [...accepted.values()])
  for (const [of, order] of orders) of.settle(order)
  for (const [echo, twin] of echoes) echo.settle(orders.get(twin)!)
}

/** A sale that stands, and what it will be kept as. */
interface Accepted {
  readonly told: Telling
  readonly facts: Omit<NewOrder, 'orderNo' | 'intakeHash'>
}

/** Writes what stands: rows, then money, then its events. */
async function keep(tx: Tx, last: ReadonlyMap<number, number>, accepted: readonly Accepted[]): Promise<Map<Telling, TakenOrder>> {
  const turns = new Map<number, number>()
  const ready = accepted.map(({ told, facts }) => {
    const { counter } = told,
      turn = turns.get(counter.stationId) ?? 0
    turns.set(counter.stationId, turn + 1)
    const intakeHash = counter.deviceId === null ? null : hashOf(told.sale)
    return { told, order: { ...facts, orderNo: orderNoOf(counter, turn), intakeHash } satisfies NewOrder }
  })
  if (!ready.length) return new Map()
  const idOf = await writeOrders(
    tx,
    ready.map(({ order }) => order),
  )
  for (const [deviceId, of] of Map.groupBy(ready, ({ told }) => told.counter.deviceId)) {
    const sequences = of.map(({ order }) => order.sequence ?? 0)
    if (deviceId !== null) await noteReceived(tx, of[0]!.told.counter, last.get(deviceId) ?? 0, sequences)
  }
  await payDelivered(ready.map(({ told: { ctx }, order }) => ({ ctx, order, id: idOf(order) })))

  return new Map(ready.map(({ told, order }) => [told, tell(told.ctx, order, idOf(order))]))
}

function tell(ctx: Ctx, order: NewOrder, id: number): TakenOrder {
  const { companyId, stationId, deviceId, receivedDate } = order.counter
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
    clockSuspect: isSuspect(order),
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
