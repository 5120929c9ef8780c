import { accessName, pageOf, pagesOf, type PageName } from '../pages.ts'
import { permissionsOf } from '../permissions.ts'
import { type Role } from '../roles.ts'
import { pageNeeds } from './page-permissions.ts'
import type { ReasonCode } from './reasons.ts'
import type { AccessChanges } from './role-access.ts'
import { buttonNames, buttons, type ButtonName } from './buttons.ts'
import { pageNamed, tasks, withChildren } from './rules.ts'

/** What was assigned to one entry of a user's roles; null is as the role. */
export interface Assignment {
  readonly menus: readonly string[] | null
  readonly buttons: readonly string[] | null
}
/** One step on the way to a decision: what it did to a page or a permission, and why. */
export interface Step {
  readonly code: ReasonCode
  readonly grants: boolean
  readonly page?: string
  readonly button?: string
}

/**
 * What somebody may, and by which steps it came to that. The server lets in by it, the explainer tells its steps,
 * and what a change would do is the difference of two of them.
 */
export class Access {
  readonly pages: Set<string>
  readonly permissions: Set<string>
  /** The button rules that are listed: prohibitions that hold, allowances that were given. */
  readonly listed: Set<string>
  readonly #steps = new Map<string, Step[]>()

  constructor(role: Role) {
    const { pages, permissions, listed } = byDefault(role)
    this.pages = new Set(pages)
    this.permissions = new Set(permissions)
    this.listed = new Set(listed)
  }

  /** The steps that touched a page or a permission, in their order. */
  stepsOf(name: string): readonly Step[] {
    return this.#steps.get(name) ?? []
  }

  /** Closes and opens pages: what only a closed page needed goes, what an open one cannot be read without comes. */
  turn(by: 'company' | 'user', open: readonly string[], closed: readonly string[]): void {
    const opened = open.filter(name => isAssignable(name) && !this.pages.has(name))
    const shut = closed.filter(name => isAssignable(name) && this.pages.has(name))
    for (const page of shut) this.#set(this.pages, page, { code: `${by}.off`, grants: false })
    for (const page of opened) this.#set(this.pages, page, { code: `${by}.on`, grants: true })
    const needed = new Set([...this.pages].flatMap(needsOf))
    for (const page of shut) {
      for (const name of needsOf(page).filter(each => !needed.has(each))) {
        this.#set(this.permissions, name, { code: `${by}.pageTakes`, grants: false, page })
      }
    }
    for (const page of opened) {
      for (const name of pageNeeds[page as PageName]?.reads ?? []) {
        this.#set(this.permissions, name, { code: `${by}.pageBrings`, grants: true, page })
      }
    }
  }

  switch(permission: string, on: boolean): void {
    this.#set(this.permissions, permission, { code: on ? 'company.on' : 'company.off', grants: on })
  }

  /** Lists a button rule, or takes it off the list: a prohibition takes the permissions behind it, an allowance gives them. */
  list(by: 'company' | 'user', name: ButtonName, listed: boolean): void {
    if (listed) this.listed.add(name)
    else this.listed.delete(name)
    const grants = (buttons[name].rule === 'allowance') === listed
    for (const permission of buttons[name].permissions) {
      this.#set(this.permissions, permission, { code: `${by}.button${listed ? 'Listed' : 'Unlisted'}`, grants, button: name })
    }
  }

  #set(held: Set<string>, name: string, step: Step): void {
    if (held.has(name) === step.grants) return
    if (step.grants) held.add(name)
    else held.delete(name)
    this.#steps.set(name, [...this.stepsOf(name), step])
  }
}

type Defaults = Readonly<Record<'pages' | 'permissions' | 'listed', ReadonlySet<string>>>
const defaults = new Map<Role, Defaults>()
function byDefault(role: Role): Defaults {
  const known = defaults.get(role)
  if (known) return known
  const permissions = permissionsOf(role)
  const listed = new Set(buttonNames.filter(name => isListed(name, permissions)))
  const made = { pages: new Set(pagesOf(role)), permissions, listed }
  defaults.set(role, made)
  return made
}

/**
 * What a role may by default, then what its company changed of it, then what was assigned to the user. Nothing narrows superAdmin;
 * an administrator with an empty list of menus has none configured, and opens what the role does (ACC-064).
 * @source spec 0 §6; decisions.md C10
 */
