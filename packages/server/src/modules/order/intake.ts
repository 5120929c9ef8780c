import { createHash } from 'node:crypto'
import { orderIntake, Sale, type BatchAnswer, type Parsed, type TakenOrder } from '@forecourt/contract'
import { sql } from 'kysely'
import { runRule, type BatchRule, type Decided } from '../../platform/execution/batch-rule.ts'
import { handleBatch, type Ctx, type Handler, type Member } from '../../platform/execution/command.ts'
import { asRefusal } from '../../platform/postgres/refusals-of-postgres.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { parsed } from '../../platform/execution/validate.ts'
import { keepCharged } from './charged-coupons.ts'
import { payDelivered } from './delivered.ts'
import { noteReceived } from './device-gap.ts'
import { giveGifts, holdForGifts } from './gift-give.ts'
import { hasGifts } from './gift-write.ts'
import { countersForUpdate, numbered, sentBefore, type Before, type Counter, type SentSale } from './intake-facts.ts'
import { judge, saleFacts, type SaleFacts } from './judge.ts'
import { statusOfPaid } from './order.ts'
import { noteToReckon } from './to-reckon.ts'
import { isSuspect, orderNoOf, writeOrders, type NewOrder } from './intake-write.ts'

/** What became of a sale. */
type Outcome = TakenOrder | Refusal

/** A sale as it was sent, and by whom. */
interface Sent {
  readonly ctx: Ctx
  readonly sale: Sale
}

/**
 * Takes a sale: as the device or the cashier sends it, once. What was paid at the pump is booked at once; else the order is open.
 * @throws order.stationMissing, order.sequenceMissing, order.sequenceTaken, order.deviceForeign, order.nozzleUnknown, order.itemUnknown,
 *   order.unitMismatch, order.priceMissing, order.discountTooLarge, order.cardUnknown, transaction.serialMissing, transaction.serialTaken
 */
const take = handleBatch(orderIntake.take, async members => {
  const sent = members.map(({ ctx, input }) => ({ ctx, sale: input.body }))
  const outcomes = await runRule(intake, sent)
  return sent.map(each => outcomes.get(each)!)
})

type Batch = Parsed<typeof orderIntake.takeBatch>

/** Takes many, each for itself: a bad one fails neither its neighbours nor the call. */
const takeBatch: Handler = {
  endpoint: orderIntake.takeBatch,
  async run(ctx, input: Batch) {
    const read = readBatch(ctx, input)
    return answersOf(ctx, input, read, await takeOneByOneIfDeclined(ctx, read.filter(isSent)))
  },
  async batch(members: readonly Member<Batch>[]) {
    const reads = members.map(({ ctx, input }) => ({ ctx, input, read: readBatch(ctx, input) }))
    const outcomes = await runRule(
      intake,
      reads.flatMap(({ read }) => read.filter(isSent)),
    )
    return reads.map(({ ctx, input, read }) => answersOf(ctx, input, read, outcomes))
  },
}

type Read = Sent | Refusal
const isSent = (read: Read): read is Sent => !(read instanceof Refusal)
const readBatch = (ctx: Ctx, { body }: Batch): Read[] =>
  body.orders.map(given => {
    const sale = readSale(ctx, given)
    return sale instanceof Refusal ? sale : { ctx, sale }
  })

