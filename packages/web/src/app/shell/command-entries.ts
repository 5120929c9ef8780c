import { alsoOf } from '@forecourt/contract'
import { pageOf, type Page } from '@forecourt/contract/start'
import { initialsFinder } from '../../core/initials.ts'
import { leavesOf, type MenuLine } from '../menu.ts'

export const kinds = ['recent', 'page', 'action', 'station', 'member', 'user', 'userCard', 'order'] as const
export type EntryKind = (typeof kinds)[number]

/** One line of the command box. */
export interface Entry {
  /** The same thing has the same id, wherever it was found. */
  readonly id: string
  readonly kind: EntryKind
  readonly label: string
  readonly note?: string
  /** The name of its key, where it has one. */
  readonly key?: string
  /** Where it leads; what has no address does something instead. */
  readonly path?: string
  readonly run?: () => void
  /** What it is also found by. */
  readonly also?: string
}

/** Every page of the menu, found by its name in either language or by the initials of its pinyin. */
export const pageEntries = (lines: readonly MenuLine[]): Entry[] =>
  lines.flatMap(top =>
    leavesOf([top]).map(leaf => {
      const page = pageOf(leaf.name) as Page
      return {
        id: `page:${leaf.name}`,
        kind: 'page' as const,
        label: leaf.label,
        path: leaf.path,
        also: [page.zh, page.en, ...(alsoOf[leaf.name] ?? [])].join(' '),
        ...(top.lines && { note: top.label }),
      }
    }),
  )

/** How well an entry fits what was typed, word by word: 0 not at all. What it is called counts more than what it is also found by. */
type Finder = (typed: string) => number

const finders = new WeakMap<Entry, Finder>()
function finderOf(entry: Entry): Finder {
  const known = finders.get(entry)
  if (known) return known
  const [label, also, note] = [entry.label, entry.also ?? '', entry.note ?? ''].map(text => text.toLowerCase())
  const pinyin = [entry.label, entry.also ?? ''].map(initialsFinder)
  const word = (typed: string): number => {
    const at = label!.indexOf(typed)
    if (at === 0) return 100
    if (at > 0) return /\W/.test(label![at - 1]!) ? 80 : 60
    const other = also!.indexOf(typed)
    if (other === 0 || (other > 0 && /\W/.test(also![other - 1]!))) return 70
    if (other > 0) return 50
    if (/^[a-z0-9]+$/.test(typed)) {
      const starts = pinyin.map(find => find(typed)).filter(place => place >= 0)
      if (starts.length > 0) return starts.includes(0) ? 65 : 40
    }
    return note!.includes(typed) ? 20 : 0
  }
  const finder = (typed: string) => {
    const fits = typed.split(/\s+/).map(word)
    return fits.includes(0) ? 0 : Math.min(...fits)
  }
  finders.set(entry, finder)
  return finder
}

/** The entries that fit what was typed, the best first, at most so many; all of them while nothing is typed. */
export function fitting(entries: readonly Entry[], typed: string, most: number): Entry[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return entries.slice()
  return entries
    .map(entry => ({ entry, fit: finderOf(entry)(wanted) }))
    .filter(({ fit }) => fit > 0)
    .toSorted((one, other) => other.fit - one.fit)
    .slice(0, most)
    .map(({ entry }) => entry)
}

/** Something that may be a number: mobile, card, order. */
const isNumberLike = (typed: string): boolean => /^[\w+ -]*\d[\w+ -]*$/.test(typed.trim())

/** What the server is asked for: a number, or a part of somebody's name or its initials. */
export const isAsked = (typed: string): boolean => isNumberLike(typed) || /\p{Script=Han}|^\s*[a-z]{2}/iu.test(typed)

/** What was opened from the box, the latest first, each once. */
export function withOpened(recents: readonly Entry[], { id, kind, label, note, path }: Entry, most = 8): Entry[] {
  if (!path) return [...recents]
  return [{ id, kind, label, path, ...(note && { note }) }, ...recents.filter(other => other.id !== id)].slice(0, most)
}
