import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { misshapen } from '../../testing/catalogue.ts'
import { freshDatabase } from '../../testing/database.ts'

const database = await freshDatabase(inject('cluster'))
const client = new pg.Client({ connectionString: database.url })
beforeAll(() => client.connect())
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Says what is wrong after these statements, of which nothing stays. */
async function with_(planted: string): Promise<string[]> {
  await client.query('begin')
  try {
    await client.query(planted)
    return await misshapen(client)
  } finally {
    await client.query('rollback')
  }
}

test('every table, key, reference, wall and default keeps companies apart', async () => {
  expect(await misshapen(client)).toEqual([])
})

test('a statement that names its company is planned for as many rows as come: the wall beside it is not counted again', async () => {
  await client.query('begin')
  try {
    await client.query(`create table pump (company_id bigint not null, id bigint not null, primary key (company_id, id));
      select guard_tenant('pump'); insert into pump select n % 10, n from generate_series(1, 1000) as n; analyze pump;
      set local role forecourt_app; set local app.companies = '3'`)
    const planned = async (where: string) => {
      const { rows } = await client.query(`explain (format json) select from pump where ${where}`)
      return rows[0]['QUERY PLAN'][0].Plan['Plan Rows'] as number
    }
    const { rows } = await client.query('select from pump')
    expect(rows).toHaveLength(100)
    const expected = await planned('company_id = 3')
    expect(expected).toBeGreaterThan(90)
    expect(expected).toBeLessThanOrEqual(100)
    await client.query("set local app.companies = '1,3,5'")
    expect(await planned('company_id = any (array[1, 3, 5])')).toBeGreaterThan(290)
    await client.query("set local app.companies = 'all'")
    expect(await planned('true')).toBeGreaterThan(900)
  } finally {
    await client.query('rollback')
  }
})

test.each([
  ['one company', '3', [3]],
  ['several', '3,33,5', [3, 5, 33]],
  ['the last of them', '5,333', [5, 333]],
  ['none whose number is only part of another', '133,334,53', []],
  ['every company', 'all', [3, 5, 33, 333]],
  ['nothing that only looks like it', 'All', []],
  ['nothing for a word in the list', '3,all', [3]],
  ['none', '', []],
  ['nothing for commas', ',', []],
  ['nothing that is left out', null, []],
])('the wall shows the rows of %s', async (_name, companies, shown) => {
  await client.query('begin')
  try {
    await client.query(`create table pump (company_id bigint not null, id bigint not null, primary key (company_id, id));
      select guard_tenant('pump'); insert into pump select n, n from unnest(array[3, 5, 33, 333]) as n; set local role forecourt_app`)
    if (companies !== null) await client.query(`select set_config('app.companies', $1, true)`, [companies])
    const { rows } = await client.query('select id from pump order by id')
    expect(rows.map(({ id }) => Number(id))).toEqual(shown)
    if (shown.length === 0) await expect(client.query('insert into pump values (3, 4)')).rejects.toThrow('row-level security')
  } finally {
    await client.query('rollback')
  }
})

const pump = (columns: string) => `create table pump (${columns}); select guard_tenant('pump')`
const own = 'company_id bigint not null references company, id bigint not null default next_id()'

describe('what would not is named', () => {
  test.each([
    ['a table of no company', 'create table pump (id bigint primary key)', ['pump: has no company, and is not named among the tables']],
    ['a key without the company', pump(`${own}, primary key (id)`), ['its primary key does not begin', 'pump_pkey is unique beyond']],
    ['a key that does not begin with it', pump(`${own}, primary key (id, company_id)`), ['pump: its primary key does not begin']],
    ['no key', pump(own), ['pump: its primary key does not begin with the company']],
    ['a number taken by all companies', pump(`${own}, no int unique, primary key (company_id, id)`), ['pump_no_key is unique beyond']],
    ['a number drawn by a sequence', pump(`${own}, no bigserial, primary key (company_id, id)`), ['the default of no is drawn from']],
    [
      'an identity',
      pump('company_id bigint, id bigint generated always as identity, primary key (company_id, id)'),
      ['pump: id is an identity'],
    ],
    [
      'a reference by the id alone',
      `create unique index on station (id); ${pump(`${own}, at bigint references station (id), primary key (company_id, id)`)}`,
      ['pump: pump_at_fkey does not name the company of what it refers to', 'station: station_id_idx is unique beyond the company'],
    ],
    [
      'a reference to whatever company is written beside it',
      pump(`${own}, of bigint, at bigint, primary key (company_id, id), foreign key (of, at) references station (company_id, id)`),
      ['pump: pump_of_at_fkey does not name the company of what it refers to'],
    ],
    ['no wall', `create table pump (${own}, primary key (company_id, id))`, ['pump: the tenant wall is not there']],
    ['a wall its owner passes', 'alter table station no force row level security', ['station: the tenant wall is']],
    ['a wall that asks by a subquery', wallOf('company_id = any ((select visible_companies())::bigint[])'), ['visible_companies']],
    [
      'a wall that the planner counts beside the company that a statement names',
      wallOf("company_id = any (string_to_array(current_setting('app.companies', true), ',')::bigint[])"),
      ['station: the tenant wall is (company_id = ANY'],
    ],
    ['a wall that lets everyone through', wallOf('true'), ['station: the tenant wall is true']],
    ['a second way through the wall', 'create policy door on station using (true)', ['station: the tenant wall is']],
  ])('%s', async (_name, planted, expected) => {
    const found = await with_(planted)
    expect(found.length).toBeGreaterThan(0)
    for (const words of expected) expect(found.join('\n')).toContain(words)
  })
})
function wallOf(asks: string): string {
  return `alter policy tenant on station using (${asks})`
}
