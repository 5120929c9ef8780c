import type { Ctx } from '../../platform/execution/command.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import type { DemoAct, DemoStage } from '../../platform/module.ts'
import { startOf, dayOf } from '../shift/index.ts'
import { addAgreement } from './agreements.ts'
import { issueUnseen, prepareBill } from './bills.ts'
import { monthBefore } from './period.ts'

/** The fleet whose leader signs in. */
const ledFleet = async ({ tx }: Ctx): Promise<number | undefined> =>
  (await tx.selectFrom('fleet').where('userId', 'is not', null).select('id').orderBy('id').limit(1).executeTakeFirst())?.id

const terms = {
  number: 'JH-2026-01',
  untilDate: null,
  discountId: null,
  clauses: [
    { name: '对账服务费 Statement fee', kind: 'perFill', amountCents: 20, percent: null },
    { name: '手续费 Handling fee', kind: 'percentOfSales', amountCents: null, percent: 0.1 },
  ],
  fileId: null,
  autoIssue: true,
  remark: '',
} as const

/** What was agreed with the fleet, and the bill of the month before: issued on the first, as the agreement says. */
export const firstBill = ({ companyId, zone, from, now, within }: DemoStage): DemoAct[] => {
  const hour = 3_600_000
  const first = startOf(`${dayOf(now, zone).slice(0, 7)}-01`, zone)
  // Where the month of the demo began no earlier, the bill is an empty one.
  const [agreed, billed] = [new Date(from.getTime() + 7 * hour), new Date(Math.max(first.getTime() + hour, from.getTime() + 8 * hour))]
  const month = monthBefore(billed, zone)
  const agree = (ctx: Ctx, groupId: number) =>
    addAgreement(ctx, companyId, { ...terms, clauses: [...terms.clauses], groupId, fromDate: month })
  const bill = async (ctx: Ctx, groupId: number) => {
    const drawn = await prepareBill(ctx, groupId, month)
    // Where the money of the master card is used up, it stays open, as it would for anyone.
    await issueUnseen(ctx, drawn).catch((thrown: unknown) => {
      if (!(thrown instanceof Refusal) || thrown.code !== 'bill.feeUncovered') throw thrown
    })
  }
  const doing = (at: Date, what: (ctx: Ctx, groupId: number) => Promise<unknown>): DemoAct => ({
    at,
    run: () =>
      within(at, async ctx => {
        const groupId = await ledFleet(ctx)
        if (groupId !== undefined) await what(ctx, groupId)
      }),
  })
  return [doing(agreed, agree), doing(billed, bill)]
}
