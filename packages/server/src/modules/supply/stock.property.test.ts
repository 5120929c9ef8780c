import { depotCalls, purchaseContracts, transferDepot } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { invariantsOf } from '../../testing/invariants.ts'
import { dice, scaled, seed } from '../../testing/sampling.ts'
import { supplyWorld, type SupplyWorld } from '../../testing/supply.ts'

/** The book of depots as one would keep it on paper: what moved, and nothing else. */
interface Paper {
  readonly contracts: Map<number, Contract>
  readonly transfers: { day: string; from: number; to: number; kg: number }[]
}
interface Contract {
  version: number
  number: string
  day: string
  depotId: number
  kg: number
  price: number
}

const days = Array.from({ length: 12 }, (_, turn) => `2026-04-${String(turn * 2 + 1).padStart(2, '0')}`)
const heldAt = ({ contracts, transfers }: Paper, depot: number, day: string) =>
  [...contracts.values()].reduce((sum, each) => (each.depotId === depot && each.day <= day ? sum + each.kg : sum), 0) +
  transfers.reduce((sum, { day: on, from, to, kg }) => (on > day ? sum : sum + (to === depot ? kg : 0) - (from === depot ? kg : 0)), 0)
const isWhole = (paper: Paper, depots: readonly number[]) => depots.every(depot => days.every(day => heldAt(paper, depot, day) >= 0))
const half = (kg: number, price: number) => Number((2n * BigInt(kg) * BigInt(price) + 1000n) / 2000n)

/** A step: what is tried on the paper and of the product; both say the same of it. */
async function step(paper: Paper, it: SupplyWorld, roll: () => number): Promise<void> {
  const pick = <T>(of: readonly T[]): T => of[Math.floor(roll() * of.length)]!
  const depots = [it.harbour, it.hill]
  const kg = 1 + Math.floor(roll() * 5_000)
  const [day, depotId, price] = [pick(days), pick(depots), 1 + Math.floor(roll() * 1_000_000)]
  const known = [...paper.contracts]
  const what = roll()
  if (what < 0.35 || known.length === 0) {
    const body = it.contract({ day, depotId, weightKg: kg, priceCentsPerT: price })
    const made = await it.lin.call(purchaseContracts.create, { body })
    expect(made.amountCents).toBe(half(kg, price))
    paper.contracts.set(made.id, { version: 1, number: made.number, day, depotId, kg, price })
    return
  }
  const [id, contract] = pick(known)
  const tried: Paper = { contracts: new Map(paper.contracts), transfers: [...paper.transfers] }
  if (what < 0.6) {
    tried.contracts.set(id, { ...contract, version: contract.version + 1, day, depotId, kg, price })
    const body = {
      ...it.contract({ number: contract.number, day, depotId, weightKg: kg, priceCentsPerT: price }),
      version: contract.version,
    }
    same(paper, tried, depots, await it.lin.refused(purchaseContracts.update, { id, body }))
  } else if (what < 0.75) {
    tried.contracts.delete(id)
    same(paper, tried, depots, await it.lin.refused(purchaseContracts.delete, { id }))
  } else {
    const to = depots.find(other => other !== depotId)!
    tried.transfers.push({ day, from: depotId, to, kg })
    const body = { depotId, toDepotId: to, baseFuelId: it.diesel, weightKg: kg, day }
    same(paper, tried, depots, await it.lin.refused(transferDepot, { body }))
  }
}

function same(paper: Paper, tried: Paper, depots: readonly number[], said: string): void {
  const fits = isWhole(tried, depots)
  expect([said === 'allowed', said]).toEqual([fits, fits ? 'allowed' : expect.stringMatching(/^depot\.(stockShort|transferTooMuch)$/)])
  if (!fits) return
  paper.contracts.clear()
  for (const [id, each] of tried.contracts) paper.contracts.set(id, each)
  paper.transfers.splice(0, paper.transfers.length, ...tried.transfers)
}

async function compare(paper: Paper, it: SupplyWorld): Promise<void> {
  const last = days.at(-1)!
  let valueCents = 0
  for (const depot of [it.harbour, it.hill]) {
    const { fuels } = await it.lin.call(depotCalls.book, { id: depot, query: { from: days[0]!, to: last } })
    const book = fuels.find(({ baseFuelId }) => baseFuelId === it.diesel)!
    expect(book.days.map(({ stockKg }) => stockKg)).toEqual(book.days.map(({ day }) => heldAt(paper, depot, day)))
    valueCents += book.valueCents
  }
  // Between depots no cent is made or lost: what they hold is worth what was paid for it.
  expect(valueCents).toBe([...paper.contracts.values()].reduce((sum, each) => sum + half(each.kg, each.price), 0))
}

// @req SUP-003 SUP-008
test('whatever is bought, changed, moved and deleted: tons and cents balance, and no depot is below zero on any day', async () => {
  const it = await supplyWorld()
  const roll = dice(seed)
  const paper: Paper = { contracts: new Map(), transfers: [] }
  const steps = scaled(150, 10_000)
  for (let turn = 1; turn <= steps; turn++) {
    await step(paper, it, roll)
    if (turn % scaled(25, 100) === 0) await compare(paper, it)
  }
  await compare(paper, it)
  expect(paper.transfers.length).toBeGreaterThan(0)
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
}, 3_600_000)
