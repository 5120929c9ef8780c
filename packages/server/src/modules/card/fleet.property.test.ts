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

test('allocations, payments, refunds and changes of mode in any order: each purse is what a ledger on paper says', {
  timeout: 90_000,
}, async () => {
  setClock(noon)
  const draw = dice(seed)
  const any = <T>(of: readonly T[]): T => of[Math.floor(draw() * of.length)]!
  const it = await world()
  const lin = await it.staff({ over: { stationId: it.station.id } })
  const { id: groupId } = await lin.call(addFleet, { body: { name: 'Taxis' } })
  const master = await makeCard(it, { kind: 'master', groupId, principalCents: 400_00, giftCents: 40_00 })
  const subs: number[] = []
  while (subs.length < 3) subs.push((await makeCard(it, { kind: 'sub', parentId: master.id, cardId: master.cardId })).id)
  const paper = new Map<number, Purses>([master.id, ...subs].map(id => [id, { principal: 0, gift: 0 }]))
  paper.set(master.id, { principal: 400_00, gift: 40_00 })
  const on = (id: number) => paper.get(id)!
  const payments: Paid[] = []
  const target = `stock:${it.station.id}` as const
  let sharing = false
  let turn = 0

  const transfer = async () => {
    const [toId, type, amountCents] = [any(subs), any(['assign', 'withdraw'] as const), 1 + Math.floor(draw() * 120_00)]
    const outcome = await lin.refused(transferUserCard, { id: master.id, body: { toId, type, amountCents } })
    const [from, to] = type === 'assign' ? [on(master.id), on(toId)] : [on(toId), on(master.id)]
    const enough = amountCents <= from.principal
    expect(outcome, about()).toBe(sharing ? 'fleet.shares' : enough ? 'allowed' : 'card.insufficientBalance')
    if (outcome !== 'allowed') return
    from.principal -= amountCents
    to.principal += amountCents
  }
  const pay = async () => {
    const [card, amountCents] = [any([master.id, ...subs]), 1 + Math.floor(draw() * 60_00)]
    const of = sharing ? master.id : card
    const sale = { userCardId: card, amountCents, stationId: it.station.id, ref: `paper:${turn}`, target }
    const outcome = await it.within(ctx => payByCard(ctx, sale)).catch((thrown: { code: string }) => thrown.code)
    const purses = on(of)
    if (amountCents > purses.principal + purses.gift) return expect(outcome, about()).toBe('card.insufficientBalance')
    const principal = Math.min(amountCents, purses.principal)
    const taken = { principal, gift: amountCents - principal }
    expect(outcome, about()).toMatchObject({ userCardId: card, principalCents: taken.principal, giftCents: taken.gift })
    purses.principal -= taken.principal
    purses.gift -= taken.gift
    payments.push({ detailId: (outcome as { detailId: number }).detailId, of, taken, back: 0 })
  }
  const refund = async () => {
    const paid = any(payments)
    if (!paid) return
    const left = paid.taken.principal + paid.taken.gift - paid.back
    const amountCents = 1 + Math.floor(draw() * (left + 10))
    const asked = { detailId: paid.detailId, amountCents, ref: `back:${turn}`, from: target }
    const outcome = await it.within(ctx => refundToCard(ctx, asked)).catch((thrown: { code: string }) => thrown.code)
    if (amountCents > left) return expect(outcome, about()).toBe('card.overRefunded')
    const part = partOf(paid, amountCents)
    expect(outcome, about()).toMatchObject({ principalCents: part.principal, giftCents: part.gift })
    const receiver = on(sharing ? master.id : paid.of)
    receiver.principal += part.principal
    receiver.gift += part.gift
    paid.back += amountCents
  }
  const change = async () => {
    const outcome = await lin.refused(fleetActs.mode, { id: groupId, body: { valueMode: sharing ? 'assign' : 'share' } })
    expect(outcome, about()).toBe('allowed')
    if (!sharing)
      for (const id of subs) {
        on(master.id).principal += on(id).principal
        on(master.id).gift += on(id).gift
        paper.set(id, { principal: 0, gift: 0 })
      }
    sharing = !sharing
  }
  const about = () => `seed ${seed}, turn ${turn}, ${sharing ? 'share' : 'assign'}`

  const until = performance.now() + scaled(15_000, 30_000)
  for (; turn < scaled(80, 1_000) && performance.now() < until; turn++) {
    await any([transfer, transfer, pay, pay, pay, refund, refund, change])()
    for (const [id, { principal, gift }] of paper) expect(await pursesOf(id), about()).toEqual({ principal, gift, lock: 0, debt: 0 })
  }
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
})
