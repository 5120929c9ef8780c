import type { DemoAct, DemoStage } from '../../platform/module.ts'
import { freeze } from './freeze.ts'
import { noteBatch, openSome } from './batch.ts'
import { rowsOfFile } from './batch-file.ts'
import { issueCard } from './issue.ts'
import { offeredTo } from '../packages/index.ts'
import { topUp } from './top-up.ts'

const frozenCents = 300_00

/** A customer's top-up was paid in by mistake twice: until that is settled, part of what the card holds is frozen. */
export const firstFreeze = ({ from, cards, within }: DemoStage): DemoAct[] => {
  const at = new Date(from.getTime() + 5 * 3_600_000)
  const run = async () => {
    const card = cards.find(({ kind, valueCents }) => kind === 'personal' && valueCents > frozenCents)
    if (!card) return
    await within(at, ctx => freeze(ctx, { userCardId: card.id, amountCents: frozenCents, ref: `demo:${card.number}` }))
    card.valueCents -= frozenCents
  }
  return [{ at, run }]
}

/** What bearer cards were sold for. */
const bearerCents = [100_00, 200_00, 500_00]

/** Discounts that the company keeps; the one for regular customers is bound to a bearer card. */
const kept = [
  { name: '老客户优惠 Regular customers', centsPerL: 20, percent: null, hours: [] },
  { name: '夜间九七折 At night', centsPerL: null, percent: 3, hours: [{ from: '22:00', until: '06:00' }] },
]

/** Cards that are no member's: some that were sold over the counter without a name, and one for the leader of each station. */
export const otherKinds = ({ companyId, from, stations, within }: DemoStage): DemoAct[] => {
  const at = new Date(from.getTime() + 4 * 3_600_000)
  const number = (family: string, turn: number) =>
    `${family}${String(companyId % 10_000).padStart(4, '0')}${String(turn + 1).padStart(6, '0')}`
  const run = () =>
    within(at, async ctx => {
      const product = ctx.tx.selectFrom('card').where('type', '=', 'debit').select('id').orderBy('id').limit(1)
      const { id: cardId } = await product.executeTakeFirstOrThrow()
      for (const [turn, { leaderId }] of stations.entries())
        await issueCard(ctx, { companyId, cardId, kind: 'employee', userId: leaderId, number: number('6240', turn) })
      const [regular] = await ctx.tx
        .insertInto('discount')
        .values(kept.map(({ hours, ...discount }) => ({ ...discount, companyId, hours: JSON.stringify(hours), createdDate: at })))
        .returning('id')
        .execute()
      for (const [turn, amountCents] of bearerCents.entries()) {
        const userCardId = await issueCard(ctx, { companyId, cardId, kind: 'anonymous', number: number('6250', turn) })
        await topUp(ctx, { userCardId, amountCents, from: { stationId: stations[0]!.id, payType: 'cash' } })
        if (turn === 0) await ctx.tx.updateTable('userCard').set({ discountId: regular!.id }).where('id', '=', userCardId).execute()
      }
    })
  return [{ at, run }]
}

/** Customers who bought what is on the shelf: with a gift for three months, and with one for diesel alone. */
export const packageTopUps = ({ companyId, from, stations, cards, within }: DemoStage): DemoAct[] => {
  const at = new Date(from.getTime() + 7 * 3_600_000)
  const run = async () => {
    const customers = cards.filter(({ kind }) => kind === 'personal').slice(-2)
    await within(at, async ctx => {
      const offered = (await offeredTo(ctx, companyId, 'personal')).filter(({ giftEndsAt }) => giftEndsAt !== null)
      for (const [turn, { id }] of customers.entries()) {
        const of = offered[turn % offered.length]!
        const given = { amountCents: of.priceCents, giftCents: of.giftOf(of.priceCents), of }
        await topUp(ctx, { userCardId: id, ...given, from: { stationId: stations[0]!.id, payType: 'wx' } })
      }
    })
  }
  return [{ at, run }]
}

/** A list of bearer cards for a festival: one of its lines is wrong, and one number was issued before. */
export const festivalCards = ({ companyId, from, stations, within }: DemoStage): DemoAct[] => {
  const at = new Date(from.getTime() + 6 * 3_600_000)
  const family = `6250${String(companyId % 10_000).padStart(4, '0')}`
  const numbers = Array.from({ length: 20 }, (_, turn) => `${family}${String(101 + turn).padStart(6, '0')}`)
  const lines = ['卡号', ...numbers, '12', `${family}000001`]
  const run = () =>
    within(at, async ctx => {
      const product = ctx.tx.selectFrom('card').where('type', '=', 'debit').select('id').orderBy('id').limit(1)
      const { id: cardId } = await product.executeTakeFirstOrThrow()
      const asked = { companyId, attachmentId: null, fileName: '中秋卡.csv', userId: stations[0]!.leaderId, userCompany: companyId }
      const limits = { passwordFromCents: null, paymentCentsMax: null, dayCentsMax: null, validUntil: null }
      const facts = {
        kind: 'anonymous' as const,
        cardId,
        parentId: null,
        fuelType: 'general' as const,
        awaitsChip: false,
        remark: '',
        ...limits,
      }
      const id = await noteBatch(ctx, asked, facts, rowsOfFile(Buffer.from(lines.join('\n'))))
      while (await openSome(ctx, id)) continue
    })
  return [{ at, run }]
}
