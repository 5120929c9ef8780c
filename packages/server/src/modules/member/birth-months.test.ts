import { members } from '@forecourt/contract'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { migrate } from '../../platform/postgres/migrate.ts'
import { freshDatabase } from '../../testing/database.ts'
import { runDueJobs } from '../../testing/jobs.ts'
import { noon, owned, world } from '../../testing/world.ts'
import { member } from './index.ts'

/** Eighteen characters, born on the first of a month, with the check digit that holds. */
function idNumber(month: number, nth = 1): string {
  const digits = `1101051980${String(month).padStart(2, '0')}01${String(nth).padStart(3, '0')}`
  const sum = Array.from(digits, (digit, at) => Number(digit) * (2 ** (17 - at) % 11)).reduce((all, each) => all + each, 0)
  return `${digits}${'10X98765432'[sum % 11]!}`
}

/** Members who were added before months were kept, and the job that the upgrade asks for. */
async function upgraded(entered: readonly (string | undefined)[]) {
  const it = await world()
  const lin = await it.staff()
  const ids: number[] = []
  for (const [nth, number] of entered.entries()) {
    const body = { name: `Member ${nth}`, mobile: `1390000${String(1000 + nth)}`, ...(number && { idNumber: number }) }
    ids.push((await lin.call(members.create, { body })).id)
  }
  await owned('update member_profile set birth_month = null where company_id = $1', [it.company.id])
  const ask = async () => {
    const [last] = await owned<{ upTo: number }>(`select max(id) as "upTo" from member_profile where company_id = $1`, [it.company.id])
    await it.within(async ctx => ctx.job('member.birthMonths', { after: 0, upTo: last!.upTo }))
  }
  const months = async () => Promise.all(ids.map(async id => (await lin.call(members.get, { id })).birthMonth))
  return { ...it, lin, ids, ask, months, run: () => runDueJobs(member.tasks, noon) }
}

test('ID numbers that were entered before months of birth were kept get theirs, in the form of today and the former one', async () => {
  const it = await upgraded([idNumber(2), undefined, '110105491231002', idNumber(11)])
  await it.ask()
  await it.run()
  expect(await it.months()).toEqual([2, null, 12, 11])
  const found = await it.lin.call(members.list, { query: { search: 'birthMonth:(2|11)' } })
  expect(found.content.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([it.ids[0]!, it.ids[3]!].toSorted((a, b) => a - b))
})

test('a month that was entered stays, and one that was taken away after the upgrade does not come back', async () => {
  const it = await upgraded([idNumber(2), idNumber(3)])
  await owned('update member_profile set birth_month = 7 where user_id = $1', [it.ids[0]])
  await it.ask()
  await it.run()
  expect(await it.months()).toEqual([7, 3])
  const { version, name, mobile } = await it.lin.call(members.get, { id: it.ids[1]! })
  await it.lin.call(members.update, { id: it.ids[1]!, body: { name, mobile, version, birthMonth: null } })
  await it.run()
  expect(await it.months()).toEqual([7, null])
})

test('more than one portion is read in several runs, each of which begins where the one before ended', async () => {
  const it = await upgraded([idNumber(5)])
  await owned(
    `with people as (
       insert into user_account (company_id, name) select company_id, 'Copy ' || n from member_profile, generate_series(1, 1100) n
       where company_id = $1 returning id)
     insert into member_profile (company_id, user_id, id_number_sealed, id_number_key_id, id_number_index, id_number_mask)
     select company_id, people.id, id_number_sealed, id_number_key_id, id_number_index, id_number_mask
     from member_profile cross join people where company_id = $1`,
    [it.company.id],
  )
  await it.ask()
  expect(await it.run()).toBe(3)
  const left = await owned('select 1 from member_profile where company_id = $1 and birth_month is distinct from 5', [it.company.id])
  expect(left).toEqual([])
})

test('what is sealed under a key that is not held stays as it is, and holds nobody up', async () => {
  const it = await upgraded([idNumber(2), idNumber(3)])
  await owned(`update member_profile set id_number_key_id = 'lost' where user_id = $1`, [it.ids[0]])
  await it.ask()
  await it.run()
  expect(await it.months()).toEqual([null, 3])
  expect(await owned(`select state from job where task = 'member.birthMonths' and company_id = $1`, [it.company.id])).toEqual([
    { state: 'done' },
  ])
})

test('the upgrade asks for it where a company has such ID numbers, up to the last of them', async () => {
  const database = await freshDatabase(inject('cluster'), 'template0')
  const client = new pg.Client({ connectionString: database.url })
  try {
    await migrate(database.url, { upTo: '202612030501_reckoned.sql' })
    await client.connect()
    await client.query('set session_replication_role = replica')
    await client.query(`
      insert into company (id, code, name) values (1, 'riverside', 'Riverside'), (2, 'harbour', 'Harbour');
      insert into member_profile (company_id, id, user_id, id_number_sealed, id_number_key_id, id_number_index, id_number_mask, birth_month)
      values (1, 10, 1, 'x', 'k', 'i', 'm', null), (1, 11, 2, 'x', 'k', 'i', 'm', null), (1, 12, 3, null, null, null, null, null),
        (2, 20, 4, 'x', 'k', 'i', 'm', 3)`)
    await client.query('set session_replication_role = origin')
    await migrate(database.url)
    const { rows } = await client.query(`select company_id::int as company, payload from job where task = 'member.birthMonths'`)
    expect(rows).toEqual([{ company: 1, payload: { after: 0, upTo: 11 } }])
  } finally {
    await client.end()
    await database.drop()
  }
})
