import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pages, pagesOf } from '../pages.ts'
import { permissions, permissionsOf } from '../permissions.ts'
import { type Role } from '../roles.ts'
import { accessOf, reachOf, type Entry } from './effective.ts'
import { pageNeeds } from './page-permissions.ts'
import { permissionWords } from '../permissions.ts'
import { buttonNames, buttons } from './buttons.ts'
import type { AccessChanges } from './role-access.ts'
import { assignablePages, changeableRoles, interfaceNames, pagesOfPreset, presets, taskNames, withChildren } from './rules.ts'

const nothing: AccessChanges = {
  menus: { on: [], off: [] },
  buttons: { on: [], off: [] },
  interfaces: { on: [], off: [] },
  tasks: { on: [], off: [] },
}
const changed = (over: { [K in keyof AccessChanges]?: { on?: string[]; off?: string[] } }) =>
  Object.fromEntries(
    Object.entries(nothing).map(([kind, none]) => [kind, { ...none, ...over[kind as keyof AccessChanges] }]),
  ) as unknown as AccessChanges
const sorted = (names: Iterable<string>) => [...names].sort()

// @req ACC-063
test('a superAdmin opens every page and may do everything, whatever was changed of the role or assigned', () => {
  const everything = Object.keys(permissions).filter(name => name !== 'device.self')
  for (const changes of [
    null,
    changed({ menus: { off: ['allQuery'] }, buttons: { on: ['refund'] }, interfaces: { off: ['card.issue'] } }),
  ]) {
    for (const assigned of [null, { menus: ['AllQuery'], buttons: ['refund'] }, { menus: [], buttons: [] }]) {
      const access = accessOf('superAdmin', changes, assigned)
      expect(sorted(access.pages)).toEqual(sorted(pages.map(page => page.name)))
      expect(everything.filter(name => !access.permissions.has(name))).toEqual([])
    }
  }
})

// @req ACC-085
test.each(changeableRoles.map(role => [role]))('%s, of whom nothing was changed, has what the default matrix says', role => {
  for (const changes of [null, nothing]) {
    const access = accessOf(role, changes, null)
    expect(sorted(access.pages)).toEqual(sorted(pagesOf(role)))
    expect(sorted(access.permissions)).toEqual(sorted(permissionsOf(role)))
  }
})

// @req ACC-064
test('an administrator of whom nobody said otherwise opens every page but the one of a fleet’s leader', () => {
  const all = sorted(pages.map(page => page.name).filter(name => name !== 'assginMge'))
  expect(sorted(accessOf('admin', null, null).pages)).toEqual(all)
  expect(sorted(accessOf('admin', nothing, { menus: null, buttons: null }).pages)).toEqual(all)
  // An empty list of menus is no configured menu either, for an administrator alone.
  expect(sorted(accessOf('admin', null, { menus: [], buttons: null }).pages)).toEqual(all)
  expect(accessOf('admin', null, { menus: ['AllQuery'], buttons: null }).pages.has('fuelCode')).toBe(false)
  expect(accessOf('company_user', null, { menus: [], buttons: null }).pages.has('allQuery')).toBe(false)
})

const prohibitions = buttonNames.filter(name => buttons[name].rule === 'prohibition')
// @req ACC-078 ACC-079 ACC-080 ACC-081 ACC-082 ACC-083
test.each([
  ['invoicing', 'invoice.issue'],
  ['deductPoints', 'points.deduct'],
  ['givePoints', 'points.give'],
  ['issueCoupon', 'coupon.issue'],
  ['refund', 'order.refund'],
  ['adjustBalance', 'card.adjust'],
] as const)(
  'the prohibition %s takes %s from a station master, for the role or for the user alone, whatever else gives it',
  (name, permission) => {
    expect(accessOf('station_master', nothing, null).permissions.has(permission)).toBe(true)
    expect(accessOf('station_master', changed({ buttons: { on: [name] } }), null).permissions.has(permission)).toBe(false)
    expect(accessOf('station_master', nothing, { menus: null, buttons: [name] }).permissions.has(permission)).toBe(false)
    const insisted = changed({ buttons: { on: [name] }, menus: { on: ['allQuery', 'cardQuery'] } })
    expect(accessOf('station_master', insisted, null).permissions.has(permission)).toBe(false)
  },
)

