import { cards, MemberLevel, services, type LevelRule, type PayRule, type PointsRule, type Service } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { companyOf, lockReferences } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import type { EarningFleet } from '../../platform/module.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { getOf } from '../../platform/search/list.ts'
import { addProduct, editProduct, issueCard, keepLevels } from '../card/index.ts'
import { judgeLevels } from './growth.ts'
import { isOpen, servicesOf } from './service.ts'

const stateOf = (endTime: string | null, now: Date): Service['state'] =>
  endTime === null ? 'indefinite' : Date.parse(endTime) > now.getTime() ? 'opened' : 'expired'

async function listed(ctx: Ctx, companyId: number): Promise<Service[]> {
  const { rows } = await sql<Omit<Service, 'state' | keyof PointsRule | keyof PayRule | keyof LevelRule>>`
    select card.id, card.version, card.type, card.name, card.description, card.end_time, card.created_date, (
      select coalesce(sum(kept.count), 0)::int from ${scoped(ctx.tx, 'user_card_count')} kept where kept.card_id = card.id) as accounts
    from ${scoped(ctx.tx, 'card')} card where card.company_id = ${companyId}
    order by array_position(array['debit', 'score', 'level'], card.type), card.id`.execute(ctx.tx)
  const { score, level } = await servicesOf(ctx, companyId)
  return rows.map(row => ({
    ...row,
    state: stateOf(row.endTime, ctx.now),
    ...(row.id === score?.id && { ...score.rule, ...score.pays }),
    ...(row.id === level?.id && {
      growthPerYuan: level.growthPerYuan,
      span: level.span,
      levels: level.levels.map(({ name, fromGrowth, keepGrowth, times, discountId }) => ({
        name,
        fromGrowth,
        keepGrowth,
        times,
        discountId,
      })),
    }),
  }))
}

const list = handle(services.list, async ctx => ({ content: await listed(ctx, companyOf(ctx)) }))

type Of<Rule> = { [F in keyof Rule]?: Rule[F] | undefined }
type Entered = Of<PointsRule> & Of<PayRule> & Of<LevelRule>
interface Rules {
  /** How they are earned; and what they pay: nothing where that is not said. */
  readonly points?: PointsRule & Partial<PayRule>
  readonly level?: LevelRule
}

/** The rule that a service of this type has. @throws service.ruleMissing, service.ruleForbidden, service.levelsUnordered */
function ruleOf(type: Service['type'], entered: Entered): Rules {
  const { per, points, months, products, payCents, payPercent, growthPerYuan, span, levels } = entered
  const ofPoints = [per, points, months, products, payCents, payPercent]
  const ofLevels = [growthPerYuan, span, levels]
  const isGiven = (given: readonly unknown[]) => given.some(each => each !== undefined)
  if ((type !== 'score' && isGiven(ofPoints)) || (type !== 'level' && isGiven(ofLevels))) refuse('service.ruleForbidden')
  if (type === 'debit') return {}
  if (type === 'score') {
    if (points === undefined) refuse('service.ruleMissing', { field: 'points' })
    const pays = { payCents: payCents ?? null, payPercent: payPercent ?? 100 }
    return { points: { per: per ?? 'yuan', points, months: months ?? null, products: products ?? [], ...pays } }
  }
  if (levels === undefined) refuse('service.ruleMissing', { field: 'levels' })
  const differ = (of: (each: MemberLevel) => unknown) => new Set(levels.map(of)).size === levels.length
  const isOrdered = levels.every(({ fromGrowth, keepGrowth }) => keepGrowth <= fromGrowth)
  if (!isOrdered || !differ(({ name }) => name) || !differ(({ fromGrowth }) => fromGrowth)) refuse('service.levelsUnordered')
  return { level: { growthPerYuan: growthPerYuan ?? 1, span: span ?? 'year', levels } }
}

/** Keeps the rule of a service. What it refers to is the caller's. @throws notFound */
export async function keepRule(ctx: Ctx, companyId: number, cardId: number, { points, level }: Rules): Promise<void> {
  const referring = (shape: object) => ({ name: 'services', body: { shape } }) as never
  if (points) {
    for (const product of points.products) await lockReferences(ctx, referring(productShape), product)
    const { products, payCents = null, payPercent = 100, ...facts } = points
    const row = { ...facts, payCents, payPercent, products: JSON.stringify(products) }
    const insert = ctx.tx.insertInto('pointsRule').values({ companyId, cardId, ...row })
    await insert.onConflict(on => on.columns(['companyId', 'cardId']).doUpdateSet(row)).execute()
  }
  if (level) {
    for (const each of level.levels) await lockReferences(ctx, referring(levelShape), { discountId: each.discountId })
    const { levels, ...facts } = level
    const insert = ctx.tx.insertInto('growthRule').values({ companyId, cardId, ...facts })
    await insert.onConflict(on => on.columns(['companyId', 'cardId']).doUpdateSet(facts)).execute()
    await keepLevels(ctx, companyId, cardId, levels)
    await ctx.tx.updateTable('levelJudged').set({ month: '1970-01-01' }).where('companyId', '=', companyId).execute()
  }
}

