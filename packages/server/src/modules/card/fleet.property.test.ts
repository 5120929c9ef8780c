import { addFleet, fleetActs, transferUserCard } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { dice, scaled, seed } from '../../testing/sampling.ts'
import { noon, setClock, world } from '../../testing/world.ts'
import { payByCard, refundToCard } from './index.ts'

interface Purses {
  principal: number
  gift: number
}
interface Paid {
  readonly detailId: number
  /** Whose money it was. */
  readonly of: number
  readonly taken: Purses
  back: number
}

/** Lays what is wanted over what was taken, principal first, behind what went back before. */
function partOf({ taken, back }: Paid, cents: number): Purses {
  const principal = Math.max(0, Math.min(taken.principal, back + cents) - back)
  return { principal, gift: cents - principal }
}

/** A fleet, and what a ledger on paper says of it. */
interface Books {
  readonly it: World
  readonly lin: Staff
  readonly groupId: number
  readonly master: number
  readonly subs: readonly number[]
  readonly paper: Map<number, Purses>
  readonly payments: Paid[]
  readonly draw: () => number
  sharing: boolean
  turn: number
}
type World = Awaited<ReturnType<typeof world>>
type Staff = Awaited<ReturnType<World['staff']>>

const about = ({ turn, sharing }: Books) => `seed ${seed}, turn ${turn}, ${sharing ? 'share' : 'assign'}`
const any = <T>({ draw }: Pick<Books, 'draw'>, of: readonly T[]): T => of[Math.floor(draw() * of.length)]!
const codeOf = (thrown: { code: string }) => thrown.code

async function opened(): Promise<Books> {
  const it = await world()
  const lin = await it.staff({ over: { stationId: it.station.id } })
  const { id: groupId } = await lin.call(addFleet, { body: { name: 'Taxis' } })
  const master = await makeCard(it, { kind: 'master', groupId, principalCents: 400_00, giftCents: 40_00 })
  const subs: number[] = []
  while (subs.length < 3) subs.push((await makeCard(it, { kind: 'sub', parentId: master.id, cardId: master.cardId })).id)
  const paper = new Map<number, Purses>([master.id, ...subs].map(id => [id, { principal: 0, gift: 0 }]))
  paper.set(master.id, { principal: 400_00, gift: 40_00 })
  return { it, lin, groupId, master: master.id, subs, paper, payments: [], draw: dice(seed), sharing: false, turn: 0 }
}

async function transfer(books: Books): Promise<void> {
  const { lin, master, subs, paper, sharing, draw } = books
  const [toId, type, amountCents] = [any(books, subs), any(books, ['assign', 'withdraw'] as const), 1 + Math.floor(draw() * 120_00)]
  const outcome = await lin.refused(transferUserCard, { id: master, body: { toId, type, amountCents } })
  const [from, to] = (type === 'assign' ? [master, toId] : [toId, master]).map(id => paper.get(id)!) as [Purses, Purses]
  const enough = amountCents <= from.principal
  expect(outcome, about(books)).toBe(sharing ? 'fleet.shares' : enough ? 'allowed' : 'card.insufficientBalance')
  if (outcome !== 'allowed') return
  from.principal -= amountCents
  to.principal += amountCents
}

const target = ({ it }: Books) => `stock:${it.station.id}` as const

async function pay(books: Books): Promise<void> {
  const { it, master, subs, paper, sharing, turn, draw } = books
  const [card, amountCents] = [any(books, [master, ...subs]), 1 + Math.floor(draw() * 60_00)]
  const of = sharing ? master : card
  const sale = { userCardId: card, amountCents, stationId: it.station.id, ref: `paper:${turn}`, target: target(books) }
  const outcome = await it.within(ctx => payByCard(ctx, sale)).catch(codeOf)
  const purses = paper.get(of)!
  if (amountCents > purses.principal + purses.gift) return expect(outcome, about(books)).toBe('card.insufficientBalance')
  const principal = Math.min(amountCents, purses.principal)
  const taken = { principal, gift: amountCents - principal }
  expect(outcome, about(books)).toMatchObject({ userCardId: card, principalCents: taken.principal, giftCents: taken.gift })
  purses.principal -= taken.principal
  purses.gift -= taken.gift
  books.payments.push({ detailId: (outcome as { detailId: number }).detailId, of, taken, back: 0 })
}

async function refund(books: Books): Promise<void> {
  const { it, master, paper, payments, sharing, turn, draw } = books
  const paid = any(books, payments)
  if (!paid) return
  const left = paid.taken.principal + paid.taken.gift - paid.back
  const amountCents = 1 + Math.floor(draw() * (left + 10))
  const asked = { detailId: paid.detailId, amountCents, ref: `back:${turn}`, from: target(books) }
  const outcome = await it.within(ctx => refundToCard(ctx, asked)).catch(codeOf)
  if (amountCents > left) return expect(outcome, about(books)).toBe('card.overRefunded')
  const part = partOf(paid, amountCents)
  expect(outcome, about(books)).toMatchObject({ principalCents: part.principal, giftCents: part.gift })
  const receiver = paper.get(sharing ? master : paid.of)!
  receiver.principal += part.principal
  receiver.gift += part.gift
  paid.back += amountCents
}

async function change(books: Books): Promise<void> {
  const { lin, groupId, master, subs, paper, sharing } = books
  const outcome = await lin.refused(fleetActs.mode, { id: groupId, body: { valueMode: sharing ? 'assign' : 'share' } })
  expect(outcome, about(books)).toBe('allowed')
  if (!sharing)
    for (const id of subs) {
      paper.get(master)!.principal += paper.get(id)!.principal
      paper.get(master)!.gift += paper.get(id)!.gift
      paper.set(id, { principal: 0, gift: 0 })
    }
  books.sharing = !sharing
}

test('allocations, payments, refunds and changes of mode in any order: each purse is what a ledger on paper says', {
  timeout: 90_000,
}, async () => {
  setClock(noon)
  const books = await opened()
  const until = performance.now() + scaled(15_000, 30_000)
  for (; books.turn < scaled(80, 1_000) && performance.now() < until; books.turn++) {
    await any(books, [transfer, transfer, pay, pay, pay, refund, refund, change])(books)
    for (const [id, { principal, gift }] of books.paper)
      expect(await pursesOf(id), about(books)).toEqual({ principal, gift, lock: 0, debt: 0 })
  }
  expect((await invariantsOf(books.it)).filter(({ breaches }) => breaches > 0)).toEqual([])
})
