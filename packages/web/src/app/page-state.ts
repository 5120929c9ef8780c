import { pageOf, type Page } from '@forecourt/contract/start'
import { useMemo } from 'react'
import { queryText, searchOf } from '../kit/page/address.ts'
import type { PageState } from '../kit/page/page-context.ts'
import { labelOf } from './menu.ts'
import { change, close, useTabs, type Tab } from './tabs.ts'
import { goTo, historyLocation, replaceBy } from '../kit/page/history.ts'

/** What a page knows of its tab. */
export function usePageState(tab: Tab, visible: boolean): PageState {
  const { path, name, params, query, title } = tab
  return useMemo(() => {
    const search = searchOf(query)
    const go = (query: string, replace: boolean | undefined) => {
      const inFront = historyLocation().pathname === path
      if (!inFront) change(path, { query })
      else if (replace) replaceBy(path + query)
      else if (historyLocation().query !== query) goTo(path + query)
    }
    return {
      name,
      params,
      search,
      visible,
      path,
      title: title ?? labelOf(pageOf(name) as Page),
      setSearch: (next, options) => go(queryText(typeof next === 'function' ? next(currentSearch(path)) : next), options?.replace),
      setTitle: given => {
        if (useTabs.getState().tabs.find(known => known.path === path)?.title !== given) change(path, { title: given })
      },
      setUnder: under => {
        const known = useTabs.getState().tabs.find(tab => tab.path === path)?.under
        if (known?.path !== under.path || known.label !== under.label) change(path, { under })
      },
      setUnsaved: unsaved => change(path, { unsaved }),
      close: to => {
        const next = close([path])
        goTo(to ?? (next ? next.path + next.query : '/home'))
      },
    }
  }, [path, name, params, query, title, visible])
}

/** Two changes in one press build on each other. */
const currentSearch = (path: string) =>
  searchOf(location.pathname === path ? location.search : (useTabs.getState().tabs.find(tab => tab.path === path)?.query ?? ''))
