import { z } from 'zod'
import { CardType } from '../card/card.ts'
import { endpoint } from '../kit.ts'
import { CardNumber, Cents, Id, Instant, LongText, Name, Ref, Times } from '../units.ts'

/** Whole points; a share of one is never given. */
const most = 1_000_000_000
export const Points = z.int().min(0).max(most)

/** 会员等级: what a member reaches by growth, and what it brings; of one service they differ in name and in growth. @source decisions ME6 */
export const MemberLevel = z.strictObject({
  name: Name(20),
  /** Reached from this growth on. */
  fromGrowth: Points,
  /** Kept on the first of a month from this growth on. */
  keepGrowth: Points.default(0),
  /** Points are earned so many times. */
  times: Times.default(1),
  /** The level price: a discount that the cards of its members bring. */
  discountId: Ref('discounts').nullable().default(null),
})
export type MemberLevel = z.output<typeof MemberLevel>

/** What is earned: by the money that was paid, or by the litres that it bought; rounded down once for each order. @source decisions ME5 */
const pointsRule = {
  per: z.enum(['yuan', 'litre']),
  /** So many for each of them. */
  points: Times,
  /** They end with the last day of so many months from the month in which they were earned; never when null. */
  months: z.int().min(1).max(120).nullable(),
  /** Of these products so many times as much; of one that earns nothing, 0. */
  products: z.array(z.strictObject({ productId: Ref('products'), times: Times })).max(50),
}
/** What points pay at the counter. @source decisions PT1 */
const payRule = {
  /** The worth of a point; where it is null, points pay nothing. */
  payCents: Cents.min(1).max(10_000).nullable(),
  /** Up to this share of an order. */
  payPercent: z.int().min(1).max(100),
}
const levelRule = {
  growthPerYuan: Times,
  /** Which growth counts: of the last twelve months, or all there ever was. */
  span: z.enum(['year', 'ever']),
  levels: z.array(MemberLevel).min(1).max(20),
}
const PointsRule = z.object(pointsRule)
export type PointsRule = z.output<typeof PointsRule>
const PayRule = z.object(payRule)
export type PayRule = z.output<typeof PayRule>
const LevelRule = z.object(levelRule)
export type LevelRule = z.output<typeof LevelRule>

/** 未开通, 已开通, 长期有效, 已到期: by the end of a service. @source decisions D11 */
export const ServiceState = z.enum(['notOpened', 'opened', 'indefinite', 'expired'])
export type ServiceState = z.output<typeof ServiceState>

const facts = { name: Name(40), description: LongText(500).default(''), endTime: Instant.nullable().default(null) }

/** 增值服务: what a company offers its members besides fuel; a service is a product of cards (`cards`) with its rule. */
export const Service = z.object({
  id: Id,
  version: z.int(),
  type: CardType,
  ...facts,
  state: ServiceState.exclude(['notOpened']),
  createdDate: Instant,
  /** How many accounts it has. */
  accounts: z.int(),
  /** Its rule; absent of stored value. */
  ...PointsRule.partial().shape,
  ...PayRule.partial().shape,
  ...LevelRule.partial().shape,
})
export type Service = z.output<typeof Service>

/** The rule of the service that it opens or changes, and no other: that of points, or that of levels. */
const ruled = { ...PointsRule.partial().shape, ...PayRule.partial().shape, ...LevelRule.partial().shape }

export const services = {
  list: endpoint('GET', '/services', {
    permission: 'points.read',
    returns: z.object({ content: z.array(Service) }),
    summary: 'The services of the company: stored-value cards, points and levels, each with its state and its rule',
  }),
  open: endpoint('POST', '/services', {
    permission: 'card.product.write',
    body: z.strictObject({ type: CardType, ...facts, ...ruled }),
    returns: Service,
    summary: 'Opens a service; of points and of levels a company has one',
  }),
  edit: endpoint('PUT', '/services/:id', {
    permission: 'card.product.write',
    body: z.strictObject({ version: z.int(), ...facts, ...ruled }),
    returns: Service,
    summary: 'Changes a service; its rule counts from the next sale',
  }),
  /** @source decisions ME3 */
  join: endpoint('POST', '/services/:id/accounts', {
    permission: 'card.issue',
    idempotent: true,
    body: z.strictObject({ userId: Ref('users') }),
    returns: z.object({ id: Id, number: CardNumber }),
    summary: 'Opens an account of points or of levels for a member',
  }),
}
