import type { Page } from './menu.ts'
import { cardPages } from './pages/card.ts'
import { companyPages } from './pages/company.ts'
import { fuelPages } from './pages/fuel.ts'
import { maintenancePages } from './pages/maintenance.ts'
import { ownPages } from './pages/own.ts'
import { queryPages } from './pages/query.ts'
import { stationPages } from './pages/station.ts'
import type { Role } from './roles.ts'

/** Every page there is, section by section; each section's stand in a file of its own. */
export const pages = [
  ...ownPages,
  ...queryPages,
  ...cardPages,
  ...stationPages,
  ...fuelPages,
  ...companyPages,
  ...maintenancePages,
] as const satisfies readonly Page[]
export type PageName = (typeof pages)[number]['name']

const byName = new Map<string, Page>(pages.map(page => [page.name, page]))
export const pageOf = (name: string): Page | undefined => byName.get(name)

/**
 * The pages that a role opens when nobody has assigned it menus of its own. superAdmin sees all.
 * @source spec 0 §6, decisions.md C10
 */
export const pagesOf = (role: Role): readonly PageName[] =>
  (pages as readonly Page[]).filter(page => isOpenTo(page, role)).map(page => page.name as PageName)

const isOpenTo = ({ roles }: Page, role: Role) => typeof roles === 'string' || role === 'superAdmin' || roles.includes(role)

/** As access rules and `menus.web` write it: the last word of the path in PascalCase (spec 0 §2 "AddCompanies"). */
export const accessName = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)
