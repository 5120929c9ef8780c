import { readFileSync } from 'node:fs'
import { execute, systemActor, type Ctx, type Handler } from '../../platform/execution/command.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import type { Module } from '../../platform/module.ts'
import { importHandlers } from './acts.ts'
import { companiesOf } from './companies.ts'
import { loadStaged } from './load.ts'
import { readHistory } from './check.ts'
import { leave, type LeftOut, type Without } from './left-out.ts'
import { Mapping } from './mapping.ts'
import { noCounts, type Counts } from './upsert.ts'
import type { Problem } from './problem.ts'
import { clearStaged, compare, layOut, problemsOf, stage } from './stage.ts'
import { WetStockMapping } from './wet-stock-mapping.ts'
import { loadTask, checkTask, purgeTask } from './tasks.ts'

export const history = { name: 'history', handlers: importHandlers, tasks: [checkTask, loadTask, purgeTask] } satisfies Module
export { worded } from './problem.ts'
export { withoutOf, type LeftOut } from './left-out.ts'
export { importWetStock, type BroughtWetStock } from './wet-stock.ts'
export type { WetStockMapping } from './wet-stock-mapping.ts'

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as object
export const readMapping = (file: string): Mapping => Mapping.parse(read(file), { reportInput: true })
export const readWetStockMapping = (file: string): WetStockMapping => WetStockMapping.parse(read(file), { reportInput: true })
/** A mapping of either kind: of sales, or of what was measured of tanks, came into them and was bought. */
export const readAnyMapping = (file: string): { wetStock: WetStockMapping; sales?: never } | { sales: Mapping; wetStock?: never } =>
  ['readings', 'deliveries', 'tanks', 'purchases'].some(part => part in read(file))
    ? { wetStock: readWetStockMapping(file) }
    : { sales: readMapping(file) }

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

interface Leaving {
  readonly without: Without
  readonly left: LeftOut[]
}

/** Checks an operator's files and brings them in, all in one transaction. With one problem anywhere, nothing is written. */
export async function importHistory(
  db: Database,
  mapping: Mapping,
  folder: string,
  now: Date,
  without: Without = new Map(),
): Promise<{ brought?: Brought; problems: readonly Problem[]; left: readonly LeftOut[] }> {
  let brought!: Brought
  const left: LeftOut[] = []
  const act = {
    endpoint: { method: 'POST', path: '/import', permission: 'public', rows: true } as unknown as Handler['endpoint'],
    async run(ctx: Ctx) {
      brought = await loadFolder(ctx, mapping, folder, { without, left })
    },
  }
  const facts = { requestId: `import:${mapping.source}`, language: 'en', ip: '', userAgent: 'import', secure: false } as const
  try {
    await execute(db, act, systemActor(0, `import:${mapping.source}`, mapping.timeZone), facts, now, {})
  } catch (thrown) {
    if (thrown instanceof Wrong) return { problems: thrown.problems, left }
    throw thrown
  }
  return { brought, problems: [], left }
}

async function loadFolder(begun: Ctx, mapping: Mapping, folder: string, { without, left }: Leaving): Promise<Brought> {
  const { ctx, targets, made } = await companiesOf(begun, mapping)
  const [id] = (await nextIds(ctx.tx, 1)) as [number]
  const of = { id, companyId: targets[0]!.id, mapping, targets }
  for await (const portion of readHistory(mapping, folder, without)) {
    leave(left, mapping[portion.part].file, portion.left)
    await stage(ctx, of, portion)
  }
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
