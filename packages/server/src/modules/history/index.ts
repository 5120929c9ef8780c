import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { setTenantScope, execute, systemActor, type Ctx, type Handler } from '../../platform/execution/command.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { enterDirectory } from '../../platform/postgres/directory.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import type { Module } from '../../platform/module.ts'
import { importHandlers } from './acts.ts'
import { loadStaged } from './load.ts'
import { readHistory } from './check.ts'
import { Mapping } from './mapping.ts'
import { noCounts, type Counts } from './upsert.ts'
import { type Target } from './target.ts'
import type { Problem } from './problem.ts'
import { clearStaged, compare, layOut, problemsOf, stage } from './stage.ts'
import { loadTask, checkTask, purgeTask } from './tasks.ts'

export const history = { name: 'history', handlers: importHandlers, tasks: [checkTask, loadTask, purgeTask] } satisfies Module
export { worded } from './problem.ts'

export const readMapping = (file: string): Mapping => Mapping.parse(JSON.parse(readFileSync(file, 'utf8')), { reportInput: true })

/** How many records were added. Nothing, where all was known. */
interface Brought extends Counts {
  companies: number
}
/** Something is wrong: nothing of the transaction is kept. */
class Wrong extends Error {
  readonly problems: readonly Problem[]
  constructor(problems: readonly Problem[]) {
    super('the files are wrong')
    this.problems = problems
  }
}

/** Checks an operator's files and brings them in, all in one transaction. With one problem anywhere, nothing is written. */
export async function importHistory(
  db: Database,
  mapping: Mapping,
  folder: string,
  now: Date,
): Promise<{ brought?: Brought; problems: readonly Problem[] }> {
  let brought!: Brought
  const act = {
    endpoint: { method: 'POST', path: '/import', permission: 'public', rows: true } as unknown as Handler['endpoint'],
    async run(ctx: Ctx) {
      brought = await loadFolder(ctx, mapping, folder)
    },
  }
  const facts = { requestId: `import:${mapping.source}`, language: 'en', ip: '', userAgent: 'import', secure: false } as const
  try {
    await execute(db, act, systemActor(0, `import:${mapping.source}`, mapping.timeZone), facts, now, {})
  } catch (thrown) {
    if (thrown instanceof Wrong) return { problems: thrown.problems }
    throw thrown
  }
  return { brought, problems: [] }
}

async function loadFolder(begun: Ctx, mapping: Mapping, folder: string): Promise<Brought> {
  const { ctx, targets, made } = await companiesOf(begun, mapping)
  const [id] = (await nextIds(ctx.tx, 1)) as [number]
  const of = { id, companyId: targets[0]!.id, mapping, targets }
  for await (const portion of readHistory(mapping, folder)) await stage(ctx, of, portion)
  if ((await compare(ctx, of)) > 0) throw new Wrong((await Array.fromAsync(problemsOf(ctx, of))).flat())
  await layOut(ctx, of)
  const brought: Brought = { companies: made, ...noCounts() }
  for (const company of targets) {
    const own = noCounts()
    await loadStaged(
      action => action(ctx),
      of,
      company,
      async (_, counts) => addTo(own, counts),
    )
    if (Object.values(own).some(count => count > 0))
      ctx.audit('history.import', `companies:${company.id}`, { source: mapping.source, ...own }, company.id)
    addTo(brought, own)
  }
  await clearStaged(ctx, of)
  return brought
}

function addTo(sum: Counts, counts: Counts): void {
  for (const [name, count] of Object.entries(counts)) sum[name as keyof Counts] += count
}

/** A company for each currency (decision O16), found by its code or made. From here on the transaction is theirs. */
async function companiesOf(begun: Ctx, { companies, timeZone }: Mapping): Promise<{ ctx: Ctx; targets: Target[]; made: number }> {
  const { rows } = await sql<{ code: string; company: number }>`select code, company from company_directory
    where code = any(${companies.map(({ code }) => code)})`.execute(begun.tx)
  const ids = new Map(rows.map(({ code, company }) => [code, company]))
  const missing = companies.filter(({ code }) => !ids.has(code))
  const made = await nextIds(begun.tx, missing.length)
  missing.forEach(({ code }, turn) => ids.set(code, made[turn]!))
  const ctx = { ...begun, tx: await setTenantScope(begun.tx, [...ids.values()]) }
  for (const { code, name, currency, currencyName, symbol } of missing) {
    await enterDirectory(ctx.tx, ids.get(code)!, code)
    await ctx.tx
      .insertInto('company')
      .values({ id: ids.get(code)!, code, name, currency, currencyName, symbol, timeZone })
      .execute()
  }
  return { ctx, targets: companies.map(({ key, code }) => ({ key, code, id: ids.get(code)! })), made: missing.length }
}
