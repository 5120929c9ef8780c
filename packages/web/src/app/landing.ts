import { pageOf } from '@forecourt/contract/start'
import { session, type Profile } from '../core/session.ts'
import { mayOpen } from '../kit/page/access.ts'

/** A fleet's leader has one page and no other. @source spec 0 §6 "restricted case", decisions.md C3 */
export const isRestricted = (profile: Profile | undefined): boolean => profile?.defaultRole === 'group_master'

/** The first page: the one that the station names, if the user may open it; else home. */
export function landing(profile: Profile | undefined): string {
  if (profile?.display) return '/dataScreen'
  if (isRestricted(profile)) return `/assginMge/${profile?.fleet?.userCardId ?? 0}`
  const named = pageOf(session().atStation?.config?.homePage.page ?? '')
  return named && mayOpen(named.name, profile) ? named.path : '/home'
}
