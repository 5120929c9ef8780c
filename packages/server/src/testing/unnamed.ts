import pg from 'pg'
import { allCompanies } from '../platform/postgres/name-companies.ts'
import { tenantTables } from '../platform/postgres/tables.ts'

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly Node[]
  readonly [name: string]: unknown
}
interface Explained {
  readonly 'Query Text': string
  readonly Plan: Node
}

const settings = [
  `session_preload_libraries = 'auto_explain'`,
  `auto_explain.log_min_duration = 0`,
  `auto_explain.log_nested_statements = on`,
  `auto_explain.log_format = json`,
  `auto_explain.log_level = notice`,
  `auto_explain.log_timing = off`,
]

/** From now on PostgreSQL tells each new connection to this database the plan of every statement, those within functions among them. */
export async function explainAll(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const name = client.escapeIdentifier(new URL(ownerUrl).pathname.slice(1))
  for (const setting of settings) await client.query(`alter database ${name} set ${setting}`)
  await client.end()
}

const ofTenants: ReadonlySet<string> = new Set(tenantTables)
const conditions = [
  'Index Name',
  'Index Cond',
  'Recheck Cond',
  'Filter',
  'TID Cond',
  'Hash Cond',
  'Merge Cond',
  'Join Filter',
  'One-Time Filter',
]

/** One company, or several, given with the statement: `company_id = $1`, `company_id = any ('{5,7}')`. */
const named = /\bcompany_id = (\$\d+|'?\d+'?\b|ANY \((\$\d+|'\{[\d,]*\}'::bigint\[\]|ARRAY\[))|\bcompany_id = place\.at\b/
/** The company of another row: `company_id = sale.company_id`. */
const tied = /\bcompany_id = \w+\.company(_id)?\b|\w+\.company(_id)? = \w+\.company_id\b|company_id = \w+\.id\b/

/**
 * How a table of companies is read in a statement that does not say of which company. A database of several machines answers what is
 * `tied` to the company of another row on all of them, and what is `unnamed` not at all.
 */
export interface Unnamed {
  readonly table: string
  readonly kind: 'tied' | 'unnamed'
  readonly by: string
}

export function unnamedIn(node: Node): Unnamed[] {
  // What is never read: the branches of a view that another kind than the one asked for would be in.
  if (node['One-Time Filter'] === 'false') return []
  const table = node['Relation Name']
  const text = (of: Node) => conditions.map(name => of[name]).filter(each => typeof each === 'string')
  const bitmaps = (of: Node): string[] => [
    ...text(of),
    ...(of.Plans ?? []).filter(each => each['Node Type'].startsWith('Bitmap')).flatMap(bitmaps),
  ]
  const by = bitmaps(node).join(' and ')
  const reads = table !== undefined && ofTenants.has(table) && node['Node Type'] !== 'ModifyTable' && !named.test(by)
  return [
    ...(reads ? [{ table, kind: tied.test(by) ? ('tied' as const) : ('unnamed' as const), by }] : []),
    ...(node.Plans ?? []).flatMap(unnamedIn),
  ]
}

/** What PostgreSQL asks by itself when it checks a reference: it names the company as the reference does. */
const ofReferences = /^(SELECT 1 FROM ONLY|explain) /
/** Sites of statistics are of the companies that are asked for, and so is what is asked for at each. */
const ofSites = /^(station|statistic_delta|statistic_whole): .*company_id = site(_\d+)?\.company_id/
/**
 * What views put beside a row, one row at a time: it is tied to the company of that row. A database of several machines asks all of them,
 * for lists of cards, of members, of fleets and their employees, of limit profiles, of release causes, of movements, of stations, of
 * agreements with fleets and of their quotas, and for a single balance of the ledger; for nothing that is done at a pump.
 */
const inViews: readonly { readonly view: string; readonly of: RegExp }[] = [
  { view: 'user_card_state', of: /^user_card: .*parent_id = |^card_authorisation: .*(user_card_id|master_id) = card(_\d+)?\.id/ },
  {
    view: 'member_state',
    of: /^(user_card|member_wechat): .*user_id = member(_\d+)?\.id|^ledger_account: .*company_id = (own|member)(_\d+)?\.company_id/,
  },
  { view: 'card_limit_profile_state', of: /^user_card: .*limit_profile_id = profile/ },
  { view: 'fleet_employee_state', of: /^(car|user_card): .*employee(_\d+)?\.group_id/ },
  { view: 'fleet_state', of: /^(user_card|fleet_employee|attachment_use): .*fleet(_\d+)?\.id|^attachment: .*fleet(_\d+)?\.company_id/ },
  { view: 'release_cause_state', of: /^nozzle_release: .*release_cause_id = cause/ },
  { view: 'user_card_detail_report', of: /^user_card_detail: .*(refundCharge|topUpRefunded)/ },
  { view: 'station_service', of: /^renewal: .*company_id = station/ },
  { view: 'fleet_agreement_state', of: /^fleet_agreement_clause: .*agreement_id = agreement|^fleet_bill: .*group_id = agreement/ },
  { view: 'allocation_plan_state', of: /^allocation_plan_line: .*plan_id = plan/ },
  { view: 'ledger_balance', of: /^ledger_delta: .*company_id = account\.company_id/ },
]

/** Rows that a statement has just changed, as its triggers see them. */
const readsChanged = (node: Node): boolean => node['Node Type'] === 'Named Tuplestore Scan' || (node.Plans ?? []).some(readsChanged)

/** A caller of several companies asks for them all; what is joined to their rows is found by those. */
const several = /\bcompany_id = ANY \((\$\d+|'\{\d+,|ARRAY\[[^\]]*,)/
const readsSeveral = (node: Node): boolean =>
  conditions.some(name => several.test(String(node[name]))) || (node.Plans ?? []).some(readsSeveral)

/** Listens to the connections of a pool. @returns the statements that read rows of companies and do not say of which */
export function listen(pool: pg.Pool): Map<string, Unnamed[]> {
  const found = new Map<string, Unnamed[]>()
  pool.on('connect', client => {
    client.on('notice', ({ message = '' }) => {
      if (!message.startsWith('duration:')) return
      const { 'Query Text': text, Plan } = JSON.parse(message.slice(message.indexOf('{'))) as Explained
      if (ofReferences.test(text) || text.includes(allCompanies)) return
      const unnamed =
        readsChanged(Plan) || readsSeveral(Plan)
          ? []
          : unnamedIn(Plan).filter(
              ({ table, by }) => ![ofSites, ...inViews.map(({ of }) => of)].some(known => known.test(`${table}: ${by}`)),
            )
      if (unnamed.length > 0) found.set(text, unnamed)
    })
  })
  return found
}
