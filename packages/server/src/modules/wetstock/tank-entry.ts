import {
  adjustTankBook,
  changeTankProduct,
  openTankBook,
  reverseTankEntry,
  tankEntries,
  tankEntryProof,
  transferFuel,
  type TankEntryKind,
} from '@forecourt/contract'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { crud } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import { getOf } from '../../platform/search/list.ts'
import { spendProof } from '../access/index.ts'
import { setTankProduct } from '../forecourt/index.ts'
import { emptied, isSettled, lockTanks, opened, openingOf, placed, roomFor, settledUntil, type Placed, type Tank } from './tank-place.ts'

interface Written extends Placed {
  readonly kind: TankEntryKind
  readonly volumeCl: number
  readonly reason: string
  readonly transferId?: number
  readonly otherTankId?: number
  readonly productId?: number
  readonly beforeProductId?: number
  readonly reversesId?: number
  /** Of an adjustment that follows from the signature of a load. */
  readonly oilInfoId?: number
}
export async function write({ tx, now, actor }: Ctx, tank: Tank, entry: Written): Promise<number> {
  const { companyId, stationId, productId } = tank
  const enteredById = actor.kind === 'user' ? actor.id : null
  const row = { productId, ...entry, companyId, stationId, tankId: tank.id, enteredById, createdDate: now }
  return (await tx.insertInto('tankEntry').values(row).returning('id').executeTakeFirstOrThrow()).id
}

const told = ({ number }: Tank, { kind, volumeCl, at, reason, belongsDay }: Written) => ({ number, kind, volumeCl, at, reason, belongsDay })
const shown = (ctx: Ctx, id: number) => getOf(ctx.tx, tankEntries, id, [], ctx.scope)

interface Beginning {
  readonly tankId: number
  readonly at: string | null
  readonly volumeCl: number
  readonly reason: string
}
/**
 * The book of a tank begins within a shift that is not settled. @param prove asked last, before anything is written
 * @throws notFound, tankEntry.inFuture, tankEntry.opened, tankEntry.openingLate, tankEntry.beyondTank, pin.proof
 * @source requirement FUE-021; decisions WS20
 */
export async function openBook(ctx: Ctx, beginning: Beginning, prove?: () => Promise<void>): Promise<number> {
  const { tankId, at, volumeCl, reason } = beginning
  const [tank] = await lockTanks(ctx, [tankId])
  const place = await placed(ctx, tank!, at)
  if (await openingOf(ctx, tankId)) refuse('tankEntry.opened', { number: tank!.number })
  const settled = await settledUntil(ctx, tank!)
  if (place.belongsStateId !== null || (settled !== null && place.at < settled)) refuse('tankEntry.openingLate')
  roomFor(tank!, volumeCl)
  await prove?.()

  const entry = { ...place, kind: 'opening', volumeCl, reason } as const
  const id = await write(ctx, tank!, entry)
  ctx.audit('tankEntry.open', `tanks:${tankId}`, told(tank!, entry), tank!.companyId)
  return id
}
const open = handle(openTankBook, async (ctx, { body: { pinProof, ...beginning } }) => {
  const prove = () => spendProof(ctx, pinProof, tankEntryProof(beginning.tankId, beginning.volumeCl))
  return shown(ctx, await openBook(ctx, beginning, prove))
})

/**
 * Fuel that went from one tank into another: both sides at once.
 * @throws notFound, tankEntry.sameTank, tankEntry.tankElsewhere, tankEntry.otherProduct, tankEntry.inFuture, tankEntry.notOpened,
 *   tankEntry.beyondTank
 */
const transfer = handle(transferFuel, async (ctx, { body: { tankId, otherTankId, at, volumeCl, reason } }) => {
  if (tankId === otherTankId) refuse('tankEntry.sameTank')
  const [from, into] = (await lockTanks(ctx, [tankId, otherTankId])) as [Tank, Tank]
  if (from.stationId !== into.stationId) refuse('tankEntry.tankElsewhere')
  if (from.productId !== into.productId) refuse('tankEntry.otherProduct', { number: into.number })
  const place = await placed(ctx, from, at)
  for (const tank of [from, into]) await opened(ctx, tank, place.at)
  roomFor(into, volumeCl)

  const [transferId] = (await nextIds(ctx.tx, 1)) as [number]
  const entry = { ...place, kind: 'transfer', reason, transferId } as const
  const id = await write(ctx, from, { ...entry, volumeCl: -volumeCl, otherTankId: into.id })
  await write(ctx, into, { ...entry, volumeCl, otherTankId: from.id })
  const facts = { ...told(from, { ...entry, volumeCl }), into: into.number }
  ctx.audit('tankEntry.transfer', `tanks:${tankId}`, facts, from.companyId)
  return shown(ctx, id)
})

