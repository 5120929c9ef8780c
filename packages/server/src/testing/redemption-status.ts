import type { shop } from './order.ts'
import { makeCard } from './card.ts'
import { noon, owned } from './world.ts'

type Place = Parameters<typeof makeCard>[0] & Pick<Awaited<ReturnType<typeof shop>>, 'company'>
const insert = async (text: string, values: unknown[]): Promise<number> =>
  (await owned<{ id: number }>(`${text} returning id`, values))[0]!.id

let made = 0
async function redemptionIn(it: Place, status: string): Promise<number> {
  const shelf = await insert('insert into reward_category (company_id, name) values ($1, $2)', [it.company.id, `shelf ${++made}`])
  const reward = await insert(`insert into reward (company_id, category_id, name, points, tax_rate) values ($1, $2, 'wash', 1, 13)`, [
    it.company.id,
    shelf,
  ])
  const { id: account } = await makeCard(it)
  return insert(
    `insert into redemption (company_id, reward_id, reward_name, user_card_id, pieces, points, lots, spent_id, created_date, received_date,
       cancelled_date, back_id) values ($1, $2, 'wash', $3, 1, 1, '[]', 1, $4, $5, $6, $7)`,
    [
      it.company.id,
      reward,
      account,
      noon,
      status === 'received' ? noon : null,
      status === 'cancelled' ? noon : null,
      status === 'cancelled' ? 1 : null,
    ],
  )
}

/** How redemptions come to have each of their statuses, for the test of what may be done in which. */
export const redemptionKinds = {
  'redemptions.status': {
    make: redemptionIn,
    sent: { cancel: (id: number) => ({ id, body: { reason: 'none' } }) },
    refusals: ['redemption.received', 'redemption.cancelled'],
  },
}
