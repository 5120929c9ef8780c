import { addFleet } from '@forecourt/contract'
import { loadavg } from 'node:os'
import { expect, test } from 'vitest'
import { Line } from './bench/http-line.ts'
import { makeCard, pursesOf } from './testing/card.ts'
import { shop } from './testing/order.ts'
import { scaled } from './testing/sampling.ts'
import { credentialOf, prove, startServer } from './testing/servers.ts'

/** Orders of 1.00 that wait at the shop's till. */
const openOrders = async ({ rows, company, station, till, goods }: Awaited<ReturnType<typeof shop>>, count: number) =>
  (
    await rows<{ id: number }>(
      `with made as (
         insert into sale_order (company_id, station_id, order_no, type, status, total_cents, created_date, received_date, modified_date,
           device_id, sequence, intake_hash)
         select $1, $2, 'W-' || nth, 1, 'open', 100, now(), now(), now(), $3, nth, '\\x00' from generate_series(1, $5::int) nth returning id
       ), lines as (
         insert into order_line (company_id, station_id, order_id, item_id, category_type, pieces, price_cents, amount_cents, created_date)
         select $1, $2, id, $4, 'normal', 1, 100, 100, now() from made
       ) select id from made`,
      [company.id, station.id, till.id, goods.id, count],
    )
  ).map(({ id }) => id)

/** The master card of a fleet whose sub cards spend its money. */
async function sharedMaster(it: Awaited<ReturnType<typeof shop>>, money: { principalCents: number; giftCents: number }) {
  const { id: groupId } = await (await it.staff()).call(addFleet, { body: { name: 'Taxis', valueMode: 'share' } })
  return makeCard(it, { kind: 'master', groupId, ...money })
}

const [instances, payments] = [scaled(2, 4), scaled(1_000, 10_000)]

// Fault F16: it is the whole product four times, and each lane of each pays as fast as it is answered.
test.for([
  { by: 'one card', subs: 0 },
  { by: '20 sub cards that share the money of their master', subs: 20 },
])(
  `${payments} payments of 1.00 by $by over ${instances} servers, against half as much: half are paid, and not a cent more`,
  {
    timeout: 300_000,
  },
  async ({ subs }) => {
    const it = await shop()
    const money = { principalCents: payments * 40, giftCents: payments * 10 }
    const card = subs === 0 ? await makeCard(it, money) : await sharedMaster(it, money)
    const payers = [subs === 0 ? card.id : undefined].filter(id => id !== undefined)
    while (payers.length < subs) payers.push((await makeCard(it, { kind: 'sub', parentId: card.id, cardId: card.cardId })).id)
    const waiting = await openOrders(it, payments)

    const headers = await credentialOf(it.company.id, it.till.id)
    const outcomes: Record<string, number> = {}
    let busy = 0
    const [others] = loadavg()
    const running = await Promise.all(Array.from({ length: instances }, () => startServer()))
    const begun = performance.now()
    await Promise.all(
      running.flatMap(({ address }) =>
        Array.from({ length: 16 }, async () => {
          const line = await Line.open(address)
          for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
            const body = JSON.stringify({ userCardId: payers[id % payers.length] })
            const keyed = { ...headers, 'idempotency-key': `pay ${id}` }
            const reply = await line.ask({ method: 'POST', path: `/api/v1/orders/${id}/cardPay`, headers: keyed, body })
            const outcome = reply.status === 200 ? 'paid' : `${reply.status} ${(JSON.parse(reply.body) as { code: string }).code}`
            // A till that is told to come again cannot know whether it has paid. It sends the same key, and is paid once.
            if (outcome === '503 server.busy') {
              busy++
              waiting.push(id)
              continue
            }
            outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
          }
          line.close()
        }),
      ),
    )

    console.log(`${payments} payments from one card`, { ms: Math.round(performance.now() - begun), busy, ...outcomes })
    // Where others are at work on the machine a few may be told so, and nobody where it had nothing else to do for the last minute.
    expect(busy).toBeLessThanOrEqual(others! < 1 ? 0 : payments / 20)
    expect(outcomes).toEqual({ paid: payments / 2, '409 card.insufficientBalance': payments / 2 })
    expect(await pursesOf(card.id)).toEqual({ principal: 0, gift: 0, lock: 0, debt: 0 })
    const [booked] = await it.rows<{ payments: number; spent: number }>(
      `select count(*)::int as payments, sum(out_cents)::int as spent from user_card_detail where user_card_id = $1 and type = 'consume'`,
      [card.id],
    )
    expect(booked).toEqual({ payments: payments / 2, spent: payments * 50 })
    expect(await prove()).toContain('every invariant holds')
  },
)