/** @throws notFound, tankEntry.nothing, tankEntry.inFuture, tankEntry.notOpened, pin.proof */
const adjust = handle(adjustTankBook, async (ctx, { body: { tankId, at, volumeCl, reason, pinProof } }) => {
  if (volumeCl === 0) refuse('tankEntry.nothing')
  const [tank] = await lockTanks(ctx, [tankId])
  const place = await placed(ctx, tank!, at)
  await opened(ctx, tank!, place.at)
  await spendProof(ctx, pinProof, tankEntryProof(tankId, volumeCl))

  const entry = { ...place, kind: 'adjustment', volumeCl, reason } as const
  const id = await write(ctx, tank!, entry)
  ctx.audit('tankEntry.adjust', `tanks:${tankId}`, told(tank!, entry), tank!.companyId)
  return shown(ctx, id)
})

/**
 * The entry comes first: the database lets no product change without one.
 * @throws notFound, tankEntry.productSame, tankEntry.notEmptied, tank.manifoldProduct, pin.proof
 * @source decisions WS20
 */
const changeProduct = handle(changeTankProduct, async (ctx, { body: { tankId, productId, reason, pinProof } }) => {
  const [tank] = await lockTanks(ctx, [tankId])
  if (tank!.productId === productId) refuse('tankEntry.productSame')
  const residueCl = await emptied(ctx, tank!)
  await spendProof(ctx, pinProof, tankEntryProof(tankId, 0))

  const place = await placed(ctx, tank!, null)
  const entry = { ...place, kind: 'productChange', volumeCl: residueCl, reason, productId, beforeProductId: tank!.productId } as const
  const id = await write(ctx, tank!, entry)
  await setTankProduct(ctx, tank!, productId)
  const products = { productId, beforeProductId: tank!.productId }
  ctx.audit('tankEntry.productChange', `tanks:${tankId}`, { ...told(tank!, entry), ...products }, tank!.companyId)
  return shown(ctx, id)
})

/**
 * The opposite entry, of the same moment; where that has been settled meanwhile it is a correction as any other.
 * @throws notFound, tankEntry.isReversal, tankEntry.reversed, tankEntry.notReversible, tankEntry.openingSettled, tankEntry.bookClosed,
 *   pin.proof
 */
const reverse = handle(reverseTankEntry, async (ctx, { id, body: { reason, pinProof } }) => {
  const asked = await shown(ctx, id)
  const tanks = await lockTanks(ctx, [asked.tankId, ...(asked.otherTankId === null ? [] : [asked.otherTankId])])
  const entry = await shown(ctx, id)
  if (entry.reversesId !== null) refuse('tankEntry.isReversal')
  if (entry.reversedById !== null) refuse('tankEntry.reversed')
  if (entry.kind === 'productChange') refuse('tankEntry.notReversible')
  const at = new Date(entry.at)
  for (const tank of tanks) {
    const opening = await openingOf(ctx, tank.id)
    if (opening && opening.id !== id && opening.at >= at) refuse('tankEntry.bookClosed')
  }
  const place = await placed(ctx, tanks[0]!, entry.at)
  if (entry.kind === 'opening' && (await isSettled(ctx, entry.dailyStateId))) refuse('tankEntry.openingSettled')
  await spendProof(ctx, pinProof, tankEntryProof(entry.tankId, entry.volumeCl))

  const back = { ...place, at, kind: entry.kind, reason }
  if (entry.kind !== 'transfer') {
    const written = { ...back, volumeCl: -entry.volumeCl, reversesId: id }
    ctx.audit('tankEntry.reverse', `tanks:${entry.tankId}`, told(tanks[0]!, written), tanks[0]!.companyId)
    return shown(ctx, await write(ctx, tanks[0]!, written))
  }
  return shown(ctx, await reverseTransfer(ctx, id, tanks as [Tank, Tank], back))
})

/** Both sides of it. @returns the opposite of the side that was asked for */
async function reverseTransfer(ctx: Ctx, id: number, tanks: [Tank, Tank], back: Omit<Written, 'volumeCl'>): Promise<number> {
  const of = ctx.tx.selectFrom('tankEntry')
  const { transferId } = await of.where('id', '=', id).select('transferId').executeTakeFirstOrThrow()
  const sides = await of.where('transferId', '=', transferId).select(['id', 'tankId', 'otherTankId', 'volumeCl']).execute()
  const [opposite] = (await nextIds(ctx.tx, 1)) as [number]
  let own = 0
  for (const side of sides) {
    const tank = tanks.find(one => one.id === side.tankId)!
    const written = { ...back, transferId: opposite, otherTankId: side.otherTankId!, volumeCl: -side.volumeCl, reversesId: side.id }
    const reversal = await write(ctx, tank, written)
    if (side.id === id) own = reversal
    ctx.audit('tankEntry.reverse', `tanks:${tank.id}`, told(tank, written), tank.companyId)
  }
  return own
}

export const tankEntryHandlers: readonly Handler[] = [open, transfer, adjust, changeProduct, reverse, ...crud(tankEntries, ['list'])]
