import { testCents } from '@forecourt/contract'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import type { DemoAct, DemoStage } from '../../platform/module.ts'
import { book } from '../ledger/index.ts'
import { dueOf, testsOf } from './test-accounts.ts'

const minuteMs = 60_000

/** Each account that the demo can test was tested when it was entered; one test met a customer without money. */
export const paymentsOfDemo = ({ companyId, from, within }: DemoStage): DemoAct[] => {
  const entered = from.getTime() + 7 * 3_600_000
  const test = (at: Date) =>
    within(at, async ctx => {
      const accounts = await ctx.tx
        .selectFrom('merchantAccount')
        .where('companyId', '=', companyId)
        .where('channel', 'in', ['wx', 'ali'])
        .orderBy('id')
        .limit(2)
        .select(['id', 'orderPrefix'])
        .execute()
      for (const [nth, account] of accounts.entries()) await tested(ctx, companyId, account, nth === 0)
    })
  const at = new Date(entered + 5 * minuteMs)
  return [{ at, run: () => test(at) }]
}

async function tested(ctx: Ctx, companyId: number, account: { id: number; orderPrefix: string }, worked: boolean): Promise<void> {
  const { tx, now, actor } = ctx
  const [id, refundId] = await nextIds(tx, 2)
  const facts = { companyId, id: id!, authTokenId: account.id, kind: 'test', paymentNo: `${account.orderPrefix}${id}` }
  const times = { sentDate: now, createdDate: now, decidedDate: now, askedCount: 1, askedBy: actor.key }
  const asked = { ...facts, ...times, amountCents: testCents, description: '收款测试 Payment test' }
  if (!worked) {
    const failure = { failureCode: 'ACQ.BUYER_BALANCE_NOT_ENOUGH', failureWords: '买家余额不足' }
    await tx
      .insertInto('channelPayment')
      .values({ ...asked, state: 'failed', ...failure })
      .execute()
    return
  }
  const theirNo = `42000${id}`
  await tx
    .insertInto('channelPayment')
    .values({ ...asked, state: 'paid', theirNo, paidDate: now })
    .execute()
  const [due, tests] = [dueOf(account.id), testsOf(companyId)]
  const paid = { kind: 'channel.test', ref: `channelPayment:${id}`, companyId }
  await book(ctx, { ...paid, moves: [{ source: due, target: tests, amountCents: testCents }] })
  const back = {
    companyId,
    id: refundId!,
    paymentId: id!,
    refundNo: `R${refundId}`,
    amountCents: testCents,
    reason: '收款测试 Payment test',
  }
  await tx
    .insertInto('channelRefund')
    .values({
      ...back,
      state: 'refunded',
      theirNo: `50300${refundId}`,
      askedBy: actor.key,
      askedCount: 1,
      createdDate: now,
      decidedDate: now,
    })
    .execute()
  const returned = { kind: 'channel.testBack', ref: `channelRefund:${refundId}`, companyId }
  await book(ctx, { ...returned, moves: [{ source: tests, target: due, amountCents: testCents }] })
}