const answersOf = (ctx: Ctx, { body }: Batch, reads: readonly Read[], outcomes: ReadonlyMap<Sent, Outcome>) => ({
  content: reads.map((read, at) => answerOf(ctx, body.orders[at], isSent(read) ? outcomes.get(read)! : read)),
})

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
async function takeOneByOneIfDeclined(ctx: Ctx, all: readonly Sent[]): Promise<Map<Sent, Outcome>> {
  if (!all.length) return new Map()
  const together = await attempt(ctx, () => runRule(intake, all))
  if (!(together instanceof Refusal)) return together
  const outcomes = new Map<Sent, Outcome>()
  for (const one of all) {
    const taken = await attempt(ctx, () => runRule(intake, [one]))
    outcomes.set(one, taken instanceof Refusal ? taken : taken.get(one)!)
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

/** What a batch of sales needs to be taken, and which of them have been accepted so far, by what tells them apart. */
interface IntakeFacts {
  readonly counters: ReadonlyMap<Ctx, Counter | Refusal>
  readonly last: ReadonlyMap<number, number>
  readonly before: ReadonlyMap<string, Before>
  readonly sales: SaleFacts
  readonly accepted: Map<string, Sent>
}
/** A sale is new; or it was sent before; or it is in this batch twice. */
type Decision =
  | { readonly kind: 'new'; readonly counter: Counter; readonly order: Omit<NewOrder, 'orderNo'> }
  | { readonly kind: 'known'; readonly before: Before }
  | { readonly kind: 'twin'; readonly of: Sent }

/**
 * How sales of devices and cashiers are taken, in the order given. Orders of a station are taken one after the other: who sends the same
 * sale at the same moment waits, and finds it sent before.
 */
const intake: BatchRule<Sent, IntakeFacts, Decision, TakenOrder> = {
  async load(all) {
    const { tx } = all[0]!.ctx
    const contexts = [...new Set(all.map(({ ctx }) => ctx))]
    const found = await countersForUpdate(
      tx,
      contexts.map(ctx => ({ ctx })),
    )
    const counters = new Map(contexts.map((ctx, turn) => [ctx, found[turn]!]))
    const acceptable = all.flatMap(({ ctx, sale }): SentSale[] => {
      const counter = counters.get(ctx)!
      return counter instanceof Refusal || unacceptable(sale, counter.deviceId) ? [] : [{ ctx, counter, sale }]
    })
    const { last, before } = await sentBefore(
      tx,
      acceptable.flatMap(({ counter: { deviceId }, sale: { sequence } }) => (deviceId === null ? [] : { deviceId, sequence: sequence! })),
    )
    const unknown = acceptable.filter(({ counter: { deviceId }, sale }) => !before.has(nameOf(deviceId, sale) ?? ''))
    return { counters, last, before, sales: await saleFacts(tx, unknown), accepted: new Map() }
  },
  decide(one, { counters, before, sales, accepted }) {
    const { ctx, sale } = one
    const counter = counters.get(ctx)!
    if (counter instanceof Refusal) return counter
    const refusal = unacceptable(sale, counter.deviceId)
    if (refusal) return refusal
    const name = nameOf(counter.deviceId, sale)
    if (name === undefined) return { kind: 'new', counter, order: { ...judge({ ctx, counter, sale }, sales), intakeHash: null } }
    const known = before.get(name)
    if (known) return isSame(known.intakeHash, sale) ? { kind: 'known', before: known } : sequenceTaken(sale)
    const twin = accepted.get(name)
    if (twin) return isSame(hashOf(twin.sale), sale) ? { kind: 'twin', of: twin } : sequenceTaken(sale)
    const order = { ...judge({ ctx, counter, sale }, sales), intakeHash: hashOf(sale) }
    accepted.set(name, one)
    return { kind: 'new', counter, order }
  },
  async write(decided, { last }) {
    const orders = await writeNew(decided, last)
    return decided.map(({ one, decision }) => {
      if (decision.kind === 'known') return takenBefore(decision.before)
      return orders.get(decision.kind === 'twin' ? decision.of : one)!
    })
  },
}

/** A device and the number that it gave the sale tell it apart; a cashier's sale is always another. */
const nameOf = (deviceId: number | null, { sequence }: Sale) => (deviceId === null ? undefined : numbered(deviceId, sequence!))

/** Writes the new ones: rows, then money, then its events. */
async function writeNew(decided: readonly Decided<Sent, Decision>[], last: ReadonlyMap<number, number>): Promise<Map<Sent, TakenOrder>> {
  const counted = new Map<number, number>()
  const ready = decided.flatMap(({ one, decision }) => {
    if (decision.kind !== 'new') return []
    const { counter, order } = decision,
      turn = counted.get(counter.stationId) ?? 0
    counted.set(counter.stationId, turn + 1)
    return { one, counter, order: { ...order, orderNo: orderNoOf(counter, turn) } satisfies NewOrder }
  })
  if (!ready.length) return new Map()
  const { tx } = ready[0]!.one.ctx
  const idOf = await writeOrders(
    tx,
    ready.map(({ order }) => order),
  )
  await noteToReckon(
    tx,
    ready.map(({ order }) => order),
    idOf,
  )
  for (const [deviceId, of] of Map.groupBy(ready, ({ counter }) => counter.deviceId)) {
    const sequences = of.map(({ order }) => order.sequence ?? 0)
    if (deviceId !== null) await noteReceived(tx, of[0]!.counter, last.get(deviceId) ?? 0, sequences)
  }
  await keepCharged(ready.map(({ one: { ctx }, order }) => ({ ctx, order, orderId: idOf(order) })))
  const gifts = ready
    .filter(({ order }) => order.status === 'success' && hasGifts(order))
    .map(({ one: { ctx }, order }) => ({ ctx, orderId: idOf(order), userCardId: order.userCardId, ...order.counter }))
  await holdForGifts(
    gifts,
    ready.map(({ order }) => order),
  )
  await payDelivered(ready.map(({ one: { ctx }, order }) => ({ ctx, order, id: idOf(order) })))
  await giveGifts(gifts)
  return new Map(ready.map(({ one, order }) => [one, report(one.ctx, order, idOf(order))]))
}

function report(ctx: Ctx, order: NewOrder, id: number): TakenOrder {
  const { companyId, stationId, deviceId, receivedDate } = order.counter
  const { orderNo, sequence, status, totalCents, paidCents, payType, priceDifference } = order
  ctx.audit('order.take', `orders:${id}`, { orderNo, totalCents, paidCents, payType, deviceId, sequence }, companyId)
  const volumeCl = order.lines.reduce((sum, line) => sum + (line.volumeCl ?? 0), 0)
  const sold = { status, totalCents, volumeCl, payType, createdDate: order.createdDate, nozzleControlId: order.nozzleControlId }
  ctx.emit('order.taken', { orderId: id, orderNo, ...sold }, { companyId, stationId })
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
function takenBefore({ intakePaidCents: paidCents, intakeHash: _hash, ...order }: Before): TakenOrder {
  return { ...order, paidCents, status: statusOfPaid(order.totalCents, paidCents) }
}

function unacceptable(sale: Sale, deviceId: number | null): Refusal | undefined {
  if (sale.deviceId !== undefined && sale.deviceId !== deviceId) return new Refusal('order.deviceForeign')
  if (deviceId !== null && sale.sequence === undefined) return new Refusal('order.sequenceMissing')
  if (deviceId === null && sale.sequence !== undefined) return new Refusal('order.deviceForeign', { field: 'sequence' })
  return undefined
}

const sequenceTaken = ({ sequence }: Sale) => new Refusal('order.sequenceTaken', { sequence })
const isSame = (hash: Buffer, sale: Sale) => hash.equals(hashOf(sale))

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