export function accessOf(role: Role, changes: AccessChanges | null, assigned: Assignment | null): Access {
  const access = new Access(role)
  if (role === 'superAdmin') return access
  if (changes) changeRole(access, changes)
  if (assigned?.menus && !(role === 'admin' && assigned.menus.length === 0)) {
    const wanted = new Set(assigned.menus.flatMap(name => withChildren(pageNamed(name) ?? '')))
    access.turn(
      'user',
      [...wanted],
      [...access.pages].filter(name => !wanted.has(name)),
    )
  }
  if (assigned?.buttons) {
    for (const name of buttonNames.filter(each => assigned.buttons!.includes(each) !== access.listed.has(each))) {
      access.list('user', name, !access.listed.has(name))
    }
  }
  return access
}

/** Button rules come last: what is prohibited by name no other switch gives. */
function changeRole(access: Access, { menus, interfaces, tasks: work, buttons: rules }: AccessChanges): void {
  access.turn('company', menus.on.flatMap(withChildren), menus.off.flatMap(withChildren))
  for (const [names, on] of [
    [interfaces.on, true],
    [interfaces.off, false],
  ] as const)
    for (const name of names) access.switch(name, on)
  for (const [names, on] of [
    [work.on, true],
    [work.off, false],
  ] as const) {
    for (const name of names.filter(each => Object.hasOwn(tasks, each))) access.switch(tasks[name].permission, on)
  }
  for (const [names, listed] of [
    [rules.off, false],
    [rules.on, true],
  ] as const) {
    for (const name of names.filter(each => Object.hasOwn(buttons, each))) access.list('company', name, listed)
  }
}

/** A role as a user has it: its entries, one for each station where it is a station's, and what the company changed of it. */
export interface Holding {
  readonly role: Role
  readonly entries: readonly Entry[]
  readonly changes: AccessChanges | null
}
export interface Entry extends Assignment {
  readonly id: number
  readonly stationId: number | null
  readonly fleetId: number | null
}

/** What a holding permits at a station, or everywhere when none is selected. */
export interface Reach {
  readonly pages: ReadonlySet<string>
  readonly permissions: ReadonlySet<string>
  /** The stations with at least these permissions: no right of one station is used on another's records. */
  readonly stationIds?: readonly number[]
}

/**
 * At a chosen station its own entry decides. With none chosen, what every entry may; the pages are then those of all entries,
 * since opening one is where a station is chosen (decision A4).
 */
export function reachOf({ role, entries, changes }: Holding, stationId?: number): Reach {
  // Most entries have the same: anyone who works at a hundred stations is reckoned once.
  const alike = new Map<string, Access>()
  const each = entries.map(entry => {
    const key = JSON.stringify([entry.menus, entry.buttons])
    const access = alike.get(key) ?? accessOf(role, changes, entry)
    alike.set(key, access)
    return { entry, access }
  })
  const here = stationId === undefined ? undefined : each.find(({ entry }) => entry.stationId === stationId)
  const [first, ...others] = here ? [here] : each
  const permissions = new Set(
    [...(first?.access.permissions ?? [])].filter(name => others.every(({ access }) => access.permissions.has(name))),
  )
  const within = each.filter(({ access }) => [...permissions].every(permission => access.permissions.has(permission)))
  return {
    permissions,
    pages: new Set((here ? [here] : each).flatMap(({ access }) => [...access.pages])),
    ...(role.startsWith('station_') && { stationIds: within.flatMap(({ entry }) => entry.stationId ?? []) }),
  }
}

const isListed = (name: ButtonName, permissions: ReadonlySet<string>) =>
  buttons[name].permissions.every(each => permissions.has(each)) === (buttons[name].rule === 'allowance')
const isAssignable = (name: string) => typeof pageOf(name)?.roles === 'object'
const needsOf = (page: string): readonly string[] => {
  const needs = pageNeeds[page as PageName]
  return needs ? [...needs.reads, ...(needs.acts ?? [])] : []
}

/** As `menus.web` lists them. */
export const menusOf = ({ pages }: Pick<Access, 'pages'>): { web: string[] } => ({ web: [...pages].map(accessName) })