// @req ACC-078 ACC-079 ACC-080 ACC-081 ACC-082 ACC-083
test('the button rules are called what a station calls them', () => {
  expect(buttonNames.map(name => [buttons[name].rule, buttons[name].zh, buttons[name].en])).toEqual([
    ['prohibition', '开票', 'Invoicing'],
    ['prohibition', '扣减积分', 'Deducting points'],
    ['prohibition', '赠送积分', 'Giving points'],
    ['prohibition', '手工发券', 'Issuing coupons by hand'],
    ['prohibition', '退款', 'Refunds'],
    ['prohibition', '余额调整', 'Balance adjustment'],
    ['allowance', '添加授权码', 'Adding authorization codes'],
  ])
})

// @req ACC-071 ACC-084
test('authorization codes are added only by whom it is allowed by name', () => {
  for (const role of changeableRoles) expect([role, accessOf(role, nothing, null).permissions.has('authCode.write')]).toEqual([role, false])
  expect(accessOf('admin', changed({ buttons: { on: ['addAuthCode'] } }), null).permissions.has('authCode.write')).toBe(true)
  expect(accessOf('admin', nothing, { menus: null, buttons: ['addAuthCode'] }).permissions.has('authCode.write')).toBe(true)
  expect(accessOf('superAdmin', null, null).permissions.has('authCode.write')).toBe(true)
})

// @req ACC-070
test('a book-keeper holds the five prohibitions besides invoicing, and none of what they forbid', () => {
  const { listed, permissions: held } = accessOf('station_bill', nothing, null)
  expect(sorted(listed)).toEqual(['adjustBalance', 'deductPoints', 'givePoints', 'issueCoupon', 'refund'])
  expect(['card.adjust', 'points.deduct', 'points.give', 'coupon.issue', 'order.refund'].filter(name => held.has(name))).toEqual([])
  expect(held.has('invoice.issue')).toBe(true)
})

// @req ACC-070
test.each([
  ['invoicing', 'invoice.issue'],
  ['deductPoints', 'points.deduct'],
  ['givePoints', 'points.give'],
  ['issueCoupon', 'coupon.issue'],
  ['refund', 'order.refund'],
  ['adjustBalance', 'card.adjust'],
] as const)(
  '%s is hidden where the role lists it, whatever pages are opened to it, and shown where the role does not',
  (name, permission) => {
    const menus = { on: assignablePages.map(page => page.name) }
    for (const role of changeableRoles) {
      const hidden = [
        accessOf(role, changed({ menus, buttons: { on: [name] } }), null),
        accessOf(role, changed({ menus }), { menus: null, buttons: [name] }),
        accessOf(role, changed({ menus, buttons: { off: [name] } }), { menus: null, buttons: [name] }),
      ]
      const shown = [
        accessOf(role, changed({ buttons: { off: [name] } }), null),
        accessOf(role, changed({ buttons: { on: [name] } }), { menus: null, buttons: [] }),
      ]
      expect([role, ...[...hidden, ...shown].map(({ permissions: held }) => held.has(permission))]).toEqual([
        role,
        false,
        false,
        false,
        true,
        true,
      ])
    }
  },
)

