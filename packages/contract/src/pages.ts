import { pages as declared } from './declared-pages.ts'
import { groups, type PageDeclaration } from './menu.ts'
import type { Permission } from './permissions.ts'
import type { Role } from './roles.ts'

export type PageName = (typeof declared)[number][number]['name']
/** What is declared of a page for others than those who draw the menu; it comes later (page-permissions.ts, page-names.ts). */
type Later = 'reads' | 'acts' | 'demo' | 'also'
/** A screen as its domain declares it, with its address. The router, the menu, the tag bar and the breadcrumbs are read from here. */
export type Page = WithoutLater<PageDeclaration<Permission>> & { readonly path: string }
type WithoutLater<P> = P extends unknown ? Omit<P, Later> : never
type Declared = PageDeclaration<Permission> & { readonly name: PageName }
/** The pages that are opened to roles, and so can be given and taken. */
export type GivenPage = Extract<(typeof declared)[number][number], { readonly roles: readonly unknown[] }>['name']

/** Every page there is; those of a section are in the order of the menu. */
export const pages: readonly (Page & { readonly name: PageName })[] = inMenuOrder(declared).map(page => ({ path: pathOf(page), ...page }))

const byName = new Map<string, Page>(pages.map(page => [page.name, page]))
export const pageOf = (name: string): Page | undefined => byName.get(name)

/** Its place in the menu and its name, unless it says another. */
function pathOf({ section, group, name }: Declared): string {
  const heading = groups.find(each => each.name === group)?.path ?? (section ? `/${section}` : '')
  return `${heading}/${name}`
}

/** A page that says which one it follows stands right behind it, with those after it in its own domain and section. */
function inMenuOrder(domains: readonly (readonly Declared[])[]): Declared[] {
  const runs = domains.flatMap(runsOf)
  const placed = runs.flatMap(run => (run[0]!.after ? [] : run))
  const waiting = new Set(runs.filter(run => run[0]!.after))
  while (waiting.size > 0) {
    const next = [...waiting].find(run => placed.some(({ name }) => name === run[0]!.after))
    if (!next) throw new Error(`there is no page ${[...waiting].map(run => run[0]!.after).join(', ')}`)
    placed.splice(placed.findIndex(({ name }) => name === next[0]!.after) + 1, 0, ...next)
    waiting.delete(next)
  }
  return placed
}

function runsOf(domain: readonly Declared[]): Declared[][] {
  const runs: Declared[][] = []
  for (const [at, page] of domain.entries()) {
    if (at === 0 || page.after || page.section !== domain[at - 1]!.section) runs.push([page])
    else runs.at(-1)!.push(page)
  }
  return runs
}

/**
 * The pages that a role opens when nobody has assigned it menus of its own. superAdmin sees all.
 * @source spec 0 §6, decisions.md C10
 */
export const pagesOf = (role: Role): readonly PageName[] => pages.filter(page => isOpenTo(page, role)).map(({ name }) => name)

const isOpenTo = ({ roles }: Page, role: Role) => typeof roles === 'string' || role === 'superAdmin' || roles.includes(role)

/** As access rules and `menus.web` write it: the last word of the path in PascalCase (spec 0 §2 "AddCompanies"). */
export const accessName = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)
