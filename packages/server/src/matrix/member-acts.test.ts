import {
  addFleet,
  cardMoney,
  chargeUserCard,
  debitItems,
  employeeImports,
  fillAlerts,
  fleetAgreements,
  fleetBilling,
  fleetBills,
  fleets,
  memberImports,
  memberMerge,
  members,
  pageOf,
  pagesOf,
  permissionsOf,
  points,
  reports,
  roles,
  services,
  transferUserCard,
  type Endpoint,
  type Role,
} from '@forecourt/contract'
import { expect, test } from 'vitest'
import '../modules/index.ts'
import { sample } from '../testing/sample.ts'
import { world } from '../testing/world.ts'

const columns = ['station_master', 'station_leader', 'station_employee', 'station_salesman', 'station_bill'] as const
const others = ['company_user', 'company_group', 'group_master'] as const
const everyone: readonly Role[] = [...columns, ...others]

/** What each role does. Columns: station master, shift leader, employee, salesman, bill clerk; company, head office, leader of a fleet. */
const table: [string, Endpoint, string][] = [
  ['lists members', members.list, '++++. ++.'],
  ['adds a member', members.create, '++++. +..'],
  ['tops up a card', chargeUserCard, '+++.. +..'],
  ['sees fleets', fleets.list, '+++++ +++'],
  ['gives a top-up back', cardMoney.refundCharge, '++... +..'],
  ['thaws a balance', cardMoney.thaw, '++... +..'],
  ['allocates to sub cards', transferUserCard, '++... +.+'],
  ['merges members', memberMerge.merge, '++... +..'],
  ['adjusts a balance', cardMoney.adjust, '+.... +..'],
  ['gives points', points.reward, '+.... +..'],
  ['keeps top-up packages', debitItems.create, '+.... +..'],
  ['opens a fleet', addFleet, '+.... +..'],
  ['imports employees of a fleet', employeeImports.begin, '+.... +.+'],
  ['opens a service', services.open, '..... +..'],
  ['makes an agreement', fleetAgreements.create, '..... +..'],
  ['imports members', memberImports.check, '..... +..'],
  ['draws up a bill', fleetBilling.prepare, '....+ +..'],
  ['reads bills', fleetBills.list, '+...+ +++'],
  ['reads alerts of fills', fillAlerts.list, '+.... +++'],
  ['reads how money moved', reports.moneyChange, '++... ++.'],
]

// @req SEC-029 FLT-018
test.each(table)('who %s', async (_, endpoint, marks) => {
  const it = await world()
  const may = await Promise.all(
    everyone.map(async role => {
      const who = await it.staff({
        role,
        ...(role.startsWith('station_') && { stationIds: [it.station.id] }),
        over: overOf(role, it.station.id),
      })
      const { body, query, path } = endpoint
      const sent = { ...(path.includes('/:id') && { id: 987_654_321 }), ...(body && { body: sample(body, 987_654_321) }) }
      const code = await who.refused(endpoint, { ...sent, ...(query && { query: {} }) })
      return code === 'auth.forbidden' ? '.' : '+'
    }),
  )
  expect([may.slice(0, columns.length).join(''), may.slice(columns.length).join('')].join(' ')).toBe(marks)
})
const overOf = (role: Role, stationId: number) => ({
  ...(role.startsWith('station_') && { stationId }),
  ...(role === 'group_master' && { fleetId: 987_654_321 }),
})

// @req FLT-018 FLT-019
test('a leader of a fleet opens one page of cards and no other, whose parts are the bills, the quotas and the alerts of the fleet', () => {
  const opened = pagesOf('group_master').filter(name => pageOf(name)?.level !== 'platform')
  expect(opened.filter(name => !['home', 'analyse'].includes(name))).toEqual(['assginMge'])
  const parts = [
    'fleet.employee.read',
    'fleet.car.read',
    'card.detail.read',
    'quota.read',
    'bill.read',
    'bill.agreement.read',
    'plausibility.read',
  ]
  expect(parts.filter(permission => !permissionsOf('group_master').has(permission))).toEqual([])
  expect(
    [...permissionsOf('group_master')].filter(permission => /charge|issue|refund|adjust|farewell|merge|member\.read/.test(permission)),
  ).toEqual([])
  expect(roles).toEqual(expect.arrayContaining([...everyone]))
})
