import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { freshDatabase } from '../../testing/database.ts'
import { migrate } from '../../platform/postgres/migrate.ts'

test('cards that were lost, disabled, locked, returned or replaced before there was a list are on it from the beginning', async () => {
  const database = await freshDatabase(inject('cluster'), 'template0')
  const client = new pg.Client({ connectionString: database.url })
  try {
    await migrate(database.url, { upTo: '202611271400_card_acts.sql' })
    await client.connect()
    // Cards alone, without the purses and holders that they refer to.
    await client.query('set session_replication_role = replica')
    await client.query(`
      insert into company (id, code, name) values (1, 'riverside', 'Riverside'), (2, 'harbour', 'Harbour');
      insert into user_card (company_id, number, kind, status, closed_time, card_id, principal_id, gift_id, lock_id, debt_id)
        select company, number, 'anonymous', status, closed, 1, 1, 1, 1, 1 from (values
          (1, '11', 'lose', null), (1, '12', 'normal', null), (1, '13', 'disable', now()), (1, '14', 'overspend', null),
          (1, '15', 'lock', null), (2, '11', 'disable', null), (2, '12', 'normal', null)
        ) as card (company, number, status, closed);
      insert into card_replacement (company_id, user_card_id, number, successor, reason, asked_at, asked_by, replaced_at) values
        (1, 1, '01', '11', 'lost', now(), 'user:1', now()), (1, 2, '12', '22', 'damaged', now(), 'user:1', null)`)
    await client.query('set session_replication_role = origin')
    await migrate(database.url)
    const { rows } = await client.query(`
      select company_id as company, number, reason, version from card_black_list order by company_id, version`)
    const entry = (company: number, number: string, reason: string, version: number) => ({ company, number, reason, version })
    expect(rows).toEqual([
      entry(1, '01', 'replaced', 1),
      entry(1, '11', 'lose', 2),
      entry(1, '13', 'returned', 3),
      entry(1, '15', 'lock', 4),
      entry(2, '11', 'disable', 1),
    ])
    const heads = await client.query('select company_id::int, version::int from card_black_list_head order by company_id')
    expect(heads.rows).toEqual([
      { company_id: 1, version: 4 },
      { company_id: 2, version: 1 },
    ])
    const changes = await client.query('select count(*)::int from card_black_list_change')
    expect(changes.rows).toEqual([{ count: 5 }])
  } finally {
    await client.end()
    await database.drop()
  }
})
