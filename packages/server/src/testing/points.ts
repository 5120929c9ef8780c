import {
  orderPayments,
  points,
  services,
  transactions,
  type LevelRule,
  type MemberLevel,
  type PayRule,
  type PointsRule,
} from '@forecourt/contract'
import type { z } from 'zod'
import { rollUpPoints } from '../modules/points/roll-up.ts'
import { proofOf } from './access.ts'
import { makeCard } from './card.ts'
import { shop } from './order.ts'
import { refunder } from './refund.ts'
import { db, noon } from './world.ts'

interface Offered {
  readonly rule?: Partial<PointsRule & PayRule>
  readonly levels?: z.input<typeof MemberLevel>[]
  readonly span?: LevelRule['span']
}
export const someLevels = [
  { name: 'Silver', fromGrowth: 0, keepGrowth: 0 },
  { name: 'Gold', fromGrowth: 1_000, keepGrowth: 600 },
]

/** A shop whose company offers points and levels, and a member with a card that holds 5,000.00 and an account of each. */
export async function loyal({ rule = {}, levels = someLevels, span = 'year' }: Offered = {}) {
  const it = await shop()
  const boss = await it.staff({ role: 'admin' })
  const score = await boss.call(services.open, { body: { type: 'score', name: 'Points', points: 1, ...rule } })
  const level = await boss.call(services.open, { body: { type: 'level', name: 'Levels', levels, span } })
  const card = await makeCard(it, { principalCents: 5_000_00 })
  const joined = async (userId: number) => ({
    points: (await boss.call(services.join, { id: score.id, body: { userId } })).id,
    level: (await boss.call(services.join, { id: level.id, body: { userId } })).id,
  })
  const account = await joined(card.userId!)

  /** An order of 240.00 that the card pays. */
  const pays = async (over: Parameters<typeof it.fuelSale>[0] = {}, userCardId = card.id) => {
    const { id } = await it.sell(over)
    await it.lin.call(orderPayments.card, { id, body: { userCardId } })
    return id
  }
  const master = refunder(await it.staff({ role: 'station_master', over: { stationId: it.station.id } }))
  const giveBack = async (orderId: number, amountCents: number) => {
    const { content } = await boss.call(transactions.list, { query: { search: `order.id:${orderId}` } })
    return master.refund(content[0]!.id, { amountCents })
  }
  const earn = (now = noon) => rollUpPoints(db, [it.company.id], now)
  const held = (userId = card.userId!) => boss.call(points.ofMember, { id: userId })
  const proof = (act: 'give' | 'deduct', id: number, count: number) =>
    proofOf(boss.actor, { action: `points.${act}`, subject: `userCards:${id}`, amountCents: count })
  const give = async (count: number, id = account.points) =>
    boss.call(points.reward, { id, body: { points: count, remark: 'Complaint', pinProof: await proof('give', id, count) } })
  const deduct = async (count: number, id = account.points) =>
    boss.call(points.deduct, { id, body: { points: count, remark: 'Given twice', pinProof: await proof('deduct', id, count) } })
  return { ...it, boss, score, level, card, account, joined, pays, giveBack, earn, held, proof, give, deduct }
}
