import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { migrate } from '../../platform/postgres/migrate.ts'
import { freshDatabase } from '../../testing/database.ts'

const database = await freshDatabase(inject('cluster'), 'template0')
afterAll(() => database.drop())

test('what a company had listed belongs to each of its stations afterwards, and nothing of it is lost', async () => {
  await migrate(database.url, { upTo: '0048_base_fuel.sql' })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const rows = async (sql: string): Promise<unknown[]> => (await client.query(sql)).rows
  await client.query(`
    insert into company (id, code, name) values (1, 'a', 'Two stations'), (2, 'b', 'One station'), (3, 'c', 'None yet');
    insert into station (id, company_id, code, name, time_zone)
      values (11, 1, 'e', 'East', 'Asia/Shanghai'), (12, 1, 'w', 'West', 'Asia/Shanghai'), (21, 2, 'q', 'Quay', 'Asia/Shanghai');
    insert into fuel_code (id, company_id, code, type, description)
      values (101, 1, '092', 'gasoline', '92#'), (102, 1, '200', 'diesel', '0#'), (201, 2, '092', 'gasoline', ''),
        (301, 3, '095', 'gasoline', '95#');
  `)
  expect(await migrate(database.url)).toContain('0049_fuel_code_station.sql')

  // An id of its own for each copy; the rows that were there keep theirs.
  const kept = `select least(id, 1000)::int as id, station_id::int, code, type, description from fuel_code order by station_id, code`
  expect(await rows(kept)).toEqual([
    { id: 101, station_id: 11, code: '092', type: 'gasoline', description: '92#' },
    { id: 102, station_id: 11, code: '200', type: 'diesel', description: '0#' },
    { id: 1000, station_id: 12, code: '092', type: 'gasoline', description: '92#' },
    { id: 1000, station_id: 12, code: '200', type: 'diesel', description: '0#' },
    { id: 201, station_id: 21, code: '092', type: 'gasoline', description: '' },
  ])
  expect(await rows('select company_id::int, action, subject, detail from audit_entry')).toEqual([
    {
      company_id: 3,
      action: 'fuelCodes.delete',
      subject: 'fuelCodes:301',
      detail: { id: 301, code: '095', type: 'gasoline', description: '95#' },
    },
  ])
  const wall = `select relforcerowsecurity as forced, (select count(*)::int from pg_policy where polrelid = pg_class.oid) as policies
    from pg_class where relname = 'fuel_code'`
  expect(await rows(wall)).toEqual([{ forced: true, policies: 1 }])
  await client.end()
})
