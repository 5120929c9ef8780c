import { TenderType, type Sale } from '@forecourt/contract'
import type { z } from 'zod'
import type { Counter } from './cards.ts'
import type { DemoCard } from './demo-card.ts'
import type { Yard } from './equipment.ts'
import type { Chance } from './random.ts'

type Told = z.input<typeof Sale>
/** A sale, and how it will be paid if it was not paid at the pump. */
export interface PlannedSale {
  readonly sale: Told
  readonly at: Date
  readonly later?: Later
}
export type Later =
  | { readonly way: 'card'; readonly card: DemoCard }
  | { readonly way: 'cash' }
  | { readonly way: 'mixed'; readonly card: DemoCard }

/** What a station remembers from sale to sale. */
export interface Memory {
  readonly totaliserCl: Map<number, number>
  /** What each tank held when it was dipped last. */
  readonly tankCl: Map<number, number>
  /** Money in the till that belongs to no sale; below nothing, money that lay in the till of an earlier shift. */
  besidesCents: number
  /** What customers ask for in money, in whole units. */
  readonly presets: readonly number[]
  rare: number
  /** Stands before the slips of this station. */
  readonly mark: string
  slip: number
  /** Since when the last nozzle of the station is lifted and nothing comes of it: it sells nothing from then on. */
  stuckSince?: Date
}
export const newMemory = (mark: string, presets: readonly number[]): Memory => ({
  totaliserCl: new Map(),
  tankCl: new Map(),
  besidesCents: 0,
  presets,
  rare: 0,
  mark,
  slip: 0,
})

const hours = [2, 1, 1, 1, 1, 3, 7, 10, 9, 7, 6, 6, 8, 6, 5, 6, 8, 11, 10, 7, 5, 4, 3, 2]
const common = ['cash', 'card', 'unionPay', 'wx', 'ali'] as const
const rare = TenderType.options.filter(type => !(common as readonly string[]).includes(type))
const ways = { cash: 15, card: 30, unionPay: 6, wx: 24, ali: 17, rare: 8 }

/** How many sales fall into a span, by the hours it covers. */
export function countIn(chance: Chance, perDay: number, fromHour: number, toHour: number): number {
  const all = hours.reduce((sum, weight) => sum + weight, 0)
  const share = hours.slice(fromHour, toHour).reduce((sum, weight) => sum + weight, 0) / all
  const expected = perDay * share
  return Math.floor(expected) + (chance.happens(expected - Math.floor(expected)) ? 1 : 0)
}

/** One sale at the pumps: amount, volume or full; sometimes something from the shop goes with it. */
export function fuelSale(chance: Chance, yard: Yard, counter: Counter, memory: Memory, cards: readonly DemoCard[], at: Date): PlannedSale {
  const isStuck = memory.stuckSince !== undefined && at >= memory.stuckSince
  const nozzle = chance.pick(isStuck ? yard.nozzles.slice(0, -1) : yard.nozzles)
  const began = new Date(at.getTime() - chance.whole(60, 260) * 1000)
  const priceCents = yard.priceAt(nozzle.productId, began)
  const fuelMethod = chance.weigh({ amount: 60, volume: 10, full: 30 })
  const volumeCl = {
    amount: () => Math.round((chance.pick(memory.presets) * 10_000) / priceCents),
    volume: () => chance.pick([20, 30, 40, 50]) * 100,
    full: () => chance.whole(18_00, 62_00),
  }[fuelMethod]()
  const totaliserEndCl = (memory.totaliserCl.get(nozzle.id) ?? 1_000_000_00 * nozzle.logicNo) + volumeCl
  memory.totaliserCl.set(nozzle.id, totaliserEndCl)
  const extra = yard.goods.length > 0 && chance.happens(0.07) ? [shopLine(chance, yard)] : []
  const lineItems = [{ volumeCl, priceCents, totaliserEndCl }, ...extra]
  const totalCents = Math.floor((2 * volumeCl * priceCents + 100) / 200) + extra.reduce((sum, line) => sum + line.pieces * line.cents, 0)

  const sale: Told = {
    createdDate: at.toISOString(),
    beganDate: began.toISOString(),
    nozzleControlId: nozzle.id,
    employeeId: chance.pick(counter.employeeIds),
    fuelMethod,
    lineItems: lineItems.map(line => ('cents' in line ? { itemId: line.itemId, pieces: line.pieces } : line)),
  }
  return paidSomehow(chance, memory, cards, sale, totalCents, at)
}

/** One sale in the shop. */
export function shopSale(chance: Chance, yard: Yard, counter: Counter, memory: Memory, cards: readonly DemoCard[], at: Date): PlannedSale {
  const lines = Array.from({ length: chance.whole(1, 3) }, () => shopLine(chance, yard))
  const sale: Told = {
    createdDate: at.toISOString(),
    employeeId: chance.pick(counter.employeeIds),
    lineItems: lines.map(({ itemId, pieces }) => ({ itemId, pieces })),
  }
  return paidSomehow(
    chance,
    memory,
    cards,
    sale,
    lines.reduce((sum, line) => sum + line.pieces * line.cents, 0),
    at,
  )
}

const shopLine = (chance: Chance, yard: Yard) => {
  const item = chance.pick(yard.goods)
  return { itemId: item.id, cents: item.priceCents, pieces: item.priceCents > 10_000 ? 1 : chance.whole(1, 3) }
}

function paidSomehow(chance: Chance, memory: Memory, cards: readonly DemoCard[], sale: Told, totalCents: number, at: Date): PlannedSale {
  const way = chance.weigh(ways)
  if (way === 'card') {
    const able = cards.filter(card => card.valueCents >= totalCents && (card.payPassword === null || totalCents < 500_00))
    if (able.length) return paidByCard(chance, chance.pick(able), sale, totalCents, at)
  }
  if (way === 'cash' && chance.happens(0.4)) return { sale, at, later: { way: 'cash' } }
  const payType = way === 'rare' ? rare[memory.rare++ % rare.length]! : way === 'card' ? 'cash' : way
  return { sale: { ...sale, payType, ...(payType !== 'cash' && { externalSerialNo: slipOf(memory, payType, at) }) }, at }
}

function paidByCard(chance: Chance, card: DemoCard, sale: Told, totalCents: number, at: Date): PlannedSale {
  const mixed = totalCents > 100_00 && chance.happens(0.08)
  card.valueCents -= mixed ? Math.floor(totalCents / 2) : totalCents
  if (mixed) return { sale, at, later: { way: 'mixed', card } }
  return chance.happens(0.55)
    ? { sale: { ...sale, payType: 'card', cardNumber: card.number }, at }
    : { sale, at, later: { way: 'card', card } }
}

/** A platform's number on a slip: never twice. */
export const slipOf = (memory: Memory, payType: string, at: Date): string =>
  `${payType.toUpperCase()}${at.toISOString().slice(0, 10).replaceAll('-', '')}${memory.mark}${String(++memory.slip).padStart(5, '0')}`
