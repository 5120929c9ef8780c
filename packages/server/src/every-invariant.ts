import type { InvariantResult } from '@forecourt/contract'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { modules } from './modules/index.ts'
import { checkInvariant, type Invariant } from './platform/invariant.ts'
import { verifyChain } from './platform/audit/chain.ts'
import { readCheckpoints } from './platform/audit/checkpoints.ts'
import { setScopeToAll, setTenantScope } from './platform/execution/command.ts'
import type { Database, Tx } from './platform/postgres/database.ts'
import { isDistributed } from './platform/postgres/machines.ts'
import { proveUnkept } from './platform/postgres/unkept.ts'
import { allCompanies } from './platform/postgres/name-companies.ts'
import { files, keyOf, FileLost } from './platform/storage/store.ts'

type Say = (line: string) => void
const invariants = modules.flatMap(({ invariants: own = [] }) => own)

/** The books are read by so many connections at once, all at the same instant. */
export const proofLanes = 2

/**
 * Replays the ledgers of all companies and verifies their audit chains; prints a line for each invariant as soon as it is checked. All
 * ledgers are read together, because their rows are interleaved; only a broken invariant is checked for each company, to name it.
 * @param db must have connections for all lanes. @returns how many breaches
 */
export async function proveEveryCompany(db: Database, say: Say): Promise<number> {
  const { rows: companies } = await sql<{
    company: number
    code: string
  }>`select company, code from company_directory order by code`.execute(db)
  const broken = await brokenInvariants(
    db,
    companies.map(({ company }) => company),
    say,
  )
  let breaches = (await isDistributed(db)) ? tell('all', [await proveUnkept(db)], say) : 0
  for (const { company, code } of companies) {
    for (const invariant of broken) breaches += tell(code, [await snapshot(db, [company], tx => checkInvariant(tx, invariant))], say)
    breaches += tell(code, await snapshot(db, [company], tx => keptBeside(tx, company)), say)
  }
  say(breaches === 0 ? `${companies.length} companies: every invariant holds.` : `${breaches} breaches.`)
  return breaches
}

/** The invariants that do not hold for all these companies together; those that hold are printed. */
async function brokenInvariants(db: Database, companies: number[], say: Say): Promise<Invariant[]> {
  const found = new Map<Invariant, InvariantResult[]>()
  if (await isDistributed(db)) {
    // Several machines have no instant in common. A company lies on one of them, and is proven as of one moment there.
    for (const company of companies)
      await snapshot(db, [company], async tx => {
        for (const invariant of invariants) found.set(invariant, [...(found.get(invariant) ?? []), await checkInvariant(tx, invariant)])
      })
    for (const parts of found.values()) if (added(parts).breaches === 0) tell('all', [added(parts)], say)
    return invariants.filter(invariant => added(found.get(invariant)!).breaches > 0)
  }
  const lane = (waiting: Part[]) => async (tx: Tx) => {
    for (let part = waiting.pop(); part; part = waiting.pop()) {
      const scoped = part.companies.length === companies.length ? await setScopeToAll(tx) : await setTenantScope(tx, part.companies)
      const parts = [...(found.get(part.invariant) ?? []), await checkInvariant(scoped, part.invariant)]
      found.set(part.invariant, parts)
      const of = part.of === parts.length && added(parts)
      if (of && of.breaches === 0) tell('all', [of], say)
    }
  }
  await snapshot(db, companies, async first => {
    const work = lane(await partsOf(first, companies))
    const { rows } = await sql<{ instant: string }>`select pg_export_snapshot() as instant`.execute(first)
    const others = Array.from({ length: proofLanes - 1 }, () => snapshot(db, companies, work, rows[0]!.instant))
    await Promise.all([work(first), ...others])
  })
  return invariants.filter(invariant => added(found.get(invariant)!).breaches > 0)
}

/** An invariant and the companies it is checked for: one of several slices. */
interface Part {
  readonly invariant: Invariant
  readonly companies: number[]
  readonly of: number
}

/** Companies with this many sales together make one slice. */
const sliceMax = 2_500_000

