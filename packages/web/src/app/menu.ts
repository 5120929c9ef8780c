import { groups, pageOf, pages, sections, type MenuGroup, type Page } from '@forecourt/contract/start'
import type { Profile } from '../core/session.ts'
import { language } from '../i18n/index.ts'
import { mayOpen } from '../kit/page/access.ts'

/** One line of the menu: a page, or a heading with lines under it. */
export interface MenuLine {
  readonly name: string
  readonly path: string
  readonly label: string
  readonly lines?: readonly MenuLine[]
}

export const labelOf = (entry: Pick<MenuGroup, 'zh' | 'en'>): string => entry[language()]

const line = ({ name, path, zh, en }: MenuGroup): MenuLine => ({ name, path, label: labelOf({ zh, en }) })

/** What a user sees of the menu. Headings with nothing under them are left out. @source spec 0 §6 */
export function menuOf(profile: Profile | undefined): MenuLine[] {
  const shown = pages.filter(page => !page.hidden && !page.bare && mayOpen(page.name, profile))
  const top = shown.filter(page => !page.section).map(line)
  return [...top, ...sections.map(section => heading(section, shown)).filter(found => found.lines!.length > 0)]
}

function heading(section: MenuGroup, shown: readonly Page[]): MenuLine {
  const lines: MenuLine[] = []
  for (const page of shown.filter(candidate => candidate.section === section.name)) {
    const group = page.group && groups.find(candidate => candidate.name === page.group)
    const existing = group && lines.findIndex(candidate => candidate.name === group.name)
    if (!group) lines.push(line(page))
    else if (existing === -1) lines.push({ ...line(group), lines: [line(page)] })
    else lines[existing!] = { ...lines[existing!]!, lines: [...lines[existing!]!.lines!, line(page)] }
  }
  return { ...line(section), lines }
}

/** All pages of the menu, without headings. */
export const leavesOf = (lines: readonly MenuLine[]): MenuLine[] => lines.flatMap(entry => (entry.lines ? leavesOf(entry.lines) : [entry]))

/** Where a heading leads: its default page when that is the user's, else the first page under it that is. */
export function firstOf(name: string, profile: Profile | undefined): string | undefined {
  const first = sections.find(section => section.name === name)?.first
  const page = first === undefined ? undefined : pageOf(first)
  if (page && mayOpen(page.name, profile)) return page.path
  const find = (lines: readonly MenuLine[]): MenuLine | undefined =>
    lines.map(entry => (entry.name === name ? entry : find(entry.lines ?? []))).find(Boolean)
  const found = find(menuOf(profile))
  return found && leavesOf([found])[0]?.path
}

/** Whether there is any page under a heading, for whomever. */
export const isBuilt = (name: string): boolean => pages.some(({ section, group }) => section === name || group === name)
