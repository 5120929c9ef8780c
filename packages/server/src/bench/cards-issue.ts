import { setTimeout as wait } from 'node:timers/promises'
import { sameRows } from './same-rows.ts'
import { ask } from './session.ts'
import type { Place, Sample } from './workload.ts'

const accountsIn = ({ small }: Place) => (small ? 300 : 10_000)

/** What a bulk issue writes: its rows with their answers, accounts and their purses, what was done and who is told of it. */
const written = [
  'card_batch_row where id > $1',
  'user_card where id > $1',
  'ledger_account where id > $1',
  'audit_entry where id > $1',
  'outbox_event where id > $1',
]

interface Batch {
  readonly status: string
  readonly issued: number
}

/** As the page does it: a range of numbers is asked for, opened in the background, and its row asked for until it is done. */
export async function issueInBulk(place: Place, headers: Record<string, string>): Promise<Sample> {
  const count = accountsIn(place)
  const { rows } = await place.owner.query<{ mark: number; round: number; product: number }>(
    `select next_id() as mark, (select count(*)::int from card_batch) as round, card.id as product
     from company join card on card.company_id = company.id where company.code = 'seed1' order by card.id limit 1`,
  )
  const { mark, round, product } = rows[0]!
  const first = String(8_800_000_001 + round * 20_000)
  const began = performance.now()
  const { id } = await ask<{ id: number }>(place, headers, 'POST', '/userCards/batch', { cardId: product, first, count })
  let batch: Batch
  do {
    await wait(20)
    batch = await ask<Batch>(place, headers, 'GET', `/cardBatches/${id}`)
  } while (batch.status === 'running')
  const seconds = (performance.now() - began) / 1000
  const same = await sameRows(
    place,
    'bench_issue',
    written.map(which => [which, mark]),
  )
  return { issueSeconds: seconds, issueSameSeconds: same.seconds, issueRows: same.rows, accountsMissing: Math.abs(count - batch.issued) }
}
