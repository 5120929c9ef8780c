import type { shop } from './order.ts'
import { redemptionKinds } from './redemption-status.ts'
import { noon, owned } from './world.ts'

type Place = Pick<Awaited<ReturnType<typeof shop>>, 'company' | 'sell'>
const insert = async (text: string, values: unknown[]): Promise<number> =>
  (await owned<{ id: number }>(`${text} returning id`, values))[0]!.id
const days = (count: number) => new Date(noon.getTime() + count * 86_400_000)

let made = 0
async function dealIn(it: Place, status: string): Promise<number> {
  const [from, until] = status === 'notStarted' ? [1, 2] : status === 'over' ? [-2, -1] : [-1, 1]
  const counts = status === 'limitReached' ? [1, 1] : [0, 0]
  return insert(
    `insert into deal (company_id, name, kind, off_cents, start_time, end_time, disabled, max_count, claim_count)
     values ($1, $2, 'amount', 100, $3, $4, $5, $6, $7)`,
    [it.company.id, `coupon ${++made}`, days(from), days(until), status === 'disabled', ...counts],
  )
}

async function userDealIn(it: Place, status: string): Promise<number> {
  const dealId = await dealIn(it, 'inEffect')
  await owned(
    `insert into deal_terms (company_id, deal_id, terms, document, created_date) values ($1, $2, 1, '{"name":"coupon"}', now())`,
    [it.company.id, dealId],
  )
  const orderId = status === 'used' ? (await it.sell()).id : null
  return insert(
    `insert into user_deal (company_id, deal_id, terms, code, source, issued_date, start_time, end_time, used_date, order_id, recalled_date)
     values ($1, $2, 1, $3, 'hand', $4, $4, $5, $6, $7, $8)`,
    [
      it.company.id,
      dealId,
      `CODE${made}`,
      days(-1),
      days(status === 'expired' ? -0.5 : 1),
      status === 'used' ? days(-0.1) : null,
      orderId,
      status === 'recovered' ? days(-0.1) : null,
    ],
  )
}

async function dealTaskIn(it: Place, status: string): Promise<number> {
  const [from, until] = status === 'notStarted' ? [1, 2] : status === 'over' ? [-2, -1] : [-1, 1]
  const counts = status === 'limitReached' ? [1, 1] : [0, 0]
  return insert(
    `insert into deal_task (company_id, name, kind, cents_per_l, start_time, end_time, disabled, max_issue, given_count, completed_date)
     values ($1, $2, 'price', 10, $3, $4, $5, $6, $7, $8)`,
    [
      it.company.id,
      `activity ${++made}`,
      days(from),
      days(until),
      status === 'disabled',
      ...counts,
      status === 'completed' ? days(-0.5) : null,
    ],
  )
}

/** One is under way at a time. */
async function dryRunIn(it: Place, status: string): Promise<number> {
  await owned(`update dry_run set status = 'cancelled', finished_date = $2 where company_id = $1 and status in ('waiting', 'running')`, [
    it.company.id,
    noon,
  ])
  const isDone = status === 'done'
  const finished = status === 'waiting' || status === 'running' ? null : noon
  return insert(
    `insert into dry_run (company_id, tried, name, offer, from_day, until_day, holders, status, result, order_count, cost_cents,
       created_date, finished_date)
     values ($1, 'deal', $2, '{}', '2026-04-01', '2026-04-02', 'assumed', $3, $4, $5::int, $5::int, $6, $7)`,
    [it.company.id, `run ${++made}`, status, isDone ? '{}' : null, isDone ? 0 : null, noon, finished],
  )
}

/** How coupons, those issued, activities and redemptions come to have each of their statuses, for the test of what may be done in which. */
export const dealKinds = {
  'deals.timing': { make: dealIn, refusals: ['deal.notDisabled', 'coupon.disabled', 'deal.ended'] },
  'dealTasks.timing': {
    make: dealTaskIn,
    refusals: ['dealTask.notDisabled', 'dealTask.isDisabled', 'dealTask.ended', 'dealTask.completed'],
  },
  'userDeals.status': {
    make: userDealIn,
    sent: { recall: (id: number) => ({ id, body: { reason: 'none' } }) },
    refusals: ['coupon.recalled', 'coupon.expired'],
  },
  'dryRuns.status': { make: dryRunIn, refusals: ['dryRun.ended'] },
  ...redemptionKinds,
}
