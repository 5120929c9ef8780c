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
