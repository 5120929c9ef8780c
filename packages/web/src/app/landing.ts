import type { Profile } from '../core/session.ts'

/** A fleet's leader has one page and no other. @source spec 0 §6 "restricted case", decisions.md C3 */
export const isRestricted = (profile: Profile | undefined): boolean => profile?.defaultRole === 'group_master'

/** Where somebody begins. */
export const landing = (profile: Profile | undefined): string =>
  isRestricted(profile) ? `/assginMge/${profile?.fleet?.userCardId ?? 0}` : '/home'