// @req ACC-077 ACC-085
test.each([
  ['a button rule on', { buttons: { on: ['refund'] } }, 'order.refund', false],
  ['an allowance on', { buttons: { on: ['addAuthCode'] } }, 'authCode.write', true],
  ['a button rule off', { buttons: { off: ['refund'] } }, 'order.refund', true],
  ['a page off', { menus: { off: ['fuelCode'] } }, 'fuel.code.write', false],
  ['a page off whose data another page shows', { menus: { off: ['userCardDetails'] } }, 'card.detail.read', true],
  [
    'all pages of the data off',
    {
      menus: {
        off: [
          'userCardDetails',
          'cardQuery',
          'employeeCard',
          'anonymousCard',
          'readCardQuery',
          'rechargeHistory',
          'consumeStatistic',
          'personalMember',
        ],
      },
    },
    'card.detail.read',
    false,
  ],
  ['an interface off', { interfaces: { off: ['settlement.close'] } }, 'settlement.close', false],
  ['an interface on', { interfaces: { on: ['ledger.prove'] } }, 'ledger.prove', true],
  ['a task off', { tasks: { off: ['export'] } }, 'task.export', false],
  ['a task on', { tasks: { on: ['import'] } }, 'task.import', true],
  ['a page on', { menus: { on: ['roleAccessConfig'] } }, 'access.role.read', true],
  ['a page on, which brings what it reads and not what it writes', { menus: { on: ['roleAccessConfig'] } }, 'access.role.write', false],
] as const)('of a station master: %s', (_, over, permission, outcome) => {
  expect(accessOf('station_master', changed(over as never), null).permissions.has(permission)).toBe(outcome)
})

// @req ACC-062 ACC-065
test('what is assigned to a user is all they open, with what those pages lead to; the details of a page go with it', () => {
  const access = accessOf('station_master', nothing, { menus: ['AllQuery', 'NoSuchPage'], buttons: null })
  const own = assignablePages.map(({ name }) => name).filter(name => access.pages.has(name))
  expect(sorted(own)).toEqual(['allDetails', 'allQuery', 'clockFaults', 'previewPrint'])
  expect(access.permissions.has('order.sale.read')).toBe(true)
  expect(access.permissions.has('access.user.write')).toBe(false)
  expect(access.pages.has('home') && access.pages.has('personCenter')).toBe(true)
})

test.each([
  ['org.station.read'],
  ['forecourt.tank.read'],
  ['forecourt.nozzle.read'],
  ['forecourt.dispenser.read'],
  ['forecourt.product.read'],
  ['goods.category.read'],
  ['goods.item.read'],
] as const)('%s, which many pages look up, goes with no page: not when each is closed alone, nor all of them', name => {
  const each = assignablePages.map(page => page.name)
  for (const role of changeableRoles.filter(some => permissionsOf(some).has(name))) {
    const taken = each.filter(page => !accessOf(role, changed({ menus: { off: [page] } }), null).permissions.has(name))
    const left = [accessOf(role, changed({ menus: { off: each } }), null), accessOf(role, nothing, { menus: ['UserMge'], buttons: null })]
    expect([role, taken, left.map(({ permissions: held }) => held.has(name))]).toEqual([role, [], [true, true]])
  }
})

// @req ACC-065
test('who holds a role at several stations opens the pages of all its entries', () => {
  const entry = (id: number, menus: string[]): Entry => ({ id, stationId: id, fleetId: null, menus, buttons: null })
  const entries = [entry(1, ['AllQuery']), entry(2, ['FuelCode']), entry(3, ['AllQuery', 'StaffMge'])]
  const { pages: open } = reachOf({ role: 'station_master', changes: null, entries })
  const own = assignablePages.map(({ name }) => name).filter(name => open.has(name) && !withChildren('allQuery').includes(name))
  expect(sorted(own)).toEqual(sorted([...withChildren('fuelCode'), ...withChildren('staffMge')]))
  expect(open.has('allQuery')).toBe(true)
})

const names = fc.constantFrom
const subsetOf = <T>(all: readonly T[]) => fc.subarray([...all])
const anyChanges = fc.record({
  menus: fc.record({ on: subsetOf(assignablePages.map(page => page.name)), off: subsetOf(assignablePages.map(page => page.name)) }),
  buttons: fc.record({ on: subsetOf(buttonNames), off: subsetOf(buttonNames) }),
  interfaces: fc.record({ on: subsetOf(interfaceNames), off: subsetOf(interfaceNames) }),
  tasks: fc.record({ on: subsetOf(taskNames), off: subsetOf(taskNames) }),
}) as unknown as fc.Arbitrary<AccessChanges>
const anyAssigned = fc.record({
  menus: fc.option(subsetOf(pages.map(page => page.name as string))),
  buttons: fc.option(subsetOf(buttonNames as readonly string[])),
})

