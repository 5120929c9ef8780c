import { expect, test } from 'vitest'
import { orderIntake } from '@forecourt/contract'
import { serial, shop, type Told } from '../../testing/order.ts'
import { setTenantScope } from '../../platform/execution/command.ts'
import { db, owned, tamper } from '../../testing/world.ts'
import { proofOf } from '../ledger/index.ts'

/** The rows that the transaction of an order has written, by table. */
async function rowsWith(orderId: number): Promise<Record<string, number>> {
  const tables = await owned<{ name: string }>(`select relname as name from pg_stat_user_tables where schemaname = 'public' order by 1`)
  const counts = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*)::int as written from ${name} where xmin = (select xmin from sale_order where id = $1)`,
  )
  const rows = await owned<{ name: string; written: number }>(counts.join(' union all '), [orderId])
  return Object.fromEntries(rows.filter(({ written }) => written > 0).map(({ name, written }) => [name, written]))
}

/** What a sale is: each further row costs every sale of every station. */
const ofASale = {
  sale_order: 1,
  order_line: 2,
  pay_transaction: 1,
  order_counter: 1,
  device_intake: 1,
  ledger_entry: 1,
  ledger_move: 1,
  audit_entry: 1,
  audit_pending: 1,
  outbox_event: 1,
  // What was sold, each line and what was paid; the tender and the sales.
  statistic_delta: 4,
  ledger_delta: 2,
}

test.each([
  ['by a slip, under a key', { payType: 'wx', externalSerialNo: serial() }, 'key-1', { ...ofASale, idempotency_key: 1 }],
  ['in cash, without a key', { payType: 'cash' }, undefined, ofASale],
] as const)('a sale of two lines that is paid %s writes these rows, and no others', async (_how, paid, key, rows) => {
  const { device, fuelSale, goods } = await shop()
  const sale = (sequence: number): Told =>
    fuelSale({
      ...paid,
      ...('externalSerialNo' in paid && { externalSerialNo: serial() }),
      sequence,
      lineItems: [{ volumeCl: 3000 }, { itemId: goods.id, pieces: 1 }],
    })
  // The first begins the day, and opens accounts.
  await device.call(orderIntake.take, { body: sale(1) })
  const { id } = await device.call(orderIntake.take, { body: sale(2) }, key && { 'Idempotency-Key': key })
  expect(await rowsWith(id)).toEqual(rows)
})

test.each(['order_line', 'pay_transaction'])(
  'a row of %s that was moved to another station than its order’s is named by the proof',
  async table => {
    const { company, sell, addStation } = await shop()
    await sell({ payType: 'cash' })
    const broken = () =>
      db.transaction().execute(async tx => {
        const scoped = await setTenantScope(tx, [company.id])
        return (await proofOf(scoped)).filter(({ invariant, breaches }) => invariant === 'O16' && breaches > 0).map(({ says }) => says)
      })
    expect(await broken()).toEqual([])
    const { id: other } = await addStation()
    await tamper(`update ${table} set station_id = ${other} where company_id = ${company.id}`)
    expect(await broken()).toEqual(['orders, payments and refunds: what is added up belongs to one company, and so to one currency'])
  },
)
