import { companies, sessions, stations } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { browser } from '../../testing/access.ts'
import { db, noon, owned } from '../../testing/world.ts'
import { foundCompany } from './founding.ts'

const fresh = 'badger-tunnel-44'
const river = { code: 'river', name: '滨江石化' }
const morava = { code: 'morava', name: 'Morava', currency: 'CZK', currencyName: 'Kč', symbol: 'Kč', timeZone: 'Europe/Prague' }

test('the very first user is the superAdmin, sets the password through a link, and sees every company that comes after', async () => {
  const first = await foundCompany(db, { company: river, admin: { name: '陈', mobile: '13800000001' } }, noon)
  const second = await foundCompany(db, { company: morava, admin: { name: 'Jana', email: 'jana@morava.example' } }, noon)
  expect([first.role, second.role]).toEqual(['superAdmin', 'admin'])

  const chen = browser()
  const code = first.path.replace('/login#invitation=', '')
  expect((await chen.raw('POST', '/users/invitation', { code, password: fresh })).json()).toEqual({ name: '陈' })
  await chen.raw('POST', '/users/login', { mobile: '13800000001', password: fresh, companyId: 'river' })
  expect((await chen.call(sessions.profile, {})).defaultRole).toBe('superAdmin')
  expect((await chen.call(companies.list, {})).content).toMatchObject([
    { code: 'morava', currency: 'CZK' },
    { code: 'river', currency: 'CNY' },
  ])

  const into = { company: String((await chen.call(companies.list, { query: { search: 'code:morava' } })).content[0]!.id) }
  const station = await chen.call(stations.create, { body: { code: 'B001', name: 'Brno' } }, into)
  expect(station.companyId).toBe(Number(into.company))
})

test.each([
  ['a code that is taken', { company: { ...river, name: 'Other' }, admin: { name: 'Wu', mobile: '13800000002' } }, 'company.codeTaken'],
  [
    'a currency without hundredths',
    { company: { ...river, code: 'jp', currency: 'JPY' }, admin: { name: 'Wu', mobile: '13800000002' } },
    'validation',
  ],
  ['nobody to reach', { company: { ...river, code: 'nobody' }, admin: { name: 'Wu' } }, 'validation'],
])('a company with %s is not founded, nor half of it', async (_, founding, words) => {
  await expect(foundCompany(db, founding, noon)).rejects.toThrow(words)
  expect(await owned("select 1 from user_account where name = 'Wu'")).toEqual([])
})
