import { ledgerProof, settlement } from '@forecourt/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { serial } from '../../testing/order.ts'
import { at, shiftShop } from '../../testing/settlement.ts'
import { noon, owned, setClock } from '../../testing/world.ts'

/** A settled shift with a bit of everything, and its station's next shift running. */
async function settled() {
  const it = await shiftShop()
  const shift = await it.begin('08:00')
  await it.sellAt('08:10', { payType: 'cash', lineItems: [{ volumeCl: 30_00, totaliserEndCl: 1_030_00 }] })
  await it.sellAt('08:20', { payType: 'wx', externalSerialNo: serial() })
  await it.sellAt('08:30')
  const one = await it.close(shift.id, 240_00, { force: true, startNext: true })
  setClock(noon)
  const auditor = await it.staff('ledger.prove')
  const broken = async () => {
    const { laws } = await auditor.call(ledgerProof, {})
    return laws.filter(({ breaches }) => breaches > 0).map(({ law, examples }) => `${law} ${examples[0]!.replaceAll(/\d+/g, 'n')}`)
  }
  return { ...it, shift, one, broken }
}

const tables = ['', '_pay_type', '_item', '_nozzle', '_employee', '_unpaid', '_correction', '_seal'].map(part => `class_settle${part}`)

test.each(tables)('%s: the application may neither edit nor delete, and whoever owns it is stopped as well', async table => {
  const { within, rows } = await settled()
  const change = (text: string) => within(ctx => sql.raw(text).execute(ctx.tx))
  await expect(change(`update ${table} set company_id = company_id`)).rejects.toThrow('permission denied')
  await expect(change(`delete from ${table}`)).rejects.toThrow('permission denied')
  await expect(rows(`update ${table} set company_id = company_id`)).rejects.toThrow('is final')
  await expect(rows(`delete from ${table}`)).rejects.toThrow('is final')
  await expect(rows(`truncate ${table} cascade`)).rejects.toThrow('is final')
})

/** A hand that reaches past every guard: triggers off, walls down. */
const tamper = (statement: string) =>
  owned(`do $do$ begin perform set_config('session_replication_role', 'replica', true); ${statement}; end $do$`)

test('a settlement that nobody touched is proven', async () => {
  const { broken } = await settled()
  expect(await broken()).toEqual([])
})

const whole = 'I14 settlement of n-n-n shift n'
test.each([
  [
    'the counted cash',
    'update class_settle set counted_cents = counted_cents - 5, difference_cents = difference_cents - 5 where id = $1',
    whole,
  ],
  ['one way of payment', "update class_settle_pay_type set counted_cents = 1 where class_settle_id = $1 and pay_type = 'wx'", whole],
  ['the litres of an item', 'update class_settle_item set volume_cl = volume_cl - 1 where class_settle_id = $1', whole],
  ['a meter', 'update class_settle_nozzle set end_cl = 100 where class_settle_id = $1', whole],
  ['who sold', 'update class_settle_employee set orders = 0 where class_settle_id = $1', whole],
  ['an order carried over, taken out', 'delete from class_settle_unpaid where class_settle_id = $1', whole],
  [
    'an employee put in',
    `insert into class_settle_employee select class_settle_id, company_id, 7, name, 0, 0, 0, 0 from class_settle_employee
      where class_settle_id = $1`,
    whole,
  ],
  [
    'the note, and its seal to match',
    `update class_settle set note = 'agreed' where id = $1;
    update class_settle_seal set hash = class_settle_hash($1) where class_settle_id = $1`,
    whole,
  ],
  ['the settlement itself, gone', 'delete from class_settle where id = $1', 'I14 shift n'],
  [
    'a payment of the shift',
    "update pay_transaction set amount_cents = amount_cents - 1 where pay_type = 'cash' and shift_id = $2",
    'I12 settlement of shift n, cash',
  ],
  [
    'a payment moved to another shift',
    "update pay_transaction set shift_id = null where pay_type = 'wx' and shift_id = $2",
    'I12 payment sn-n-n',
  ],
  [
    'a sale of the shift',
    `update order_line set volume_cl = volume_cl + 1, price_derived = true
      where order_id in (select id from sale_order where shift_id = $2)`,
    'I12 settlement of shift n, item n',
  ],
])('prove finds %s', async (_, statement, finding) => {
  const { one, shift, broken } = await settled()
  await tamper(statement.replaceAll('$1', String(one.id)).replaceAll('$2', String(shift.id)))
  expect(await broken()).toContain(finding)
})

test('the fingerprint does not depend on the clock and the manners of whoever looks', async () => {
  const { one, rows } = await settled()
  const hash = async (manners: string) => {
    const [row] = await rows<{ hash: string }>("select encode(class_settle_hash($1), 'hex') as hash from set_config($2, $3, true)", [
      one.id,
      ...manners.split('='),
    ])
    return row!.hash
  }
  const hashes = [await hash('timezone=UTC'), await hash('timezone=Europe/Prague'), await hash('datestyle=German')]
  expect(new Set(hashes).size).toBe(1)
})

test('a settlement reads the same to whoever reads it, whatever happens to its names later', async () => {
  const { lin, one, rows, station, goods } = await settled()
  await rows('update station set name = $2 where id = $1', [station.id, 'Another name'])
  await rows('update item set name = $2 where id = $1', [goods.id, 'Another thing'])
  expect(await lin.call(settlement.get, { id: one.id })).toEqual(one)
  setClock(at('12:00'))
})