/** @throws card.nameTaken, card.serviceExists, service.ruleMissing, service.ruleForbidden, service.levelsUnordered, notFound */
const open = handle(services.open, async (ctx, { body: { name, type, description, endTime, ...rule } }) => {
  const rules = ruleOf(type, rule)
  const companyId = companyOf(ctx)
  const id = await addProduct(ctx, { name, type, description, endTime })
  await keepRule(ctx, companyId, id, rules)
  ctx.audit('service.open', `cards:${id}`, { name, type, endTime, ...rules }, companyId)
  return oneOf(ctx, companyId, id)
})

/** @throws notFound, stale, card.nameTaken, service.ruleMissing, service.ruleForbidden, service.levelsUnordered */
const edit = handle(services.edit, async (ctx, { id, body: { version, name, description, endTime, ...rule } }) => {
  const { type } = await getOf(ctx.tx, cards, id, [], ctx.scope)
  const rules = ruleOf(type, rule)
  const companyId = await ownerOf(ctx, id)
  await editProduct(ctx, id, { version, name, type, description, endTime })
  await keepRule(ctx, companyId, id, rules)
  ctx.audit('service.edit', `cards:${id}`, { name, endTime, ...rules }, companyId)
  return oneOf(ctx, companyId, id)
})

const ownerOf = async ({ tx }: Ctx, cardId: number): Promise<number> =>
  (await tx.selectFrom('card').where('id', '=', cardId).select('companyId').executeTakeFirstOrThrow()).companyId

const oneOf = async (ctx: Ctx, companyId: number, id: number): Promise<Service> =>
  (await listed(ctx, companyId)).find(service => service.id === id)!

/**
 * Opens an account of points or of levels for a member, under a number of its own: one for each.
 * @throws notFound, points.notOpened, level.notOpened, service.ruleForbidden, service.alreadyJoined
 */
const join = handle(services.join, async (ctx, { id, body: { userId } }) => {
  const { type } = await getOf(ctx.tx, cards, id, [], ctx.scope)
  return joinService(ctx, { companyId: await ownerOf(ctx, id), cardId: id, type, userId })
})

export async function joinService(
  ctx: Ctx,
  { companyId, cardId, type, userId }: { companyId: number; cardId: number; type: Service['type']; userId: number },
): Promise<{ id: number; number: string }> {
  const found = await servicesOf(ctx, companyId)
  if (type === 'debit') refuse('service.ruleForbidden')
  const service = found[type]
  if (!service || !isOpen(service, ctx.now)) refuse(type === 'score' ? 'points.notOpened' : 'level.notOpened')
  // Held, so that two counters do not both open one.
  const person = ctx.tx.selectFrom('userAccount').where('companyId', '=', companyId).where('id', '=', userId)
  if (!(await person.select('id').forNoKeyUpdate().executeTakeFirst())) refuse('notFound', { field: 'userId' })
  const own = ctx.tx.selectFrom('userCard').where('companyId', '=', companyId).where('userId', '=', userId).where('cardId', '=', cardId)
  if (await own.where('closedTime', 'is', null).select('id').executeTakeFirst()) refuse('service.alreadyJoined')

  const number = await numberOf(ctx, type)
  const id = await issueCard(ctx, { companyId, cardId, kind: 'personal', userId, number })
  if (found.level && type === 'level') await judgeLevels(ctx, companyId, found.level, [id])
  ctx.audit('service.join', `userCards:${id}`, { number, userId }, companyId)
  ctx.emit('card.issued', { userCardId: id, number }, { companyId })
  return { id, number }
}

/**
 * A fleet that begins to earn has an account of what it earns. It is held by nobody: its points stay with it under any leader.
 * @throws points.notOpened, level.notOpened @source decisions FL6
 */
export async function openForFleet(ctx: Ctx, { id: groupId, companyId, begins }: EarningFleet): Promise<void> {
  const found = await servicesOf(ctx, companyId)
  for (const type of begins) {
    const service = found[type]
    if (!service || !isOpen(service, ctx.now))
      refuse(type === 'score' ? 'points.notOpened' : 'level.notOpened', { field: type === 'score' ? 'earnsPoints' : 'levelUpgrade' })
    const own = ctx.tx.selectFrom('userCard').where('companyId', '=', companyId).where('groupId', '=', groupId)
    const open = own.where('cardId', '=', service.id).where('closedTime', 'is', null)
    if (await open.select('id').executeTakeFirst()) continue
    const number = await numberOf(ctx, type)
    const id = await issueCard(ctx, { companyId, cardId: service.id, kind: 'master', groupId, service: type, number })
    if (found.level && type === 'level') await judgeLevels(ctx, companyId, found.level, [id])
    ctx.audit('service.join', `userCards:${id}`, { number, groupId }, companyId)
    ctx.emit('card.issued', { userCardId: id, number }, { companyId })
  }
}

/** An account has a number of its own. */
async function numberOf({ tx }: Ctx, type: 'score' | 'level'): Promise<string> {
  const { rows } = await sql<{ next: number }>`select next_id() as next`.execute(tx)
  return `${type === 'score' ? 'P' : 'L'}${rows[0]!.next}`
}

const productShape = services.open.body!.shape.products.unwrap().element.shape
const levelShape = { discountId: MemberLevel.shape.discountId }

export const serviceHandlers = [list, open, edit, join]
