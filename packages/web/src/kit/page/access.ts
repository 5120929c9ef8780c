import { accessName, isLeftOut, pageOf, type Page } from '@forecourt/contract/start'
import { offer, useSession, type Profile } from '../../core/session.ts'

/** Whether a page is among those that the signed-in user may open. */
export function mayOpen(name: string, profile: Profile | undefined): boolean {
  const page: Page | undefined = pageOf(name)
  if (!page || isLeftOut(page, offer())) return false
  if (page.edition && !globalThis.window?.forecourt?.[page.edition]) return false
  // A fleet's leader has the pages of the fleet and none of those that everybody has.
  if (profile?.defaultRole === 'group_master' && page.roles === 'signedIn') return false
  if (typeof page.roles === 'string') return page.roles === 'public' || profile !== undefined
  return profile?.menus.web.some(allowed => allowed === name || allowed === accessName(name)) ?? false
}

export function useMayOpen(): (name: string) => boolean {
  const profile = useSession(state => state.profile)
  return name => mayOpen(name, profile)
}
