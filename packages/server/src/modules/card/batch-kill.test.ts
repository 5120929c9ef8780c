import { cardBatches, cardBatchRows, issueUserCard } from '@forecourt/contract'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { kill, passLeases } from '../../testing/instances.ts'
import { shop } from '../../testing/order.ts'
import { dice, scaled, seed } from '../../testing/sampling.ts'
import { prove, startServer, tell } from '../../testing/servers.ts'
import { setClock } from '../../testing/world.ts'

const [accounts, kills] = [scaled(2_000, 10_000), scaled(2, 20)]
/** So many are opened in one transaction. */
const portion = 500
const first = 8_800_000_001
/** Accounts of a clerk who was quicker: their numbers are answered as taken. */
const taken = [3, 777, accounts - 1].map(place => String(first + place))

/** A shift leader with an account, a product, and numbers that are taken already. */
async function counter() {
  setClock(new Date())
  const it = await shop()
  const [user] = await it.rows<{ id: number }>(
    `insert into user_account (company_id, name, is_staff) values ($1, '林', true) returning id`,
    [it.company.id],
  )
  const over = { stationId: it.station.id, id: user!.id, key: `user:${user!.id}` }
  const leader = await it.staff({ role: 'station_leader', stationIds: [it.station.id], over })
  const { cardId } = await makeCard(it)
  for (const number of taken) await leader.call(issueUserCard, { body: { number, kind: 'anonymous', cardId } })
  return { ...it, leader, cardId }
}

// Fault F1: kill -9 of the server that works at it, now between two portions and now within one.
test(`${accounts} accounts are issued in bulk, and the server is killed ${kills} times meanwhile: exactly as many, each row answered`, {
  timeout: 900_000,
}, async () => {
  const it = await counter()
  const draw = dice(seed)
  const { id } = await it.leader.call(cardBatches.begin, { body: { cardId: it.cardId, first: String(first), count: accounts } })
  const shown = () => it.leader.call(cardBatches.get, { id })
  const answered = async () => {
    const { issued, refused, status } = await shown()
    return status === 'running' ? issued + refused : Infinity
  }
  const midst: number[] = []
  for (let turn = 0; turn < kills; turn++) {
    const before = await answered()
    const { child } = await startServer()
    // Some work at it for a while before they are killed, some have only just begun.
    const mayEnd = (accounts - before) / portion - (kills - turn) > 1
    if (mayEnd && draw() < 0.5) await expect.poll(answered, { interval: 2 }).toBeGreaterThan(before)
    else await expect.poll(() => beingDone(it, id), { interval: 2 }).toBe(true)
    await wait(draw() * 60)
    await kill(child)
    await passLeases()
    midst.push(await answered())
  }
  tell(`${accounts} accounts, ${kills} kills`, { answeredAtEachKill: midst })
  expect(midst.filter(count => count < accounts).length).toBe(kills)

  await startServer()
  await expect.poll(async () => (await shown()).status, { timeout: 300_000, interval: 100 }).not.toBe('running')
  const wrong = { total: accounts, issued: accounts - taken.length, refused: taken.length }
  expect(await shown()).toMatchObject({ status: 'partial', ...wrong })
  // As the database looks after its tables by itself before long: of rows that have only just come the planner knows nothing.
  await it.rows('analyze')
  await exactly(it, id)
  expect(await prove()).toContain('every invariant holds')
})

type It = Awaited<ReturnType<typeof counter>>

/** Whether a server has the batch in its hands. */
const beingDone = async ({ rows }: It, id: number) =>
  (
    await rows<{ locked: boolean }>(
      `select exists (select from pg_stat_activity where datname = current_database() and xact_start is not null
         and query like '%card_batch%' and pid <> pg_backend_pid()) or exists (select from job where task = 'card.batch'
         and (payload ->> 'id')::bigint = $1 and state = 'running' and started_date > now() - interval '1 second') as locked`,
      [id],
    )
  )[0]!.locked

/** One account of each number, with its purses, and each row names its own or why it has none. */
async function exactly({ rows, company, leader, cardId }: It, id: number) {
  const [counted] = await rows(
    `select count(*)::int as cards, count(distinct number)::int as numbers, min(number) as first, max(number) as last,
       (select count(*)::int from ledger_account purse where purse.company_id = $1 and purse.is_purse and purse.owner_id in
         (select id from user_card where company_id = $1 and card_id = $2 and number like '88%')) as purses
     from user_card where company_id = $1 and card_id = $2 and number like '88%'`,
    [company.id, cardId],
  )
  const [begin, end] = [String(first), String(first + accounts - 1)]
  expect(counted).toEqual({ cards: accounts, numbers: accounts, first: begin, last: end, purses: 4 * accounts })
  const [answers] = await rows(
    `select count(*)::int as rows, count(*) filter (where outcome = 'issued' and card.number = line.number)::int as own,
       count(distinct line.user_card_id)::int as accounts, count(*) filter (where outcome = 'waiting')::int as waiting
     from card_batch_row line left join user_card card on card.company_id = line.company_id and card.id = line.user_card_id
     where line.company_id = $1 and line.card_batch_id = $2`,
    [company.id, id],
  )
  const issued = accounts - taken.length
  expect(answers).toEqual({ rows: accounts, own: issued, accounts: issued, waiting: 0 })
  const { content } = await leader.call(cardBatchRows.list, { query: { search: `cardBatch.id:${id},outcome:refused` } })
  expect(content.map(({ number, reason }) => [number, reason])).toEqual(taken.map(number => [number, 'numberTaken']))
  // Who was issued by a server that was killed was not issued once more by the next.
  const [audits] = await rows(`select count(*)::int as issues from audit_entry where company_id = $1 and action = 'card.issue'`, [
    company.id,
  ])
  expect(audits.issues).toBe(accounts + 1)
}
