import { orderPayments, pointsDetails, transactions, type Parsed, type PayRule, type PointsRule } from '@forecourt/contract'
import { invariantsOf } from './invariants.ts'
import { loyal } from './points.ts'
import { refunder, revokeProof } from './refund.ts'

type Body = Parsed<typeof orderPayments.points>['body']

/** A company whose points pay: a cent each, up to half of an order, unless said otherwise. */
export async function payingPoints(rule: Partial<PointsRule & PayRule> = {}) {
  const it = await loyal({ rule: { payCents: 1, payPercent: 50, ...rule } })
  /** An order of 240.00 that names the card of the member, and is not paid yet. */
  const sale = (over: Parameters<typeof it.sell>[0] = {}) => it.sell({ cardNumber: it.card.number, ...over })
  const pay = (id: number, body: Body = {}) => it.lin.call(orderPayments.points, { id, body })
  const refusedPay = (id: number, body: Body = {}) => it.lin.refused(orderPayments.points, { id, body })
  const preview = (id: number, body: Omit<Body, 'points'> = {}) => it.lin.call(orderPayments.pointsPreview, { id, body })
  const cash = (id: number, amountCents?: number) =>
    it.lin.call(orderPayments.cash, { id, body: { ...(amountCents !== undefined && { amountCents }) } })
  const paymentsOf = async (id: number) =>
    (await it.lin.call(transactions.list, { query: { search: `order.id:${id}`, sort: 'id,asc' } })).content
  const history = async (search = 'type:(pay|payBack)') =>
    (await it.boss.call(pointsDetails.list, { query: { search, sort: 'id,asc' } })).content
  const { refund, refused: refusedRefund, revoke } = refunder(it.lin)
  const broken = async () => (await invariantsOf(it)).filter(({ breaches }) => breaches > 0)
  const score = async () => (await it.held()).score!
  const revokeBody = async (id: number, amountCents: number) => ({ pinProof: await revokeProof(it.lin, id, amountCents) })
  return { ...it, sale, pay, refusedPay, preview, cash, paymentsOf, history, refund, refusedRefund, revoke, revokeBody, broken, score }
}
