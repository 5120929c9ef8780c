import type { shop } from './order.ts'
import { noon, owned, unique } from './world.ts'

type Place = Pick<Awaited<ReturnType<typeof shop>>, 'company'>

async function paymentIn({ company }: Place, state: string): Promise<number> {
  const [account] = await owned<{ id: number }>(
    `insert into merchant_account (company_id, description, channel, type, app_id, merchant_no)
     values ($1, 'Alipay', 'ali', 0, '2021004126385097', $2) returning id`,
    [company.id, `${unique()}`],
  )
  const paid = state === 'paid'
  const decided = paid || state === 'failed' || state === 'closed'
  const [payment] = await owned<{ id: number }>(
    `insert into channel_payment (company_id, auth_token_id, kind, payment_no, amount_cents, description, state, their_no, paid_date,
       asked_by, created_date, decided_date) values ($1, $2, 'test', $3, 1, 'Test', $4, $5, $6, 'user:1', $7, $8) returning id`,
    [company.id, account!.id, `P-${unique()}-0001`, state, paid ? '42000' : '', paid ? noon : null, noon, decided ? noon : null],
  )
  return payment!.id
}

/** How payments at a platform come to have each of their states, for the test of what may be done in which. */
export const channelKinds = { 'channelPayments.state': { make: paymentIn, refusals: ['channel.notOpen'] } }