async function partsOf(tx: Tx, companies: number[]): Promise<Part[]> {
  const { rows } = await sql<{ company: number; orders: number }>`${sql.raw(allCompanies)}
    select company_id as company, sum(orders)::bigint as orders from order_counter group by 1`.execute(tx)
  const sold = new Map(rows.map(({ company, orders }) => [company, orders]))
  const slices: number[][] = [[]]
  let orders = 0
  for (const company of companies) {
    orders += sold.get(company) ?? 0
    if (orders > sliceMax && slices.at(-1)!.length > 0) {
      slices.push([])
      orders = sold.get(company) ?? 0
    }
    slices.at(-1)!.push(company)
  }
  return invariants.flatMap(invariant =>
    (invariant.bySlices ? slices : [companies]).map((slice, _, { length }) => ({ invariant: invariant, companies: slice, of: length })),
  )
}

/** The results of the slices of an invariant, as one. */
const added = (parts: readonly InvariantResult[]): InvariantResult => ({
  ...parts[0]!,
  checked: parts.reduce((sum, { checked }) => sum + checked, 0),
  breaches: parts.reduce((sum, { breaches }) => sum + breaches, 0),
})

/** A consistent snapshot while the server keeps running. Sums over millions of rows use memory first, then temporary files. */
const snapshot = <T>(db: Database, companies: number[], read: (tx: Tx) => Promise<T>, instant?: string): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async begun => {
      if (instant) await sql`set transaction snapshot ${sql.lit(instant)}`.execute(begun)
      const tx = await setTenantScope(begun, companies)
      await sql`set local work_mem = '128MB'`.execute(tx)
      // A connection without work left keeps its transaction open until the others are done.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
      return read(tx)
    })

/** What is checked besides the ledger: the audit chain, its checkpoints, and the files. */
async function keptBeside(tx: Tx, company: number): Promise<InvariantResult[]> {
  const { heads, forged } = await readCheckpoints(company)
  const { sealed, broken } = await verifyChain(tx, company, heads)
  const chain = {
    invariant: 'I29',
    says: 'the audit chain is as it was sealed',
    checked: sealed + (broken ? 1 : 0),
    breaches: broken ? 1 : 0,
    examples: broken ? [`link ${broken.n}${broken.auditEntryId ? `, entry ${broken.auditEntryId}` : ''}: ${broken.why}`] : [],
  }
  const noted = {
    invariant: 'I29',
    says: 'every head of the chain that was noted outside bears our signature',
    checked: heads.length + (forged ? 1 : 0),
    breaches: forged ? 1 : 0,
    examples: forged ? [`head ${forged.n} of ${forged.at}`] : [],
  }
  return [chain, noted, await filesInvariant(tx, company)]
}

/** @returns how many breaches there are among them */
function tell(whose: string, invariants: readonly InvariantResult[], say: Say): number {
  for (const { invariant, says, checked, breaches, examples } of invariants) {
    const found = breaches ? `: ${breaches}, e.g. ${examples.join('; ')}` : ''
    say(`${breaches ? 'BROKEN' : 'holds '} ${whose} ${invariant.padEnd(3)} ${String(checked).padStart(8)}  ${says}${found}`)
  }
  return invariants.reduce((sum, { breaches }) => sum + breaches, 0)
}

/** Reads every file that a row names, and reckons its hash anew. */
async function filesInvariant(tx: Tx, company: number) {
  const rows = await tx
    .selectFrom('attachment')
    .where('companyId', '=', company)
    .select(of => ['sha256', of.fn.min('id').as('id'), of.fn.min('size').as('size')])
    .groupBy('sha256')
    .orderBy('id')
    .execute()
  const wrong: string[] = []
  for (const { id, size, sha256 } of rows) {
    const why = await damageOf(company, sha256.toString('hex'), size)
    if (why) wrong.push(`attachment ${id} ${why}`)
  }
  const says = 'every file that a row names is in the store, as it was put'
  return { invariant: 'F1', says, checked: rows.length, breaches: wrong.length, examples: wrong.slice(0, 3) }
}

async function damageOf(company: number, sha256: string, size: number): Promise<string | undefined> {
  const hash = createHash('sha256')
  let read = 0
  try {
    for await (const chunk of await files().open(keyOf(company, sha256))) {
      hash.update(chunk as Buffer)
      read += (chunk as Buffer).length
    }
  } catch (error) {
    if (error instanceof FileLost) return 'is missing'
    throw error
  }
  return hash.digest('hex') === sha256 && read === size ? undefined : 'is not what was put'
}
