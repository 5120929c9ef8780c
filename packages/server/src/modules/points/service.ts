import type { LevelRule, MemberLevel, PayRule, PointsRule } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'

/** A service of a company as earning reads it. */
interface Product {
  readonly id: number
  readonly endTime: string | null
}
export interface OfPoints extends Product {
  readonly rule: PointsRule
  readonly pays: PayRule
}
export interface OfLevels extends Product {
  readonly growthPerYuan: number
  readonly span: LevelRule['span']
  readonly levels: readonly (MemberLevel & { id: number })[]
}
export interface Services {
  readonly score?: OfPoints
  readonly level?: OfLevels
}

/** Of a product whose rule nobody has entered. */
const usualRule: PointsRule = { per: 'yuan', points: 1, months: null, products: [] }
const paysNothing: PayRule = { payCents: null, payPercent: 100 }

/** The services of points and of levels of a company, also one that has ended. */
export async function servicesOf({ tx }: Ctx, companyId: number): Promise<Services> {
  const { rows } = await sql<{
    id: number
    type: 'score' | 'level'
    endTime: string | null
    rule: PointsRule | null
    pays: PayRule | null
    growthPerYuan: number | null
    span: 'year' | 'ever' | null
    levels: OfLevels['levels']
  }>`
    select card.id, card.type, card.end_time,
      case when rule.card_id is not null then json_build_object('per', rule.per, 'points', rule.points, 'months', rule.months,
        'products', rule.products) end as rule,
      case when rule.card_id is not null then json_build_object('payCents', rule.pay_cents, 'payPercent', rule.pay_percent) end as pays,
      growth.growth_per_yuan::float8 as growth_per_yuan, growth.span, coalesce((
        select json_agg(json_build_object('id', level.id, 'name', level.name, 'fromGrowth', level.from_growth,
          'keepGrowth', level.keep_growth, 'times', level.times, 'discountId', level.discount_id) order by level.from_growth)
        from ${scoped(tx, 'member_level')} level where level.card_id = card.id
      ), '[]') as levels
    from ${scoped(tx, 'card')} card
    left join ${scoped(tx, 'points_rule')} rule on rule.card_id = card.id
    left join ${scoped(tx, 'growth_rule')} growth on growth.card_id = card.id
    where card.company_id = ${companyId} and card.type in ('score', 'level')`.execute(tx)
  const found: { score?: OfPoints; level?: OfLevels } = {}
  for (const { id, type, endTime, rule, pays, growthPerYuan, span, levels } of rows)
    if (type === 'score') found.score = { id, endTime, rule: rule ?? usualRule, pays: pays ?? paysNothing }
    else found.level = { id, endTime, growthPerYuan: growthPerYuan ?? 1, span: span ?? 'year', levels }
  return found
}

/** Whether a service is open at a moment. */
export const isOpen = (service: Product | undefined, at: Date | string): boolean =>
  service !== undefined && (service.endTime === null || Date.parse(service.endTime) > new Date(at).getTime())
