import { createContext } from 'react'

export type Search = Readonly<Record<string, string>>
export interface SearchOptions {
  /** Leaves no step in the browser's history: for what is typed. */
  replace?: boolean
}

/** A page above another, in the reader's words. */
export interface Under {
  readonly label: string
  readonly path: string
}

/** What a page knows of its place: its own tab's, also while another tab is in front. */
export interface PageState {
  /** The name under which access rules and `pages` know it. */
  readonly name: string
  readonly params: Readonly<Record<string, string>>
  /** The query of its address. */
  readonly search: Search
  /** Changes the query: filters, page and sort live there. Values that are undefined or empty are left out. */
  setSearch(
    next: Record<string, string | number | undefined> | ((now: Search) => Record<string, string | number | undefined>),
    options?: SearchOptions,
  ): void
  /** In front; a page behind keeps its state and does no work. */
  readonly visible: boolean
  readonly path: string
  readonly title: string
  /** Names the tab more closely than the page's label: an order's number. */
  setTitle(title: string): void
  /** The way back leads there, where the page belongs to one of several lists: to the coupons of a kind. */
  setUnder(under: Under): void
  /** Closes this tab and goes to another page or, without one, to the one before. */
  close(to?: string): void
  /** While true, leaving asks first. */
  setUnsaved(unsaved: boolean): void
}

export const PageContext = createContext<PageState | undefined>(undefined)
