import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { setTenantScope } from '../execution/command.ts'
import { db, owned, unnamed, world } from '../../testing/world.ts'
import type { Tx } from './database.ts'
import { insertRows } from './insert-rows.ts'
import { allCompanies, inScope, scoped } from './name-companies.ts'

/** What PostgreSQL was asked, as it tells it. */
async function asked(companyIds: readonly number[], act: (tx: Tx) => Promise<unknown>): Promise<Record<string, string[]>> {
  const before = new Map(unnamed)
  await db.transaction().execute(async begun => act(await setTenantScope(begun, companyIds)))
  const found = [...unnamed].filter(([text]) => !before.has(text))
  for (const [text] of found) unnamed.delete(text)
  return Object.fromEntries(found.map(([text, of]) => [text.trim(), of.map(({ table, kind }) => `${table} ${kind}`)]))
}
afterEach(() => expect([...unnamed]).toEqual([]))

const builders: Record<string, (tx: Tx) => { compile(): { sql: string; parameters: readonly unknown[] } }> = {
  'a query': tx => tx.selectFrom('station').where('id', '=', 5).select('name'),
  'a query of nothing but its table': tx => tx.selectFrom('station').select('name'),
  'one of two conditions': tx =>
    tx
      .selectFrom('station')
      .where(of => of.or([of('id', '=', 5), of('name', '=', 'East')]))
      .select('name'),
  'a join': tx => tx.selectFrom('item').innerJoin('category as c', 'c.id', 'item.categoryId').select('c.name'),
  'an outer join': tx => tx.selectFrom('station as s').leftJoin('device as d', 'd.stationId', 's.id').select(['s.id', 'd.id as device']),
  'a query within a query': tx =>
    tx
      .selectFrom('station')
      .where('id', 'in', of => of.selectFrom('device').select('stationId'))
      .select('name'),
  'a query beside raw text': tx => tx.selectFrom('station').select(of => sql`exists ${of.selectFrom('device').select('id')}`.as('has')),
  'a lock': tx => tx.selectFrom('station').where('id', '=', 5).select('id').forUpdate(),
  'an edit': tx => tx.updateTable('station').set({ name: 'West' }).where('id', '=', 5),
  'an edit from another table': tx =>
    tx.updateTable('item').from('product').set({ name: 'x' }).whereRef('product.id', '=', 'item.productId').where('item.id', '=', 5),
  'a deletion': tx => tx.deleteFrom('device').where('id', '=', 5),
}

test.each(Object.entries(builders))('%s that is built names its company at every table of companies', async (_, build) => {
  const { company } = await world()
  expect(await asked([company.id], tx => sql`${build(tx)}`.execute(tx))).toEqual({})
  await db.transaction().execute(async begun => {
    const tx = await setTenantScope(begun, [company.id])
    const { sql: text, parameters } = build(tx).compile()
    const tables = text.match(/\b(from|join|update) "(station|item|category|device|product)"/g)!
    expect(parameters.filter(each => each === company.id)).toHaveLength(tables.length)
  })
})

test('an outer join keeps the rows that find nothing, and a table without companies is asked as before', async () => {
  const { company, station } = await world()
  await db.transaction().execute(async begun => {
    const tx = await setTenantScope(begun, [company.id])
    const rows = await tx
      .selectFrom('station as s')
      .leftJoin('device as d', 'd.stationId', 's.id')
      .select(['s.id', 'd.id as device'])
      .execute()
    expect(rows).toEqual([{ id: station.id, device: null }])
    expect(tx.selectFrom('company').select('name').compile().sql).toBe('select "name" from "company"')
  })
})

test('who sees several companies asks for all of them, and who sees none finds nothing', async () => {
  const [one, other] = [await world(), await world()]
  const stations = (companyIds: readonly number[]) =>
    db.transaction().execute(async begun => {
      const tx = await setTenantScope(begun, companyIds)
      return tx.selectFrom('station').select('id').orderBy('id').execute()
    })
  expect(await stations([one.company.id, other.company.id])).toEqual([{ id: one.station.id }, { id: other.station.id }])
  expect(await stations([])).toEqual([])
})

// Written out, as handlers write what the query builder cannot say.
const written: [string, (tx: Tx) => ReturnType<typeof sql>, object][] = [
  ['a station by its number alone', () => sql`select name from station where id = 5`, { station: 'unnamed' }],
  ['the same in the companies of its transaction', tx => sql`select name from station where ${inScope(tx)} and id = 5`, {}],
  ['the table as the transaction sees it', tx => sql`select name from ${scoped(tx, 'station')} station where id = 5`, {}],
  [
    'a join that follows a number',
    tx => sql`
    select from ${scoped(tx, 'item')} item join category on category.id = item.category_id`,
    { category: 'unnamed' },
  ],
  [
    'a join that follows the company',
    tx => sql`
    select from ${scoped(tx, 'item')} item join category on category.company_id = item.company_id and category.id = item.category_id`,
    {},
  ],
  [
    'row by row, tied to the company of the row',
    tx => sql`
    select (select count(*) from tank where tank.company_id = station.company_id and tank.station_id = station.id)
    from ${scoped(tx, 'station')} station`,
    { tank: 'tied' },
  ],
  [
    'a branch that is never read',
    tx => sql`select either.id from (
      select 'station' as kind, id, company_id, name from ${scoped(tx, 'station')} station
      union all select 'tank', tank.id, tank.company_id, '' from tank where tank.station_id > 0) as either
    left join company on company.id = either.company_id where kind = 'station'`,
    {},
  ],
  ['an edit by number', () => sql`update station set name = 'West' where id = 5`, { station: 'unnamed' }],
  ['every company, and said so', () => sql`${sql.raw(allCompanies)} select count(*) from station`, {}],
]
test.each(written)('of a statement that is written out it is told whether it names its company: %s', async (_, write, expected) => {
  const { company } = await world()
  const found = await asked([company.id], tx => write(tx).execute(tx))
  expect(Object.values(found)).toEqual(Object.entries(expected).map(([table, kind]) => [`${table} ${kind}`]))
})

test('within a function, too: the statement and not who calls it', async () => {
  const { company, rows } = await world()
  await rows(`create function planted(wanted bigint) returns text language plpgsql as
    $$ begin return (select name from station where id = wanted); end $$`)
  await rows('grant execute on function planted to forecourt_app')
  const found = await asked([company.id], tx => sql`select planted(5)`.execute(tx))
  expect(Object.values(found)).toEqual([['station unnamed']])
})

test('a row of a company that the transaction may not see is refused, and not left out', async () => {
  const [mine, theirs] = [await world(), await world()]
  const printer = (of: typeof mine) => ({ companyId: of.company.id, stationId: of.station.id, name: 'At the till' })
  const insert = (...rows: ReturnType<typeof printer>[]) =>
    db.transaction().execute(async begun => insertRows(await setTenantScope(begun, [mine.company.id]), 'printer', rows))
  await insert(printer(mine))
  await expect(insert(printer(theirs))).rejects.toMatchObject({ code: '42501' })
  await expect(insert({ ...printer(mine), name: 'In the shop' }, printer(theirs))).rejects.toMatchObject({ code: '42501' })
  expect(await owned(`select name from printer where company_id = any ($1)`, [[mine.company.id, theirs.company.id]])).toEqual([
    { name: 'At the till' },
  ])
})
