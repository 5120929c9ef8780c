import {
  accessOf,
  buttons,
  changeableRoles,
  pagesOfPreset,
  permissions,
  presets,
  tasks,
  tickedPages,
  type AccessChanges,
  type Role,
} from '@forecourt/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdsIn, kinds, likePreset, lineNames, toggled, type Kind, type RoleColumn } from './role-changes.ts'

const none: AccessChanges = {
  menus: { on: [], off: [] },
  buttons: { on: [], off: [] },
  interfaces: { on: [], off: [] },
  tasks: { on: [], off: [] },
}
const columnOf = (role: Role, changes = none): RoleColumn => {
  const after = accessOf(role, changes, null)
  return { id: 1, version: 1, role, saved: none, changes, plain: accessOf(role, null, null), before: after, after }
}
const press = (column: RoleColumn, kind: Kind, name: string) => columnOf(column.role, toggled(column, kind, name))

// @req ACC-077
test('menus, buttons, interfaces and tasks are configured, each line of them', () => {
  expect(kinds).toEqual(['menus', 'buttons', 'interfaces', 'tasks'])
  expect(lineNames('menus')).toEqual(expect.arrayContaining(['allQuery', 'roleAccessConfig', 'baseFuelMge', 'cardQuery', 'download']))
  expect(lineNames('buttons')).toEqual(['invoicing', 'deductPoints', 'givePoints', 'issueCoupon', 'refund', 'adjustBalance', 'addAuthCode'])
  expect(lineNames('tasks')).toEqual(['import', 'export', 'settlement'])
  const held = [...lineNames('interfaces'), ...Object.values({ ...buttons }).flatMap(({ permissions: behind }) => behind)]
  const needed = [...held, ...Object.values({ ...tasks }).map(({ permission }) => permission), 'device.self']
  expect(needed.toSorted()).toEqual(Object.keys(permissions).toSorted())
})

// @req ACC-077
test('a press on a cell turns it, a second press turns it back and leaves no trace of either', () => {
  for (const role of changeableRoles) {
    for (const kind of kinds) {
      for (const name of lineNames(kind)) {
        const begun = columnOf(role)
        const once = press(begun, kind, name)
        expect([role, name, holdsIn(once.after, kind, name)]).toEqual([role, name, !holdsIn(begun.after, kind, name)])
        expect(press(once, kind, name).changes).toEqual(none)
      }
    }
  }
})

test('whatever was pressed before, a press turns its own cell', () => {
  const anyPress = fc.constantFrom(...kinds).chain(kind => fc.tuple(fc.constant(kind), fc.constantFrom(...lineNames(kind))))
  fc.assert(
    fc.property(fc.constantFrom(...changeableRoles), fc.array(anyPress, { maxLength: 12 }), anyPress, (role, before, [kind, name]) => {
      const begun = before.reduce((column, [each, line]) => press(column, each, line), columnOf(role))
      expect(holdsIn(press(begun, kind, name).after, kind, name)).toBe(!holdsIn(begun.after, kind, name))
    }),
    { numRuns: 200 },
  )
})

// @req ORG-040
test.each(presets.map(preset => [preset.name, preset] as const))(
  'the preset %s makes any role open its pages and no others',
  (_, preset) => {
    for (const role of changeableRoles) {
      const pages = pagesOfPreset(preset)
      const { pages: open, listed } = accessOf(role, likePreset(columnOf(role), pages, preset.buttons), null)
      expect(tickedPages.map(({ name }) => name).filter(name => open.has(name))).toEqual(
        tickedPages.map(({ name }) => name).filter(name => pages.includes(name)),
      )
      if (preset.buttons) expect([...listed].sort()).toEqual([...preset.buttons].sort())
    }
  },
)
