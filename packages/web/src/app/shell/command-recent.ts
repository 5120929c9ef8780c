import { session } from '../../core/session.ts'
import { kinds, withOpened, type Entry } from './command-entries.ts'

/** Per user: the next one at this machine has opened other things. */
const keyOf = () => `smartRecent:${session().profile?.id ?? 0}`

export function recentEntries(): Entry[] {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf()) ?? '[]') as Entry[]
    return kept.filter(entry => kinds.includes(entry.kind) && typeof entry.label === 'string' && entry.path?.startsWith('/'))
  } catch {
    return []
  }
}

export const keepOpened = (entry: Entry): void => localStorage.setItem(keyOf(), JSON.stringify(withOpened(recentEntries(), entry)))
