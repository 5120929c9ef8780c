import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { kill, passLeases, startInstance } from '../../testing/instances.ts'
import { noticeWorld } from '../../testing/low-balance.ts'
import { dice, scaled, seed } from '../../testing/sampling.ts'

const [kills, cards] = [scaled(1, 5), scaled(1_200, 5_000)]

// Fault F1: kill -9 of an instance while it writes notices.
test(`${cards} cards fall below their levels at once, and instances that tell of it are killed ${kills} times: each is told once`, {
  timeout: 300_000,
}, async () => {
  const it = await noticeWorld()
  const draw = dice(seed)
  const { cardId, userId, id: one } = await makeCard(it, { principalCents: 1_000_00 })
  await it.rows(
    `insert into user_card (company_id, number, kind, card_id, user_id, principal_id, gift_id, lock_id, debt_id, issue_time)
     select company_id, number || nth, kind, card_id, user_id, principal_id, gift_id, lock_id, debt_id, issue_time
     from user_card, generate_series(1, $2::int) nth where id = $1`,
    [one, cards],
  )
  await it.rows(
    `insert into low_balance (company_id, user_card_id, level_cents, language, low_since, falls)
     select company_id, id, 1, 'en', now(), 1 from user_card where company_id = $1 and card_id = $2 and user_id = $3 and id <> $4`,
    [it.company.id, cardId, userId, one],
  )
  await it.rows(
    `insert into low_balance_notice (company_id, user_card_id, fall, level_cents, balance_cents, low_since)
     select company_id, user_card_id, falls, level_cents, 0, low_since from low_balance where company_id = $1`,
    [it.company.id],
  )
  const waiting = async () =>
    (await it.rows('select 1 from low_balance_notice where company_id = $1 and outcome is null', [it.company.id])).length
  const waitingAtKills: number[] = []
  let instances = [await startInstance(), await startInstance()]
  for (let turn = 0; turn < kills; turn++) {
    const before = await waiting()
    await expect.poll(waiting, { timeout: 60_000, interval: 2 }).toBeLessThan(before)
    await wait(draw() * 50)
    await Promise.all(instances.map(kill))
    waitingAtKills.push(await waiting())
    await passLeases()
    instances = [await startInstance(), await startInstance()]
  }
  await expect.poll(waiting, { timeout: 120_000, interval: 100 }).toBe(0)
  expect(waitingAtKills[0]).toBeGreaterThan(0)
  const [counted] = await it.rows(
    `select (select count(*)::int from outbox_message where company_id = $1 and template = 'lowBalance') as messages,
       (select count(distinct message_id)::int from low_balance_notice where company_id = $1) as told`,
    [it.company.id],
  )
  expect(counted).toEqual({ messages: cards, told: cards })
})
