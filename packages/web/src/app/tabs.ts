import { pageOf, pages, type Page } from '@forecourt/contract/start'
import { create } from 'zustand'
import { matchPath } from '../kit/page/address.ts'
import type { Under } from '../kit/page/page-context.ts'

/** A page that was visited and not closed. Its path is its identity; the query belongs to it. */
export interface Tab {
  readonly path: string
  readonly name: string
  readonly params: Readonly<Record<string, string>>
  readonly query: string
  /** Set by the page: the number of the order it shows. */
  readonly title?: string
  /** Set by the page: the list that it belongs to, where that is one of several. */
  readonly under?: Under
  readonly unsaved?: boolean
  /** Stands first and is not closed with the others. Home always is. */
  readonly pinned?: boolean
  /** The page it was opened from: what Esc leads back to. */
  readonly from?: string
  /** Grows when the page is to be drawn anew. */
  readonly turn: number
  /** When it was last in front; only the latest keep their content. */
  readonly seen: number
  /** Its content is kept. After a reload of the browser only the tab is there, until it is opened. */
  readonly alive: boolean
}
interface Tabs {
  tabs: readonly Tab[]
  active: string
}

/** How many pages keep their content at once. */
export const aliveMost = 10
const storageKey = 'smartTabs'
const isHome = ({ name }: Pick<Tab, 'name'>) => name === 'home'
export const isPinned = (tab: Pick<Tab, 'name' | 'pinned'>): boolean => isHome(tab) || tab.pinned === true

/** Opens a path, or brings its tab to the front. */
export function opened(state: Tabs, path: string, query: string, now: number): Tabs {
  const known = state.tabs.find(tab => tab.path === path)
  const match = known ?? matchPath(path, pages)
  if (!match || (pageOf(match.name) as Page).bare) return state
  const from = !known && state.active && (pageOf(match.name) as Page).parent ? { from: state.active } : {}
  const tab: Tab = { path, name: match.name, params: match.params, turn: 0, ...from, ...known, query, seen: now, alive: true }
  const uncached = known && state.active !== path && (pageOf(tab.name) as Page).uncached
  const next = uncached ? { ...tab, turn: tab.turn + 1 } : tab
  const tabs = known ? state.tabs.map(old => (old === known ? next : old)) : [...state.tabs, next]
  return { tabs: rested(tabs), active: path }
}

/** The pages seen longest ago let go of their content; one with unsaved work never does. */
function rested(tabs: readonly Tab[]): readonly Tab[] {
  const alive = tabs
    .filter(tab => tab.alive && !tab.unsaved)
    .sort((a, b) => b.seen - a.seen)
    .slice(aliveMost)
  return alive.length === 0 ? tabs : tabs.map(tab => (alive.includes(tab) ? { ...tab, alive: false } : tab))
}

/** What is left after closing, and the tab to go to: the one in front, else its right neighbour, else its left one. */
export function closed(state: Tabs, paths: readonly string[]): { tabs: readonly Tab[]; go: Tab | undefined } {
  const gone = new Set(paths)
  const leaves = (tab: Tab) => gone.has(tab.path) && !isPinned(tab)
  const index = state.tabs.findIndex(tab => tab.path === state.active)
  const after = state.tabs.slice(index).find(tab => !leaves(tab))
  const before = state.tabs
    .slice(0, Math.max(index, 0))
    .toReversed()
    .find(tab => !leaves(tab))
  return { tabs: state.tabs.filter(tab => !leaves(tab)), go: after ?? before }
}

/** Home, then what is pinned, then the rest, each as it was. */
const inOrder = (tabs: readonly Tab[]) => [
  ...tabs.filter(isHome),
  ...tabs.filter(tab => !isHome(tab) && tab.pinned),
  ...tabs.filter(tab => !isPinned(tab)),
]

/** A tab is pinned, or no longer; it goes to the end of the pinned ones, or before the others. */
export const pinned = (tabs: readonly Tab[], path: string, pin: boolean): readonly Tab[] =>
  inOrder(tabs.map(tab => (tab.path === path && !isHome(tab) ? { ...tab, pinned: pin } : tab)))

/** A tab goes to another's place. Home stays first, the pinned before the others. */
export function moved(tabs: readonly Tab[], path: string, to: number): readonly Tab[] {
  const tab = tabs.find(candidate => candidate.path === path)
  if (!tab || isHome(tab)) return tabs
  const rest = tabs.filter(candidate => candidate !== tab)
  return inOrder([...rest.slice(0, to), tab, ...rest.slice(to)])
}

const home: Tab = { path: '/home', name: 'home', params: {}, query: '', turn: 0, seen: 0, alive: false }

function kept(): Tabs {
  try {
    const tabs = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as Tab[]
    const valid = tabs.filter(tab => tab.path !== '/home' && matchPath(tab.path, pages)?.name === tab.name)
    return { tabs: [home, ...valid.map(tab => ({ ...tab, alive: false, unsaved: false }))], active: '' }
  } catch {
    return { tabs: [home], active: '' }
  }
}

export const useTabs = create<Tabs>(kept)
useTabs.subscribe(({ tabs }) => sessionStorage.setItem(storageKey, JSON.stringify(tabs)))

export const visit = (path: string, query: string): void => useTabs.setState(state => opened(state, path, query, Date.now()))
export const change = (path: string, given: Partial<Tab>): void =>
  useTabs.setState(({ tabs }) => ({ tabs: tabs.map(tab => (tab.path === path ? { ...tab, ...given } : tab)) }))
export const pin = (path: string, on: boolean): void => useTabs.setState(({ tabs }) => ({ tabs: pinned(tabs, path, on) }))
export const move = (path: string, to: number): void => useTabs.setState(({ tabs }) => ({ tabs: moved(tabs, path, to) }))

/** Draws the page of a tab anew. */
export const renew = (path: string): void =>
  useTabs.setState(({ tabs }) => ({ tabs: tabs.map(tab => (tab.path === path ? { ...tab, turn: tab.turn + 1 } : tab)) }))

/** Closes tabs and says where to go when the one in front is among them. */
export function close(paths: readonly string[]): Tab | undefined {
  const state = useTabs.getState()
  const { tabs, go } = closed(state, paths)
  useTabs.setState({ tabs })
  return tabs.some(tab => tab.path === state.active) ? undefined : go
}
/** Home is never closed; what is pinned only when it is unpinned first. */
export const closable = (tab: Tab): boolean => !isPinned(tab)

/** Where Esc leads from a record's page: to the page it was opened from while that is open, else to the list it belongs to. */
export function before({ tabs, active }: Tabs): string | undefined {
  const tab = tabs.find(({ path }) => path === active)
  const { parent } = tab ? (pageOf(tab.name) as Page) : {}
  if (!tab || !parent) return undefined
  const to = tab.from ?? tab.under?.path ?? pageOf(parent)?.path
  const open = tabs.find(({ path }) => path === to)
  return open ? open.path + open.query : (tab.under?.path ?? pageOf(parent)?.path)
}

/** The tab before or after the one in front, round and round. */
export function beside({ tabs, active }: Tabs, step: 1 | -1): Tab | undefined {
  const at = tabs.findIndex(tab => tab.path === active)
  return tabs.at((at + step) % tabs.length)
}
