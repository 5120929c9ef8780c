import { chargeUserCard, daySettlement, differences, orderIntake, settlement } from '@forecourt/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { serial } from '../../testing/order.ts'
import { at, shiftShop } from '../../testing/settlement.ts'
import { noon, owned, setClock, tamper } from '../../testing/world.ts'

/** A settled shift with a bit of everything, and its station's next shift running. */
async function settled() {
  const it = await shiftShop()
  const shift = await it.begin('08:00')
  await it.sellAt('08:10', { payType: 'cash', lineItems: [{ volumeCl: 30_00, totaliserEndCl: 1_030_00 }] })
  await it.sellAt('08:20', { payType: 'wx', externalSerialNo: serial() })
  await it.sellAt('08:30')
  const card = await makeCard(it)
  await it.lin.call(chargeUserCard, {
    id: card.id,
    body: { stationId: it.station.id, amountCents: 100_00, payType: 'cash', withoutReceipt: true },
  })
  const one = await it.close(shift.id, 340_00, {
    force: true,
    startNext: true,
    cash: [
      { valueCents: 100_00, pieces: 3 },
      { valueCents: 20_00, pieces: 2 },
    ],
    tanks: [{ tankId: it.nozzle.tankId, volumeCl: 5_000_00 }],
  })
  setClock(noon)
  const broken = async () => {
    const results = await invariantsOf(it)
    return results
      .filter(({ breaches }) => breaches > 0)
      .map(({ invariant, examples }) => `${invariant} ${examples[0]!.replaceAll(/\d+/g, 'n')}`)
  }
  return { ...it, shift, one, broken }
}

/** The day of that shift, settled the next morning, and what somebody found out about it. */
async function settledDay() {
  const it = await settled()
  const [evening] = await it.rows<{ id: number }>(`select id from daily_state where station_id = $1 and status = 'open'`, [it.station.id])
  setClock(at('20:00'))
  await it.close(evening!.id, 0)
  const master = await it.staff({ role: 'station_master', stationIds: [it.station.id] })
  await master.call(differences.explain, { id: it.one.id, body: { said: 'The till was counted twice' } })
  await it.sellAt('20:10')
  setClock(at('08:00', '2026-05-02'))
  const day = await it.lin.call(daySettlement.settle, {
    body: { stationId: it.station.id, businessDay: '2026-05-01', statements: [{ payType: 'wx', countedCents: 240_00 }] },
  })
  // What came late for it is a correction in the open day, which is settled too.
  await it.device.call(orderIntake.take, {
    body: it.fuelSale({ sequence: it.nextSequence(), createdDate: at('09:00').toISOString(), payType: 'cash' }),
  })
  setClock(at('08:00', '2026-05-03'))
  await it.lin.call(daySettlement.settle, { body: { stationId: it.station.id, businessDay: '2026-05-02' } })
  setClock(noon)
  return { ...it, day }
}

const ofShift = ['', '_pay_type', '_item', '_nozzle', '_tank', '_cash', '_employee', '_unpaid', '_correction', '_seal']
const ofDay = ['', '_shift', '_pay_type', '_seal']
const tables = [...ofShift.map(part => `class_settle${part}`), ...ofDay.map(part => `day_settle${part}`), 'settle_explanation']

test('the application may read what is settled and add to it, in every such table and column, and nothing else', async () => {
  const rights = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']
  const found = await owned<{ name: string; may: string[] }>(
    `select relname as name, array_agg(act order by act) filter (where case when act in ('delete', 'truncate', 'trigger')
        then has_table_privilege('forecourt_app', pg_class.oid, act)
        else has_any_column_privilege('forecourt_app', pg_class.oid, act) end) as may
      from pg_class cross join unnest($1::text[]) as act
      where relkind = 'r' and relname ~ '^(class_settle|day_settle|settle_)' group by relname order by relname`,
    [rights],
  )
  expect(found).toEqual(tables.toSorted().map(name => ({ name, may: ['insert', 'select'] })))
})

test('what is settled, in whatever table: nobody edits or deletes it, not even its owner', async () => {
  const { within, rows } = await settledDay()
  const change = (text: string) => within(ctx => sql.raw(text).execute(ctx.tx))
  for (const table of tables) {
    expect((await rows(`select 1 from ${table} limit 1`)).length, `${table} holds something`).toBe(1)
    await expect(change(`update ${table} set company_id = company_id`), table).rejects.toThrow('permission denied')
    await expect(change(`delete from ${table}`), table).rejects.toThrow('permission denied')
    await expect(change(`truncate ${table} cascade`), table).rejects.toThrow('permission denied')
    await expect(rows(`update ${table} set company_id = company_id`), table).rejects.toThrow('is final')
    await expect(rows(`delete from ${table}`), table).rejects.toThrow('is final')
    await expect(rows(`truncate ${table} cascade`), table).rejects.toThrow('is final')
  }
})

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
  ['a dip', 'update class_settle_tank set end_cl = end_cl + 1 where class_settle_id = $1', whole],
  ['a note in the till', 'update class_settle_cash set pieces = pieces + 1 where class_settle_id = $1 and value_cents = 2000', whole],
  ['who sold', 'update class_settle_employee set orders = 0 where class_settle_id = $1', whole],
  ['an order carried over, taken out', 'delete from class_settle_unpaid where class_settle_id = $1', whole],
  [
    'an employee put in',
    `insert into class_settle_employee select class_settle_id, company_id, 7, name, 0, 0, 0, 0 from class_settle_employee
      where class_settle_id = $1 limit 1`,
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
    'a top-up moved to another shift',
    "update user_card_detail set shift_id = null where type = 'charge' and shift_id = $2",
    'I12 settlement of shift n, cash in the book',
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

const wholeDay = 'I14 day n-n-n of station n'
test.each([
  [
    'the counted money',
    'update day_settle set counted_cents = counted_cents - 5, difference_cents = difference_cents - 5 where id = $1',
    wholeDay,
  ],
  [
    'a statement',
    "update day_settle_pay_type set statement_cents = null, difference_cents = null where day_settle_id = $1 and pay_type = 'wx'",
    wholeDay,
  ],
  [
    'a statement, against what it says',
    'update day_settle_pay_type set counted_cents = 7 where day_settle_id = $1',
    'I13 day n-n-n of station n, cash',
  ],
  [
    'a shift of it, taken out',
    'delete from day_settle_shift where ctid = (select min(ctid) from day_settle_shift where day_settle_id = $1)',
    'I13 day n-n-n of station n',
  ],
  [
    'the note, and its seal to match',
    `update day_settle set note = 'agreed' where id = $1; update day_settle_seal set hash = day_settle_hash($1) where day_settle_id = $1`,
    wholeDay,
  ],
  ['its litres', 'update day_settle set volume_cl = volume_cl + 1 where id = $1', 'I13 day n-n-n of station n'],
])('prove finds of a settled day %s', async (_, statement, finding) => {
  const { day, broken } = await settledDay()
  expect(await broken()).toEqual([])
  await tamper(statement.replaceAll('$1', String(day.id)))
  expect(await broken()).toContain(finding)
})

test('the fingerprint does not depend on the time zone or the settings of the session that computes it', async () => {
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

test('a settlement reads the same to everyone, whatever happens to its names later', async () => {
  const { lin, one, rows, station, goods } = await settled()
  await rows('update station set name = $2 where id = $1', [station.id, 'Another name'])
  await rows('update item set name = $2 where id = $1', [goods.id, 'Another thing'])
  expect(await lin.call(settlement.get, { id: one.id })).toEqual(one)
  setClock(at('12:00'))
})
