import type { PageName } from '@forecourt/contract'
import { pageOf } from '@forecourt/contract/start'
import { useOwnSetting } from '../../core/own-settings.ts'
import { useMayOpen } from '../../kit/page/access.ts'

export const shortcutsAtMost = 8
/** What a user has who has chosen nothing: of these, as many as are theirs. @source ORG-040 */
const preset = ['recordOrder', 'allQuery', 'transactions', 'classSettle', 'daySettle', 'tankMge', 'cardQuery'] as const
const presetAtMost = 5

/** A page that stands in the menu, and so can be a shortcut, and the overview, which is in none. Home is not led to from home. */
export const isOffered = (name: string): boolean => {
  const page = pageOf(name)
  return page !== undefined && name !== 'home' && (!page.hidden || name === 'analyse') && !page.bare
}

/** The pages of the shortcut menu: each once, and only what the user may open today. @source ORG-039 */
export function chosenPages(kept: unknown, open: (name: string) => boolean): PageName[] {
  const mine = (names: readonly unknown[], most: number) =>
    [...new Set(names)].filter((name): name is PageName => typeof name === 'string' && isOffered(name) && open(name)).slice(0, most)
  return Array.isArray(kept) ? mine(kept, shortcutsAtMost) : mine(preset, presetAtMost)
}

/** The user's shortcut menu, kept with the account. */
export function useShortcuts(): readonly [PageName[], (names: PageName[]) => void] {
  const [kept, keep] = useOwnSetting<unknown>('shortcuts.home')
  return [chosenPages(kept, useMayOpen()), keep]
}