test('whatever is changed and assigned: superAdmin keeps all, a listed prohibition holds, the steps end where the access does', () => {
  fc.assert(
    fc.property(names(...(['superAdmin', ...changeableRoles] as Role[])), anyChanges, anyAssigned, (role, changes, assigned) => {
      const access = accessOf(role, changes, assigned)
      if (role === 'superAdmin') expect(sorted(access.permissions)).toEqual(sorted(permissionsOf(role)))
      for (const name of prohibitions.filter(each => access.listed.has(each))) {
        for (const permission of buttons[name].permissions) expect(access.permissions.has(permission)).toBe(false)
      }
      for (const name of [...Object.keys(permissions), ...assignablePages.map(page => page.name)]) {
        const last = access.stepsOf(name).at(-1)
        const initially = permissionsOf(role).has(name) || (pagesOf(role) as readonly string[]).includes(name)
        expect([name, access.permissions.has(name) || access.pages.has(name)]).toEqual([name, last?.grants ?? initially])
      }
    }),
    { numRuns: 200 },
  )
})

// @req SEC-029
test('a right of one station is not used at another: with none chosen what both give, with one chosen no station that gives less', () => {
  const entry = (id: number, listed: string[] | null): Entry => ({ id, stationId: id, fleetId: null, menus: null, buttons: listed })
  const holding = { role: 'station_master' as const, changes: null, entries: [entry(1, null), entry(2, ['refund'])] }
  expect(reachOf(holding).permissions.has('order.refund')).toBe(false)
  expect(reachOf(holding).stationIds).toEqual([1, 2])
  expect(reachOf(holding, 1).permissions.has('order.refund')).toBe(true)
  expect(reachOf(holding, 1).stationIds).toEqual([1])
  expect(reachOf(holding, 2).permissions.has('order.refund')).toBe(false)
  expect(reachOf(holding, 2).stationIds).toEqual([1, 2])
})

test('every page that is assigned names what it rests on, every permission has words, every preset holds pages', () => {
  expect(assignablePages.map(({ name }) => name).filter(name => !(name in pageNeeds))).toEqual([])
  expect(Object.keys(permissions).filter(name => !(name in permissionWords))).toEqual([])
  expect(presets.map(preset => [preset.name, pagesOfPreset(preset).length > 0])).toEqual(presets.map(({ name }) => [name, true]))
})

// @req ORG-039 ORG-040
test('presets have names of their own, in both languages', () => {
  for (const field of ['name', 'zh', 'en'] as const) expect(new Set(presets.map(preset => preset[field])).size).toBe(presets.length)
})

// @req ORG-040
test.each([
  ['stationManager', '站长', 'Station manager', 'station_master', undefined, ''],
  ['shiftLeader', '班长', 'Shift leader', 'station_leader', undefined, 'adjustBalance'],
  ['bookKeeper', '记账员', 'Book-keeper', 'station_bill', undefined, 'deductPoints givePoints issueCoupon refund adjustBalance'],
  [
    'cashier',
    '收银员',
    'Cashier',
    'station_leader',
    'allQuery fuelQuery notFuelQuery transactions cardQuery',
    'invoicing deductPoints givePoints issueCoupon refund adjustBalance',
  ],
  ['attendant', '加油员', 'Attendant', 'station_employee', undefined, 'refund adjustBalance'],
] as const)('the preset %s is called %s, %s, and opens the pages of %s or only %s, with the button rules %s', (...row) => {
  const { name, zh, en, like, menus, buttons: rules } = presets.find(each => each.name === row[0])!
  expect([name, zh, en, like, menus?.join(' '), rules?.join(' ')]).toEqual([...row])
})
