import {
  accessOf,
  buttonNames,
  interfaceNames,
  taskNames,
  tasks,
  tickedPages,
  type Access,
  type AccessChanges,
  type ButtonName,
  type Role,
  type TaskName,
} from '@forecourt/contract'
import { buttonWord, pageWord, permissionWord, taskWord } from './access-words.ts'

/** A role with what was saved of its changes, what is entered now, and what each of them leaves. */
export interface RoleColumn {
  readonly id: number
  readonly version: number
  readonly role: Role
  readonly saved: AccessChanges
  readonly changes: AccessChanges
  readonly plain: Access
  readonly before: Access
  readonly after: Access
}

export const kinds = ['menus', 'buttons', 'interfaces', 'tasks'] as const
export type Kind = (typeof kinds)[number]

export const lineNames = (kind: Kind): readonly string[] =>
  ({ menus: tickedPages.map(({ name }) => name), buttons: buttonNames, interfaces: interfaceNames, tasks: taskNames })[kind]

export const wordOf = (kind: Kind, name: string): string =>
  (({ menus: pageWord, buttons: buttonWord, interfaces: permissionWord, tasks: taskWord }) as Record<Kind, (name: never) => string>)[kind](
    name as never,
  )

/** Whether a line of the matrix is ticked: a page opens, a permission is held, a button rule is listed. */
export function holdsIn(access: Access, kind: Kind, name: string): boolean {
  if (kind === 'menus') return access.pages.has(name)
  if (kind === 'buttons') return access.listed.has(name)
  return access.permissions.has(kind === 'tasks' ? tasks[name as TaskName].permission : name)
}

export const changesOf = ({ menus, buttons, interfaces, tasks: work }: AccessChanges): AccessChanges => ({
  menus,
  buttons,
  interfaces,
  tasks: work,
})

type Lists = { on: readonly string[]; off: readonly string[] }

/** The changes after a press on a cell: back to what the role is by itself where that suffices, else switched by name. */
export function toggled({ role, changes, after }: RoleColumn, kind: Kind, name: string): AccessChanges {
  const wanted = !holdsIn(after, kind, name)
  const lists: Lists = changes[kind]
  const without = { on: lists.on.filter(each => each !== name), off: lists.off.filter(each => each !== name) }
  const bare = { ...changes, [kind]: without }
  if (holdsIn(accessOf(role, bare, null), kind, name) === wanted) return bare
  const added = wanted ? { ...without, on: [...without.on, name] } : { ...without, off: [...without.off, name] }
  return { ...bare, [kind]: added }
}

/** The changes that make a role open these pages, and list these button rules, and no others. */
export function likePreset(column: RoleColumn, pages: readonly string[], listed: readonly ButtonName[] | undefined): AccessChanges {
  const { role, plain } = column
  const menus = tickedPages.map(({ name }) => name)
  const none = { on: [], off: [] }
  const difference = (names: readonly string[], has: (name: string) => boolean, wants: (name: string) => boolean) => ({
    on: names.filter(name => wants(name) && !has(name)),
    off: names.filter(name => has(name) && !wants(name)),
  })
  const turned = {
    ...column.changes,
    buttons: none,
    menus: difference(
      menus,
      name => plain.pages.has(name),
      name => pages.includes(name),
    ),
  }
  if (!listed) return turned
  const now = accessOf(role, turned, null)
  const rules = difference(
    buttonNames,
    name => now.listed.has(name),
    name => listed.includes(name as ButtonName),
  )
  return { ...turned, buttons: rules } as AccessChanges
}
