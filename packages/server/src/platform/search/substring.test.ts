import { resources } from '@forecourt/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db, owned, world } from '../../testing/world.ts'
import { setTenantScope, type ScopeValue } from '../execution/command.ts'
import { listOf } from './list.ts'

const word = (max: number) =>
  fc.array(fc.constantFrom(...'王伟芳娜小aAbB1%_*\\ß'), { minLength: 1, maxLength: max }).map(letters => letters.join(''))
const escaped = (keyword: string) => keyword.replaceAll(/[\\*]/g, mark => `\\${mark}`)
const users = resources.get('users')!

test('any part of a name is found, from one character on: what the index finds is what looking at each would find', async () => {
  const [here, there] = [await world(), await world()]
  const plant = (companyId: number, names: string[]) =>
    owned('insert into user_account (company_id, name, mobile) select $1, name, null from unnest($2::text[]) as name', [companyId, names])
  const names = fc.sample(word(6), { seed: 7, numRuns: 150 })
  await plant(here.company.id, names)
  await plant(there.company.id, names)
  const scope: ScopeValue = { companyIds: [here.company.id], zone: 'Asia/Shanghai' }
  const rows = await owned<{ id: number; name: string }>('select id, name from user_account where company_id = $1', [here.company.id])

  await fc.assert(
    fc.asyncProperty(word(3), fc.constantFrom('contains', 'starts', 'ends'), async (keyword, how) => {
      const [before, after] = [how === 'starts' ? '' : '*', how === 'ends' ? '' : '*']
      const folded = keyword.toLowerCase()
      const holds = {
        contains: (name: string) => name.includes(folded),
        starts: (name: string) => name.startsWith(folded),
        ends: (name: string) => name.endsWith(folded),
      }[how]
      const expected = rows.filter(({ name }) => holds(name.toLowerCase())).map(({ id }) => id)
      const { content, totalElements } = await db.transaction().execute(async tx => {
        await setTenantScope(tx, scope.companyIds)
        return listOf(tx, users, { search: `name:${before}${escaped(keyword)}${after}`, size: 500 }, scope)
      })
      expect(new Set(content.map(({ id }) => id))).toEqual(new Set(expected))
      expect(totalElements).toBe(expected.length)
    }),
    { numRuns: 60 },
  )
})

test('pages of what a keyword finds are the whole in its order, each of them with how many there are', async () => {
  const { company } = await world()
  const names = fc.sample(word(6), { seed: 5, numRuns: 80 }).map(name => `王${name}`)
  await owned('insert into user_account (company_id, name) select $1, name from unnest($2::text[]) as name', [company.id, names])
  const scope: ScopeValue = { companyIds: [company.id], zone: 'Asia/Shanghai' }
  const list = (query: object) =>
    db.transaction().execute(async tx => {
      await setTenantScope(tx, scope.companyIds)
      return listOf(tx, users, { search: 'name:*王*', ...query }, scope)
    })
  for (const sort of ['name,asc', 'id,desc', 'mobile,asc', undefined]) {
    const whole = (await list({ sort, size: 500 })).content.map(({ id }) => id)
    expect(new Set(whole).size).toBe(80)
    const pages = await Promise.all([0, 1, 2, 3].map(page => list({ sort, page, size: 27 })))
    expect(pages.flatMap(({ content }) => content.map(({ id }) => id))).toEqual(whole)
    // Of a page that lies behind the last row too.
    expect([...pages, await list({ sort, page: 9, size: 27 })].map(({ totalElements }) => totalElements)).toEqual(Array(5).fill(80))
  }
})

test('any part of a mobile is found, from one digit on', async () => {
  const { company } = await world()
  const digits = fc.array(fc.constantFrom(...'0123456789'), { minLength: 8, maxLength: 8 }).map(rest => `138${rest.join('')}`)
  const mobiles = [...new Set(fc.sample(digits, { seed: 11, numRuns: 300 }))]
  const plant = 'insert into user_account (company_id, name, mobile) select $1, $2, mobile from unnest($3::text[]) as mobile'
  await owned(plant, [company.id, 'Member', mobiles])
  const scope: ScopeValue = { companyIds: [company.id], zone: 'Asia/Shanghai' }
  const cut = fc.tuple(fc.constantFrom(...mobiles), fc.nat(10), fc.integer({ min: 1, max: 5 }))
  await fc.assert(
    fc.asyncProperty(cut, async ([mobile, at, size]) => {
      const part = mobile.slice(at, at + size)
      const { totalElements } = await db.transaction().execute(async tx => {
        await setTenantScope(tx, scope.companyIds)
        return listOf(tx, users, { search: `mobile:*${part}*,name:Member`, size: 1 }, scope)
      })
      expect(totalElements).toBe(mobiles.filter(each => each.includes(part)).length)
    }),
    { numRuns: 60 },
  )
})

test('the index answers for companies that one sees, and for the fields that it knows', async () => {
  const [here, there] = [await world(), await world()]
  await owned(`insert into user_account (company_id, name) values ($1, '王伟'), ($2, '王伟')`, [here.company.id, there.company.id])
  const asked = (field: string) =>
    here.within(async ({ tx }) => {
      const both = [here.company.id, there.company.id]
      const { rows } = await sql<{ id: number }>`select rows_holding('user_account', ${field}, ${both}::bigint[], '伟') as id`.execute(tx)
      return rows.length
    })
  expect(await asked('name')).toBe(1)
  await expect(asked('password_hash')).rejects.toThrow('no index knows')
})
