import { orderIntake, orderPayments } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { shop } from '../../testing/order.ts'
import { order } from '../../modules/order/index.ts'
import { db, noon, owned, ownerUrl, testFacts } from '../../testing/world.ts'
import { execute, systemActor } from './command.ts'
import { openPool } from '../postgres/database.ts'

const keysOf = (companyId: number) => owned<{ key: string }>('select key from idempotency_key where company_id = $1', [companyId])

test('a key is stored once, with its answer; who was refused has left none', async () => {
  const { company, device, fuelSale } = await shop()
  const take = (sequence: number, key: string) => [orderIntake.take, { body: fuelSale({ sequence }) }, { 'idempotency-key': key }] as const
  const first = await device.call(...take(1, 'a'))
  expect(await device.call(...take(1, 'a'))).toEqual(first)
  expect(await device.refused(...take(2, 'a'))).toBe('idempotency.reused')
  expect(await device.refused(orderIntake.take, { body: fuelSale({}) }, { 'idempotency-key': 'b' })).toBe('order.sequenceMissing')
  expect(await keysOf(company.id)).toEqual([{ key: 'a' }])
  await device.call(...take(2, 'b'))
})

test('ten who send one key at once, under two contents: one effect, and each its right answer', async () => {
  const { company, device, fuelSale, rows } = await shop()
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, turn) =>
      device
        .call(orderIntake.take, { body: fuelSale({ sequence: 1 + (turn % 2) }) }, { 'idempotency-key': 'one' })
        .then(({ id }) => id)
        .catch(() => 'refused'),
    ),
  )
  expect(new Set(answers).size).toBe(2)
  expect(answers.filter(answer => answer === 'refused')).toHaveLength(5)
  expect(await rows('select from sale_order where company_id = $1', [company.id])).toHaveLength(1)
})

// Of two servers each runs what it is sent, at once.
test('who sends a payment again while it is made waits for its answer, and is not told that the order is paid', async () => {
  const { sell, rows, company } = await shop()
  const { id } = await sell()
  const handler = order.handlers.find(({ endpoint }) => endpoint === orderPayments.cash)!
  const actor = systemActor(company.id, 'till', 'Asia/Shanghai', [orderPayments.cash.permission])
  const meta = { ...testFacts, idempotencyKey: 'pay' }
  const pay = () => execute(db, handler, actor, meta, noon, { id, body: { payType: 'cash' }, query: { expand: [] } })
  const answers = await Promise.all([pay(), pay(), pay()])
  expect(answers).toEqual([answers[0], answers[0], answers[0]])
  expect(await rows('select from pay_transaction where company_id = $1', [company.id])).toHaveLength(1)
})

// An older server stores the key at the beginning of its call, without the lock.
test('a key that an older server is about to take beside this one is waited for', async () => {
  const { company, device, fuelSale, till, rows } = await shop()
  const older = openPool(ownerUrl, { max: 1, role: 'none' })
  const client = await older.connect()
  try {
    await client.query('begin')
    await client.query(
      `insert into idempotency_key (company_id, actor, key, request_hash, answer, at) values ($1, $2, 'both', '\\x00', '{}', now())`,
      [company.id, `device:${till.id}`],
    )
    const refused = device.refused(orderIntake.take, { body: fuelSale({ sequence: 1 }) }, { 'idempotency-key': 'both' })
    await expect
      .poll(() => owned(`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%idempotency_key%'`))
      .toHaveLength(1)
    await client.query('commit')
    expect(await refused).toBe('idempotency.reused')
    expect(await rows('select from sale_order where company_id = $1', [company.id])).toHaveLength(0)
  } finally {
    client.release()
    await older.end()
  }
})
