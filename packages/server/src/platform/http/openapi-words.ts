import * as contract from '@forecourt/contract'
import type { Endpoint, Resource } from '@forecourt/contract'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'permission' in value

/** By endpoint, the name under which the contract shows it: `issueUserCard`, and `usersCreate` of `users.create`. */
const names = new Map<Endpoint, string>(
  Object.entries(contract).flatMap(([name, value]: [string, unknown]) => {
    if (isEndpoint(value)) return [[value, name] as const]
    if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Map) return []
    return Object.entries(value).flatMap(([act, each]) => (isEndpoint(each) ? [[each, `${name}${capital(act)}`] as const] : []))
  }),
)

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** Stable as long as the contract keeps the name: wherever the call stands, and whatever its address is. */
export const operationIdOf = (endpoint: Endpoint): string =>
  names.get(endpoint) ?? [endpoint.method.toLowerCase(), ...endpoint.path.split(/\W+/).map(capital)].join('')

/** What the records of a resource are called, where their name does not say it. */
const nouns: Readonly<Record<string, readonly [one: string, many: string]>> = {
  groups: ['fleet', 'fleets'],
  cars: ['vehicle', 'vehicles'],
  fleetEmployees: ['employee of a fleet', 'employees of fleets'],
  employeeImports: ['import of employees', 'imports of employees'],
  employeeImportProblems: ['wrong line of an import of employees', 'wrong lines of imports of employees'],
  cards: ['card product', 'card products'],
  userCards: ['card', 'cards'],
  userCardDetails: ['movement of a card', 'movements of cards'],
  roleAccesses: ['access rules of a role', 'access rules of the roles'],
  companyGroups: ['head office', 'head offices'],
  dailyStates: ['shift', 'shifts'],
  classSettles: ['shift settlement', 'shift settlements'],
  daySettles: ['day settlement', 'day settlements'],
  monthReports: ['month report', 'month reports'],
  nozzleControls: ['nozzle', 'nozzles'],
  stationServices: ['service of a station', 'services of the stations'],
  configs: ['package', 'packages'],
  items: ['product for sale', 'products for sale'],
  products: ['fuel', 'fuels'],
  productPrices: ['fuel price', 'fuel prices'],
  transactions: ['payment', 'payments'],
  lineItems: ['line of an order', 'lines of orders'],
  orderDiscounts: ['discount of an order', 'discounts of orders'],
  deviceGaps: ['gap in a device’s sales', 'gaps in the devices’ sales'],
  tags: ['tag of members', 'tags of members'],
  outboxMessages: ['message', 'messages'],
  auditLogs: ['audit entry', 'audit entries'],
  companies: ['company', 'companies'],
  categories: ['category', 'categories'],
}
const nounsOf = ({ name }: Resource): readonly [string, string] => {
  const many = name.replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
  return nouns[name] ?? [many.replace(/s$/, ''), many]
}

const article = (noun: string) => `${/^[aeiou]/.test(noun) && !noun.startsWith('user') ? 'an' : 'a'} ${noun}`

/** The sentences of the calls that every resource has. */
const sentences = new Map<Endpoint, string>(
  [...contract.resources.values()].flatMap(of => {
    const [one, many] = nounsOf(of)
    const said: [Endpoint | undefined, string][] = [
      [of.list, `Lists ${many}, filtered, sorted and page by page`],
      [of.totals, `Counts ${many} under a filter, and adds their figures up`],
      [of.get, `Reads ${article(one)}`],
      [of.create, `Adds ${article(one)}`],
      [of.update, `Changes ${article(one)} that is still as it was read`],
      [of.delete, `Deletes ${article(one)} that nothing refers to`],
    ]
    return said.flatMap(([endpoint, words]) => (endpoint ? [[endpoint, words] as const] : []))
  }),
)

export const summaryOf = (endpoint: Endpoint): string | undefined => (endpoint.summary ?? sentences.get(endpoint))?.replace(/\.$/, '')

export const tags = [
  { name: 'Access', description: 'Signing in, users, roles, what one keeps for oneself' },
  { name: 'Companies and stations', description: 'Companies, their stations, services and settings' },
  { name: 'Forecourt', description: 'Fuels and their prices, tanks, dispensers, nozzles, devices' },
  { name: 'Goods', description: 'What is sold besides fuel, and its categories' },
  { name: 'Sales', description: 'Orders, their lines, payments and refunds' },
  { name: 'Cards', description: 'Card products, cards, and the money on them' },
  { name: 'Members and fleets', description: 'Who holds cards' },
  { name: 'Shifts and settlement', description: 'Shifts, days, months, and what was counted and handed over' },
  { name: 'Statistics', description: 'Sums over time' },
  { name: 'Files and exports', description: 'Files put up, lists written into files' },
  { name: 'Imports', description: 'Earlier books, read in from files' },
  { name: 'Operation', description: 'Messages, jobs, audit log, proof of the books' },
] as const
type Tag = (typeof tags)[number]['name']

const tagOfPermission: Readonly<Record<string, Tag>> = {
  access: 'Access',
  org: 'Companies and stations',
  forecourt: 'Forecourt',
  device: 'Forecourt',
  fuel: 'Forecourt',
  goods: 'Goods',
  order: 'Sales',
  card: 'Cards',
  member: 'Members and fleets',
  shift: 'Shifts and settlement',
  settlement: 'Shifts and settlement',
  file: 'Files and exports',
  export: 'Files and exports',
  history: 'Imports',
  message: 'Operation',
  job: 'Operation',
  audit: 'Operation',
  ledger: 'Operation',
}
/** By the first part of the address, where the permission does not say it. */
const tagOfNoun: Readonly<Record<string, Tag>> = {
  upload: 'Files and exports',
  attachments: 'Files and exports',
  export: 'Files and exports',
  exports: 'Files and exports',
  historyFiles: 'Imports',
  historyImports: 'Imports',
  statistics: 'Statistics',
  reports: 'Statistics',
}
export const tagOf = ({ path, permission }: Endpoint): Tag =>
  tagOfNoun[path.split('/')[1]!] ?? tagOfPermission[permission.split('.')[0]!] ?? 'Access'
